//! Runs Java programs on the real JVM: `javac` compiles them, a small driver calls every static `test…()` and prints how it ended.
//!
//! Without a JDK the suites compare nothing and say so; where `CI` is set they fail instead.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::{Command, Output};

/// How each entry (`Class.method`) ended: its value, or its exception and the line.
pub(crate) type Results = BTreeMap<String, String>;

const DRIVER: &str = r#"
import java.lang.reflect.*;
import java.util.*;

public class Driver {
    public static void main(String[] names) throws Exception {
        for (String name : names) {
            Method[] methods = Class.forName(name, false, Driver.class.getClassLoader()).getDeclaredMethods();
            Arrays.sort(methods, Comparator.comparing(Method::getName));
            for (Method method : methods) {
                if (!Modifier.isStatic(method.getModifiers()) || method.getParameterCount() > 0
                        || !method.getName().startsWith("test")) continue;
                method.setAccessible(true);
                String result;
                try {
                    Object value = method.invoke(null);
                    result = method.getReturnType() == void.class ? "void" : String.valueOf(value);
                } catch (InvocationTargetException | ExceptionInInitializerError | NoClassDefFoundError wrapped) {
                    Throwable thrown = wrapped instanceof InvocationTargetException ? wrapped.getCause() : wrapped;
                    StackTraceElement[] trace = thrown.getStackTrace();
                    int line = 0;
                    for (StackTraceElement element : trace) {
                        if (element.getFileName() != null && element.getClassName().indexOf("java.") != 0
                                && element.getClassName().indexOf("jdk.") != 0) { line = element.getLineNumber(); break; }
                    }
                    result = thrown.getClass().getName().replace('$', '.') + " at line " + line;
                }
                System.out.println(name + "." + method.getName() + " = " + result.replace("\n", "\\n"));
            }
        }
    }
}
"#;

/// Whether there is a JDK to compare with. Without one it says so, and fails where `CI` is set.
#[expect(clippy::print_stderr, reason = "a test that compares nothing must not look like one that did")]
pub(crate) fn jdk_is_here() -> bool {
    if Command::new("javac").arg("-version").output().is_ok() {
        return true;
    }
    let what = "javac is missing: nothing was compared with the JVM; install a JDK (Debian: openjdk-17-jdk-headless)";
    assert!(std::env::var_os("CI").is_none(), "{what}");
    eprintln!("warning: {what}");
    false
}

/// A folder for one comparison; it goes away with the value.
#[derive(Debug)]
pub(crate) struct Workshop {
    pub(crate) folder: PathBuf,
}

impl Workshop {
    pub(crate) fn new(name: &str) -> Workshop {
        let folder = std::env::temp_dir().join(format!("tightrope-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a temporary folder");
        std::fs::write(folder.join("Driver.java"), DRIVER).expect("the driver is written");
        Workshop { folder }
    }

    /// Compiles the files with the driver; the output of `javac` has the errors, if any.
    pub(crate) fn compile(&self, files: &[PathBuf]) -> Output {
        let mut javac = Command::new("javac");
        // Should javac itself fail, it leaves a report in its folder.
        javac.current_dir(&self.folder);
        // A short run of a large program: the simple compiler and collector of the JVM take a third of the time.
        javac.args(["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC", "-proc:none"]);
        // By default javac before 19 turns operands into text only after all are evaluated (JDK-8273914), against JLS 15.7.1.
        javac.arg("-XDstringConcat=inline");
        javac.args(["-nowarn", "-Xmaxerrs", "100000", "-d"]).arg(&self.folder);
        javac.arg(self.folder.join("Driver.java")).args(files).output().expect("javac runs")
    }

    /// Runs the entries of compiled classes. Requires: [`Workshop::compile`] succeeded.
    pub(crate) fn run(&self, classes: &[String]) -> Results {
        let mut java = Command::new("java");
        java.args(["-ea", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xss512k", "-cp"]).arg(&self.folder);
        let ran = java.arg("Driver").args(classes).output().expect("java runs");
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
        let text = String::from_utf8_lossy(&ran.stdout).into_owned();
        let entries = text.lines().filter_map(|line| line.split_once(" = "));
        entries.map(|(name, result)| (name.into(), result.into())).collect()
    }
}

impl Drop for Workshop {
    fn drop(&mut self) {
        // Nothing depends on it: a folder that stays behind is only litter.
        drop(std::fs::remove_dir_all(&self.folder));
    }
}
