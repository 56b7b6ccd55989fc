// Input and output: printing has no effect, files and readers are not modelled.
import java.io.BufferedReader;
import java.io.IOException;
import java.util.Scanner;

class Console {
    int lines;

    void print(String text) {
        lines++;
        System.out.println(text);
    }

    String read(BufferedReader reader) throws IOException {
        return reader.readLine();
    }

    int number() {
        return new Scanner(System.in).nextInt();
    }
}
