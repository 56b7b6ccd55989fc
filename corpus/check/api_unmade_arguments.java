// tightrope: --scope 2
// Public calls pass what they can make: a source that is not modelled says nothing of who takes another one.
public class Reader {
    private final Source source;
    private int count;

    // Holds: a counter can be passed.
    public Reader(Source source) {
        this.source = source;
    }

    // Violated: the second call finds 1.
    public int read() {
        assert count == 0;
        count++;
        return source == null ? 0 : source.next();
    }
}

// Unsupported: nothing but a file can be passed to the constructor.
class FileReader {
    private final FileSource source;

    FileReader(FileSource source) {
        this.source = source;
    }
}

interface Source {
    int next();
}

class Counter implements Source {
    private int at;

    public int next() {
        return at++;
    }
}

class FileSource implements Source {
    private final java.io.FileReader reader;

    FileSource() {
        reader = new java.io.FileReader("numbers");
    }

    public int next() {
        return 0;
    }
}
