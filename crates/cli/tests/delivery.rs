//! What others are given: documents that their schemas accept, an action and a hook whose command
//! lines run.
//!
//! The schemas come from packages that `.ci/run` fetches (`TIGHTROPE_SCHEMAS`); without them
//! nothing is validated, which `.ci/run` does not accept.

mod support;

use serde_json::Value as Json;
use std::path::{Path, PathBuf};
use std::process::Command;
use support::{project, run, scratch, write};

/// Names and texts that would like to be something else.
const HOSTILE: &str = "\
public class Hostile {
    String naïve\u{301} = \"</script><img src=x onerror=alert(1)> & \\\" ' ]]> \u{1F600}\";
    int größe;

    //@ ensures größe > 0 && naïve\u{301} != \"</script>]]>&\\\"'\";
    void überschreite() {
        größe = -1;
    }

    //@ ensures \\result == 1;
    int ok() {
        return 1;
    }
}
";

/// All documents of some runs.
fn documents(folder: &Path) -> Vec<PathBuf> {
    let odd = folder.join("o'dd & <b> \u{e9}");
    write(&odd, "Hostile.java", HOSTILE);
    let examples = project().join("examples");
    let subjects: [(&str, Vec<String>); 4] = [
        ("examples", vec![examples.to_string_lossy().into_owned()]),
        ("hostile", vec![odd.to_string_lossy().into_owned()]),
        (
            "holds",
            vec!["SearchTree.contains".to_owned(), examples.join("SearchTree.java").to_string_lossy().into_owned()],
        ),
        ("errors", vec![project().join("corpus/errors").to_string_lossy().into_owned()]),
    ];
    let mut files = Vec::new();
    for (name, what) in subjects {
        let (sarif, junit) = (format!("{name}.sarif"), format!("{name}.xml"));
        let mut arguments: Vec<&str> = vec!["check", "--quiet", "--scope", "2"];
        arguments.extend(what.iter().map(String::as_str));
        arguments.extend(["--sarif", &sarif, "--junit", &junit]);
        let output = run(folder, &arguments);
        assert!(output.status.code().is_some_and(|code| code <= 4), "{name}: {output:?}");
        files.extend([sarif, junit].map(|file| folder.join(file)).into_iter().filter(|file| file.exists()));
    }
    files
}

#[test]
fn documents_satisfy_their_schemas() {
    let is_required = std::env::var_os("TIGHTROPE_BROWSER").is_some_and(|value| value == "required");
    let Some(packages) = std::env::var_os("TIGHTROPE_SCHEMAS").map(PathBuf::from) else {
        assert!(!is_required, "TIGHTROPE_SCHEMAS names no folder");
        return;
    };
    let folder = scratch("schemas");
    let files = documents(&folder);
    assert!(files.len() >= 6, "{files:?}");
    let schema = std::fs::read_to_string(packages.join("sarif-schema")).expect("its place is known");
    let script = project().join("crates/cli/tests/support/schemas.cjs");
    let validate = |files: &[PathBuf]| {
        let command = Command::new("node").arg(&script).arg(schema.trim()).args(files).output();
        command.expect("node runs")
    };
    let output = validate(&files);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    // The validator is one: it refuses what is wrong.
    write(&folder, "wrong.sarif", "{\"version\": \"2.1.0\", \"runs\": [{\"results\": [{}]}]}");
    write(&folder, "wrong.xml", "<testsuites><testcase/></testsuites>");
    for wrong in ["wrong.sarif", "wrong.xml"] {
        assert!(!validate(&[folder.join(wrong)]).status.success(), "{wrong} is accepted");
    }
}

/// What GitHub refuses or cuts (its documentation of code scanning): files of 10 MB, 25,000
/// results, 1,000 locations of a result, 10,000 places of a flow, messages beyond some length.
#[test]
fn sarif_stays_within_the_limits_of_github() {
    let folder = scratch("github_limits");
    for file in documents(&folder).iter().filter(|file| file.extension().is_some_and(|end| end == "sarif")) {
        let text = std::fs::read_to_string(file).expect("it is text");
        assert!(text.len() < 10 << 20);
        let log: Json = serde_json::from_str(&text).expect("JSON");
        let runs = log["runs"].as_array().expect("runs");
        assert!(runs.len() <= 20);
        for run in runs {
            let results = run["results"].as_array().expect("results");
            assert!(results.len() <= 5_000);
            for result in results {
                assert!(result["locations"].as_array().is_some_and(|places| places.len() <= 100));
                for flow in result["codeFlows"].as_array().into_iter().flatten() {
                    for thread in flow["threadFlows"].as_array().into_iter().flatten() {
                        assert!(thread["locations"].as_array().is_some_and(|places| places.len() <= 10_000));
                    }
                }
            }
        }
    }
}

/// The lines of a block `run: |` of a workflow file, without its indentation.
fn script_of(workflow: &str, step: &str) -> String {
    let after = workflow.split_once(&format!("- name: {step}")).expect("the step is there").1;
    let block = after.split_once("run: |\n").expect("it runs something").1;
    let indentation = block.len() - block.trim_start_matches(' ').len();
    let lines = block.lines().take_while(|line| line.is_empty() || line.starts_with(&" ".repeat(indentation)));
    lines.map(|line| format!("{}\n", line.get(indentation..).unwrap_or_default())).collect()
}

fn action() -> String {
    std::fs::read_to_string(project().join("action.yml")).expect("action.yml")
}

/// Runs the step of the action as a runner would, with the binary in the place where the first step
/// puts it.
#[test]
fn the_action_runs() {
    let folder = scratch("action");
    let bin = folder.join("tightrope/bin");
    std::fs::create_dir_all(&bin).expect("a folder");
    let link = bin.join("tightrope");
    if !link.exists() {
        std::fs::copy(env!("CARGO_BIN_EXE_tightrope"), &link).expect("a copy");
    }
    write(&folder, "step.sh", script_of(&action(), "Check"));
    let example = project().join("examples/SearchTree.java");
    let outcome = |what: &str, scope: &str| {
        write(&folder, "output", "");
        write(&folder, "summary.md", "");
        Command::new("bash")
            .args(["--noprofile", "--norc", "-e", "-o", "pipefail", "step.sh"])
            .current_dir(&folder)
            .env("RUNNER_TEMP", &folder)
            .env("GITHUB_OUTPUT", folder.join("output"))
            .env("GITHUB_STEP_SUMMARY", folder.join("summary.md"))
            .env("INPUT_PATHS", format!("{}\n{what}\n", example.display()))
            .env("INPUT_SCOPE", scope)
            .env("INPUT_TIMEOUT", "60s")
            .env("INPUT_ARGUMENTS", "--quiet\n-j 1")
            .env("INPUT_SARIF", "out.sarif")
            .env("INPUT_HTML", "out.html")
            .output()
            .expect("bash runs")
    };
    let text = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap_or_default();
    let violated = outcome("SearchTree.remove", "Entry=3");
    assert_eq!(violated.status.code(), Some(1), "{violated:?}");
    assert_eq!(text("output").trim(), "exit-code=1");
    assert!(String::from_utf8_lossy(&violated.stdout).contains("::error file="), "{violated:?}");
    assert!(text("summary.md").contains("```mermaid"), "{}", text("summary.md"));
    assert!(text("out.sarif").contains("\"2.1.0\"") && text("out.html").contains("<!DOCTYPE html>"));
    let holds = outcome("SearchTree.contains", "");
    assert_eq!(holds.status.code(), Some(0), "{holds:?}");
    assert_eq!(text("output").trim(), "exit-code=0");
    let wrong = outcome("SearchTree.no_such_method", "");
    assert_eq!(wrong.status.code(), Some(2), "{wrong:?}");
}

/// What a runner demands of an action, as far as this one uses it: known keys, a shell for each
/// step, inputs that exist, none of which is written into a script.
#[test]
fn the_action_is_well_formed() {
    let text = action();
    let top = ["name:", "description:", "branding:", "inputs:", "outputs:", "runs:"];
    let keys: Vec<&str> = text.lines().filter(|line| line.starts_with(|it: char| it.is_ascii_lowercase())).collect();
    assert!(keys.iter().all(|key| top.iter().any(|known| key.starts_with(known))), "{keys:?}");
    assert_eq!(keys.len(), top.len(), "{keys:?}");
    assert!(text.contains("using: composite") && !text.contains('\t'));
    let (steps, shells) = (text.matches("- name:").count(), text.matches("shell: bash").count());
    assert_eq!((steps, shells), (2, 2));
    let inputs = text.split_once("inputs:\n").and_then(|(_, rest)| rest.split_once("outputs:")).expect("inputs").0;
    let is_name = |line: &&str| line.starts_with("  ") && !line.starts_with("   ");
    let inputs: Vec<&str> = inputs.lines().filter(is_name).map(|line| line.trim().trim_end_matches(':')).collect();
    for used in text.split("${{ inputs.").skip(1) {
        let name = used.split(' ').next().expect("a name");
        assert!(inputs.contains(&name), "there is no input {name}");
    }
    // Text of somebody else's pull request must not become a command.
    assert!(!script_of(&text, "Check").contains("${{"));
}

/// pre-commit runs the entry with the changed files behind it. It would build only a package that
/// lies at the top (`language: rust`), and there is a workspace.
#[test]
fn the_hook_runs() {
    let text = std::fs::read_to_string(project().join(".pre-commit-hooks.yaml")).expect("the hooks");
    let value = |key: &str| {
        let line = text.lines().find_map(|line| line.trim_start_matches(['-', ' ']).strip_prefix(key));
        line.unwrap_or_else(|| panic!("no {key}")).trim().to_owned()
    };
    assert_eq!((value("id:"), value("language:")), ("tightrope".to_owned(), "system".to_owned()));
    assert_eq!(value("types:"), "[java]");
    let entry = value("entry:");
    let words: Vec<&str> = entry.split_whitespace().collect();
    let ["tightrope", arguments @ ..] = words.as_slice() else { panic!("{entry}") };
    let files = ["examples/SortedList.java", "examples/SearchTree.java"];
    let output = run(&project(), &[arguments, &files, &["--scope", "3"]].concat());
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("violated  SearchTree.remove"));
    assert!(output.stderr.is_empty(), "{output:?}");
    let output = run(&project(), &[arguments, &["examples/UndoStack.java"][..]].concat());
    assert!(output.status.code().is_some_and(|code| code < 4), "{output:?}");
}

/// The names of the steps of a workflow that run scripts.
fn steps_with_scripts(workflow: &str) -> Vec<String> {
    let steps = workflow.split("- name: ").skip(1).filter(|step| step.contains("run: |\n"));
    steps.map(|step| step.lines().next().unwrap_or_default().to_owned()).collect()
}

/// What is released is built as the documents say: with the Rust version that the manifest asks
/// for, with the locked dependencies, by scripts that a shell can read.
#[test]
fn releases_are_built_as_promised() {
    let read = |name: &str| std::fs::read_to_string(project().join(name)).expect("it is there");
    let manifest = read("Cargo.toml");
    let version = manifest.split_once("rust-version = \"").and_then(|(_, rest)| rest.split_once('"')).expect("one").0;
    let (docker, release) = (read("Dockerfile"), read(".github/workflows/release.yml"));
    assert!(docker.contains(&format!("FROM rust:{version}-alpine")), "{docker}");
    assert!(
        release.contains(&format!("rust:{version}-alpine")) && release.contains(&format!("cargo +{version} build"))
    );
    assert!(read("README.md").contains(&format!("You need Rust ({version} or newer)")));
    for text in [&docker, &release] {
        let builds: Vec<&str> = text.lines().filter(|line| line.contains(" build --release")).collect();
        assert!(!builds.is_empty() && builds.iter().all(|line| line.contains("--locked")), "{builds:?}");
    }
    let folder = scratch("release_scripts");
    for step in steps_with_scripts(&release) {
        write(&folder, "step.sh", script_of(&release, &step));
        let read = Command::new("bash").args(["-n", "step.sh"]).current_dir(&folder).output().expect("bash runs");
        assert!(read.status.success(), "{step}: {read:?}");
    }
}

/// No locked dependency asks for a newer Rust than the manifest does. Where their manifests are not
/// at hand, nothing is compared.
#[test]
fn dependencies_need_no_newer_rust() {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--format-version", "1", "--locked", "--offline"]).current_dir(project());
    let Ok(Ok(metadata)) = cargo.output().map(|output| serde_json::from_slice::<Json>(&output.stdout)) else { return };
    let number = |text: &str| text.split('.').map(|part| part.parse().unwrap_or(0)).take(2).collect::<Vec<u32>>();
    let packages = metadata["packages"].as_array().expect("packages");
    let asked = |package: &Json| package["rust_version"].as_str().map(number).unwrap_or_default();
    let is_ours = |package: &&Json| package["name"] == "tightrope-cli";
    let ours = packages.iter().find(is_ours).map(asked).expect("it is one of them");
    for package in packages {
        assert!(asked(package) <= ours, "{} {} needs {}", package["name"], package["version"], package["rust_version"]);
    }
}
