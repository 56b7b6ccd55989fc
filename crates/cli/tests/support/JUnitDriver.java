import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** Compiles tests with the classes that they test, each pair in a world of its own, and runs them: `folder TAB outcome` for each argument. */
public class JUnitDriver {
    public static void main(String[] arguments) throws Exception {
        for (String argument : arguments) System.out.println(argument + "\t" + outcome(Path.of(argument)));
        // Calls that never return still run.
        System.exit(0);
    }

    static String outcome(Path folder) throws Exception {
        List<String> files = new ArrayList<>();
        try (Stream<Path> all = Files.walk(folder)) {
            all.map(Path::toString).filter(name -> name.endsWith(".java")).forEach(files::add);
        }
        Path classes = Files.createDirectories(folder.resolve("classes"));
        List<String> options = new ArrayList<>(List.of("-d", classes.toString(), "-nowarn", "-cp", System.getProperty("java.class.path")));
        options.addAll(files);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        java.io.ByteArrayOutputStream said = new java.io.ByteArrayOutputStream();
        if (compiler.run(null, said, said, options.toArray(new String[0])) != 0) return "does not compile: " + said.toString().replace("\n", " | ");
        try (URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
            List<Path> compiled;
            try (Stream<Path> all = Files.walk(classes)) {
                compiled = all.toList();
            }
            for (Path file : compiled) {
                String name = classes.relativize(file).toString().replace(".class", "").replace(File.separatorChar, '.');
                if (!name.endsWith("_Test")) continue;
                return run(loader.loadClass(name));
            }
        }
        return "no test";
    }

    static String run(Class<?> test) throws Exception {
        java.lang.reflect.Constructor<?> constructor = test.getDeclaredConstructor();
        constructor.setAccessible(true);
        for (Method method : test.getDeclaredMethods()) {
            if (!method.isAnnotationPresent(org.junit.jupiter.api.Test.class)) continue;
            method.setAccessible(true);
            try {
                method.invoke(constructor.newInstance());
            } catch (InvocationTargetException thrown) {
                return "fails with " + thrown.getCause().getClass().getSimpleName();
            }
            return "passes";
        }
        return "no test";
    }
}
