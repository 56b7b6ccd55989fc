//! The formats that other tools read: SARIF, JUnit XML, annotations, Markdown. Texts of the user
//! stay texts in all of them.

mod samples;
mod support;

use samples::Sample;
use serde_json::Value as Json;
use std::collections::BTreeSet;
use tightrope_report::{
    Reachability, RunReport, fingerprint, run_as_github, run_as_junit, run_as_markdown, run_as_sarif,
};

fn reports(sample: &Sample) -> [RunReport; 3] {
    [sample.first_run(), sample.all_hold(), sample.everything()]
}

fn sarif(report: &RunReport) -> Json {
    serde_json::from_str(&run_as_sarif(report)).expect("SARIF is JSON")
}

fn findings(report: &RunReport) -> usize {
    report.methods.iter().map(|method| method.counterexamples.len()).sum()
}

/// What the standard demands of the parts that are used, and GitHub of a log that it takes.
#[test]
fn sarif_has_what_its_readers_need() {
    let sample = Sample::new();
    for report in reports(&sample) {
        let log = sarif(&report);
        assert_eq!(log["version"], "2.1.0");
        let run = &log["runs"][0];
        let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
        let ids: BTreeSet<&str> = rules.iter().filter_map(|rule| rule["id"].as_str()).collect();
        assert_eq!(ids.len(), rules.len(), "rules have different ids");
        let results = run["results"].as_array().expect("results");
        assert_eq!(results.len(), findings(&report));
        for result in results {
            let index = result["ruleIndex"].as_u64().expect("an index") as usize;
            assert_eq!(rules[index]["id"], result["ruleId"]);
            assert!(result["message"]["text"].as_str().is_some_and(|text| !text.is_empty()));
            let place = &result["locations"][0]["physicalLocation"];
            assert!(place["region"]["startLine"].as_u64().is_some_and(|line| line > 0));
            let uri = place["artifactLocation"]["uri"].as_str().expect("a URI");
            assert!(uri.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~/%:".contains(&byte)), "{uri}");
            assert!(result["partialFingerprints"]["tightrope/v1"].as_str().is_some_and(|it| it.len() == 16));
        }
    }
}

/// Lines move, mistakes stay the same; another clause is another mistake.
#[test]
fn fingerprints_do_not_depend_on_lines() {
    let sample = Sample::new();
    for report in reports(&sample) {
        for method in &report.methods {
            for found in &method.counterexamples {
                let mut moved = (method.clone(), found.clone());
                moved.0.place.line += 7;
                moved.1.path.iter_mut().for_each(|line| line.place.line += 7);
                assert_eq!(fingerprint(method, found), fingerprint(&moved.0, &moved.1));
                moved.0.signature.push('x');
                assert_ne!(fingerprint(method, found), fingerprint(&moved.0, &moved.1));
            }
        }
    }
}

/// Alerts with the same rule, file and hash of the line are one alert.
#[test]
fn findings_of_one_line_stay_apart() {
    let sample = Sample::new();
    let mut report = sample.everything();
    let again: Vec<_> = report.methods.iter().flat_map(|method| method.counterexamples.clone()).collect();
    report.methods[0].counterexamples = again;
    let log = sarif(&report);
    let results = log["runs"][0]["results"].as_array().expect("results");
    let identity = |result: &Json| {
        let place = result["locations"][0]["physicalLocation"].to_string();
        let own = result["partialFingerprints"]["primaryLocationLineHash"].to_string();
        (result["ruleId"].to_string(), place, own)
    };
    let identities: BTreeSet<_> = results.iter().map(identity).collect();
    assert_eq!(identities.len(), results.len());
}

/// Hosts refuse what is too large as a whole, so it is cut, and says so.
#[test]
fn large_reports_stay_within_the_limits_of_hosts() {
    let sample = Sample::new();
    let mut report = sample.everything();
    let step = report.methods.iter().flat_map(|it| &it.counterexamples).find_map(|it| it.path.first().cloned());
    let mut one = report.methods.iter().find(|it| it.counterexamples.len() == 1).expect("a finding").clone();
    one.counterexamples[0].path = vec![step.expect("a path"); 20_000];
    report.methods.push(one.clone());
    let flows = sarif(&report)["runs"][0]["results"].as_array().expect("results").clone();
    let steps = flows.last().expect("a result")["codeFlows"][0]["threadFlows"][0]["locations"].as_array().map(Vec::len);
    assert_eq!(steps, Some(1_000));
    // The host packs it: a hundred findings with long runs are as large as it takes.
    let mut long = report.clone();
    one.counterexamples[0].path.truncate(2_000);
    long.methods.extend(vec![one.clone(); 200]);
    let text = run_as_sarif(&long);
    assert!(text.len() < 100_000_000 && text.contains("lines left out"), "{} bytes", text.len());

    one.counterexamples[0].path.clear();
    report.methods.extend(vec![one; 6_000]);
    let results = &sarif(&report)["runs"][0]["results"];
    assert_eq!(results.as_array().map(Vec::len), Some(5_000));
    let markdown = run_as_markdown(&report, &sample.program, &sample.layouts);
    assert!(markdown.len() < 1 << 20, "{} bytes", markdown.len());
    let cuts: Vec<&str> = markdown.lines().filter(|line| line.contains("left out: there is no room")).collect();
    assert!(cuts.len() == 2 && cuts[0].contains(" methods ") && cuts[1].contains(" findings "), "{cuts:?}");
}

/// Whether a client can have the heap is said wherever a finding is.
#[test]
fn every_format_says_which_calls_build_the_heap() {
    let sample = Sample::new();
    let formats = |report: &RunReport| {
        let markdown = run_as_markdown(report, &sample.program, &sample.layouts);
        [run_as_sarif(report), run_as_github(report), run_as_junit(report), markdown]
    };
    let mut report = sample.first_run();
    report.methods[1].counterexamples[0].reachability = Some(Reachability::AdmittedOnly { calls: 4 });
    assert!(formats(&report).iter().all(|text| text.contains("no sequence of up to 4 public calls builds it")));
    report.methods[1].counterexamples[0].calls = vec!["it.refill();".to_owned(), "it.insert(5);".to_owned()];
    assert!(formats(&report).iter().all(|text| text.contains("it.refill();") && text.contains("it.insert(5);")));
}

/// Reads XML as far as these documents need it: every element is closed by its name, attributes are
/// quoted, nothing is left open.
fn elements(xml: &str) -> Vec<String> {
    let (mut open, mut seen): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    let mut rest = xml;
    while let Some(start) = rest.find('<') {
        assert!(!rest[..start].contains('>') && entities_are_known(&rest[..start]), "{}", &rest[..start]);
        let end = start + rest[start..].find('>').expect("a tag ends");
        let tag = &rest[start + 1..end];
        rest = &rest[end + 1..];
        if tag.starts_with('?') {
            continue;
        }
        assert!(!tag.contains('<') && tag.matches('"').count().is_multiple_of(2) && entities_are_known(tag), "{tag}");
        let name: String = tag.trim_matches('/').split(' ').next().expect("a name").to_owned();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name));
        } else {
            seen.push(name.clone());
            if !tag.ends_with('/') {
                open.push(name);
            }
        }
    }
    assert!(open.is_empty() && rest.trim().is_empty(), "{open:?} {rest}");
    seen
}

fn entities_are_known(text: &str) -> bool {
    let known = ["amp;", "lt;", "gt;", "quot;", "#39;"];
    text.split('&').skip(1).all(|after| known.iter().any(|entity| after.starts_with(entity)))
}

fn leading_number(text: &str) -> usize {
    text.split('"').next().and_then(|digits| digits.parse().ok()).expect("a number in quotes")
}

#[test]
fn junit_counts_what_it_lists() {
    let sample = Sample::new();
    for report in reports(&sample) {
        let xml = run_as_junit(&report);
        let seen = elements(&xml);
        let count = |name: &str| seen.iter().filter(|element| *element == name).count();
        let first = xml.lines().nth(1).expect("a second line");
        for (attribute, element) in [("tests", "testcase"), ("failures", "failure")] {
            assert!(first.contains(&format!(" {attribute}=\"{}\"", count(element))), "{attribute}: {first}");
        }
        // Only suites say how many were skipped.
        let said: usize = xml.split(" skipped=\"").skip(1).map(leading_number).sum();
        assert_eq!(said, count("skipped"), "{xml}");
        assert_eq!(count("failure"), findings(&report));
    }
}

const HOSTILE: &str = "</failure>\n::error::</script>\"'&|`%0A,:\u{0}\u{202e}木";

fn with_hostile_texts(mut report: RunReport) -> RunReport {
    for method in &mut report.methods {
        method.class = HOSTILE.to_owned();
        method.qualified_class = HOSTILE.to_owned();
        method.signature = HOSTILE.to_owned();
        method.place.file = HOSTILE.to_owned();
        for found in &mut method.counterexamples {
            found.title = HOSTILE.to_owned();
            found.call = HOSTILE.to_owned();
            found.calls = vec![HOSTILE.to_owned()];
            found.hint = Some(HOSTILE.to_owned());
            for conjunct in &mut found.failing {
                conjunct.text = HOSTILE.to_owned();
                conjunct.values.iter_mut().for_each(|value| value.value = HOSTILE.to_owned());
            }
        }
    }
    report
}

#[test]
fn texts_of_the_user_stay_texts() {
    let sample = Sample::new();
    for report in reports(&sample) {
        let report = with_hostile_texts(report);
        elements(&run_as_junit(&report));
        assert_eq!(sarif(&report)["runs"][0]["results"].as_array().map(Vec::len), Some(findings(&report)));
        let github = run_as_github(&report);
        // One command a line, whatever they say.
        assert!(github.lines().all(|line| line.starts_with("::error ") || line.starts_with("::warning ")), "{github}");
        let markdown = run_as_markdown(&report, &sample.program, &sample.layouts);
        for text in [&github, &markdown, &run_as_junit(&report), &run_as_sarif(&report)] {
            assert!(!text.contains('\u{202e}'), "text of the user turns the direction of what follows");
        }
        assert!(!markdown.contains("</script>") && !markdown.contains("</failure>"));
    }
}
