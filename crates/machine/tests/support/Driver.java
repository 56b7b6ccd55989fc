import java.io.*;
import java.lang.reflect.*;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.*;
import javax.tools.*;

/**
 * Compiles and runs Java files for the tests: one JVM for all of them, because a compiler that is warm takes a tenth of the time.
 *
 * A request is a line with a path for each file, and an empty line. The answer is a line `Class.method = result` for each static
 * `test…()`, a line `refused Class: reason` for each file that does not compile or whose classes the JVM refuses, and an empty line.
 */
public class Driver {
    private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();
    /** By default javac before 19 turns operands into text only after all are evaluated (JDK-8273914), against JLS 15.7.1. */
    private static final List<String> OPTIONS =
            List.of("-proc:none", "-nowarn", "-XDstringConcat=inline", "-Xmaxerrs", "100000");
    /** Small, so that endless recursion is soon over. */
    private static final long STACK_SIZE = 512 * 1024;

    public static void main(String[] arguments) throws Exception {
        PrintStream answers = new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        List<File> files = new ArrayList<>();
        for (String line = requests.readLine(); line != null; line = requests.readLine()) {
            if (!line.isEmpty()) {
                files.add(new File(line));
                continue;
            }
            answer(files, answers);
            answers.println();
            answers.flush();
            files.clear();
        }
    }

    /** All files at once share what the compiler reads of the library; those that it refuses are left out, and it tries again. */
    private static void answer(List<File> files, PrintStream answers) throws Exception {
        if (files.isEmpty()) return;
        Map<String, byte[]> classes = new HashMap<>();
        Map<String, String> errors = compile(files, classes);
        if (errors == null) {
            for (File file : files) runAll(className(file), classes, answers);
            return;
        }
        List<File> accepted = new ArrayList<>();
        for (File file : files) {
            String error = errors.get(className(file));
            if (error == null && files.size() == 1) error = "javac fails";
            if (error == null) accepted.add(file);
            else refuse(className(file), error, answers);
        }
        if (accepted.size() < files.size()) answer(accepted, answers);
        else for (File file : files) answer(List.of(file), answers);
    }

    /** An empty line ends an answer, so texts must not have any. */
    private static void refuse(String name, String reason, PrintStream answers) {
        answers.println("refused " + name + ": " + reason.replace("\n", "\\n"));
    }

    private static String className(File file) {
        return file.getName().replace(".java", "");
    }

    /** The first error of each class; null if there are none. */
    private static Map<String, String> compile(List<File> files, Map<String, byte[]> classes) throws Exception {
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        StandardJavaFileManager standard = COMPILER.getStandardFileManager(diagnostics, null, StandardCharsets.UTF_8);
        try (Memory memory = new Memory(standard, classes)) {
            Writer ignored = Writer.nullWriter();
            Iterable<? extends JavaFileObject> sources = standard.getJavaFileObjectsFromFiles(files);
            if (COMPILER.getTask(ignored, memory, diagnostics, OPTIONS, null, sources).call()) return null;
        } catch (RuntimeException | StackOverflowError failure) {
            return Map.of();
        }
        Map<String, String> errors = new HashMap<>();
        for (Diagnostic<? extends JavaFileObject> found : diagnostics.getDiagnostics()) {
            if (found.getKind() != Diagnostic.Kind.ERROR || found.getSource() == null) continue;
            String error = found.getMessage(null) + " at line " + found.getLineNumber();
            errors.putIfAbsent(className(new File(found.getSource().getName())), error);
        }
        return errors;
    }

    private static void runAll(String name, Map<String, byte[]> classes, PrintStream answers) throws Exception {
        Thread thread = new Thread(null, () -> run(name, classes, answers), name, STACK_SIZE);
        thread.start();
        thread.join();
    }

    private static void run(String name, Map<String, byte[]> classes, PrintStream answers) {
        Method[] methods;
        try {
            ClassLoader loader = new Loader(classes);
            methods = link(name, loader);
            for (String other : classes.keySet()) if (other.startsWith(name + "$")) link(other, loader);
        } catch (ClassNotFoundException | LinkageError failure) {
            // Now and then javac makes code that the JVM's verifier rejects: such a program says nothing about Java.
            refuse(name, "the JVM rejects what javac made: " + failure.getClass().getName() + "|" + failure.getMessage(), answers);
            return;
        }
        Arrays.sort(methods, Comparator.comparing(Method::getName));
        for (Method method : methods) {
            if (!Modifier.isStatic(method.getModifiers()) || method.getParameterCount() > 0
                    || !method.getName().startsWith("test")) continue;
            method.setAccessible(true);
            answers.println(name + "." + method.getName() + " = " + result(method).replace("\n", "\\n"));
        }
    }

    /** The methods of a class that is loaded and verified, but not initialised: whoever asks for methods has the class linked. */
    private static Method[] link(String name, ClassLoader loader) throws ClassNotFoundException {
        return Class.forName(name, false, loader).getDeclaredMethods();
    }

    private static String result(Method method) {
        try {
            Object value = method.invoke(null);
            return method.getReturnType() == void.class ? "void" : String.valueOf(value);
        } catch (InvocationTargetException wrapped) {
            return exception(wrapped.getCause());
        } catch (Error thrown) {
            // The class itself could not be initialised: nobody wraps what says so, be it a full stack.
            return exception(thrown);
        } catch (IllegalAccessException impossible) {
            throw new AssertionError(impossible);
        }
    }

    /**
     * Its class, and the first line of the trace that is not the library's. What a method reference throws by itself, for a receiver
     * that is null or a box that cannot be unboxed, has no line (0).
     */
    private static String exception(Throwable thrown) {
        int line = 0;
        for (StackTraceElement element : thrown.getStackTrace()) {
            String place = element.getClassName();
            if (place.contains("$$Lambda") && !place.startsWith("java.")) break;
            if (element.getFileName() == null || place.startsWith("java.") || place.startsWith("jdk.")
                    || place.equals("Driver")) continue;
            line = element.getLineNumber();
            break;
        }
        return thrown.getClass().getName().replace('$', '.') + " at line " + line;
    }

    /** Classes that were compiled into memory. */
    private static final class Loader extends ClassLoader {
        private final Map<String, byte[]> classes;

        Loader(Map<String, byte[]> classes) {
            super(Driver.class.getClassLoader());
            this.classes = classes;
        }

        @Override protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] bytes = classes.get(name);
            if (bytes == null) throw new ClassNotFoundException(name);
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    /** Where the compiler puts classes. */
    private static final class Memory extends ForwardingJavaFileManager<StandardJavaFileManager> {
        private final Map<String, byte[]> classes;

        Memory(StandardJavaFileManager standard, Map<String, byte[]> classes) {
            super(standard);
            this.classes = classes;
        }

        @Override public JavaFileObject getJavaFileForOutput(
                Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
            return new SimpleJavaFileObject(URI.create("memory:///" + className.replace('.', '/') + ".class"), kind) {
                @Override public OutputStream openOutputStream() {
                    return new ByteArrayOutputStream() {
                        @Override public void close() {
                            classes.put(className, toByteArray());
                        }
                    };
                }
            };
        }
    }
}
