//! What `tightrope explain` says of verdicts, and of the reasons and remarks beside them.
//!
//! A reason is found by the words that a report uses, so that a line can be pasted as it is.

/// A verdict, or something that a report says.
#[derive(Debug)]
pub struct Explained {
    /// The words of the report that it is known by.
    pub name: &'static str,
    pub title: &'static str,
    pub text: &'static str,
}

/// What `check` says of a method.
pub const VERDICTS: &[Explained] = &[
    Explained {
        name: "holds",
        title: "no heap of the scope breaks the contract",
        text: "Every heap within the scope that satisfies the invariants and the precondition was covered, with\n\
               every aliasing and every argument. The line says how many, and which values. `bounds:` names the\n\
               limits that were reached: a larger scope has other heaps. `assumed:` lists what was not tried.\n\
               Use `--verbose` to see everything that the verdict rests on.",
    },
    Explained {
        name: "violated",
        title: "here is a smallest heap on which the method breaks its contract",
        text: "The heap was judged again by the reference evaluation before it was shown. No heap with fewer\n\
               objects breaks the same clause. If no program can build this heap, the invariant admits too much:\n\
               add the condition that excludes it. If an exception is meant, declare it with `throws` or `signals`.",
    },
    Explained {
        name: "vacuous",
        title: "no heap satisfies the precondition",
        text: "The contract was never put to the test. The reason names the clause that excludes the most heaps.\n\
               The usual cause is JML's default: a reference is non-null unless it is declared `nullable`, so a\n\
               `Node next` without `nullable` has no finite list.",
    },
    Explained {
        name: "unknown",
        title: "time, memory or a budget ended the search",
        text: "The last complete scope is a result, and the line gives it. Allow more with `--timeout`, `--memory` or\n\
               `--max-steps`, or ask for a smaller scope. If not even scope 1 was completed, a loop does not end on\n\
               some heap: a `repOk` without a guard against cycles, or a very large number.",
    },
    Explained {
        name: "unsupported",
        title: "a run reaches something that is not modelled",
        text: "The verdict names the construct and its place. The rest of the file is still checked. What is modelled is\n\
               listed in docs/supported-java.md, docs/supported-jml.md and docs/supported-library.md.",
    },
];

/// Why a verdict is what it is, and what else a report remarks.
pub const REASONS: &[Explained] = &[
    Explained {
        name: "holds ≤",
        title: "all scopes up to this number were completed, the next one was not",
        text: "No heap up to that scope breaks the contract; then time, memory or a budget ended the search. That is a\n\
               result. For a larger scope allow more (`--timeout`, `--memory`, `--max-steps`). The exit code is that of\n\
               `unknown`, because less was covered than was asked for.",
    },
    Explained {
        name: "up to 8 calls",
        title: "heaps are those that so many public calls build",
        text: "A class without an invariant and a contract says nothing about its heaps. So its objects are made by its\n\
               public constructors and methods, in every order. `--from api=10` tries longer sequences, `--from any` all\n\
               heaps of the fields' types. Write `boolean repOk()` to have every heap tried that the class means.",
    },
    Explained {
        name: "out of time",
        title: "the time of a method was over",
        text: "`--timeout 5m` allows more; `0` means no limit. Among more than 40 methods each has 5 s by default.\n\
               The scopes that were completed before are a result.",
    },
    Explained {
        name: "out of memory",
        title: "the memory that was allowed was used up",
        text: "`--memory 4G` allows more. A smaller scope needs less; so does `--engine glassbox`.",
    },
    Explained {
        name: "than the budget allows",
        title: "one single run was too long, too deep, or made too many objects",
        text: "The budget keeps one run from taking all the time. Usually a loop or a recursion does not end on some heap\n\
               (a `repOk` without a guard against cycles), or a very large number makes it long: `--scope int=0..5`\n\
               narrows numbers, `--max-steps` allows longer runs.",
    },
    Explained {
        name: "not all numbers",
        title: "of numbers that the code computes with, only some values were tried",
        text: "The search tries a range, the numbers that the code names, the least and the greatest. Where that shows\n\
               nothing, all values are looked at as one formula; if it was too large or too hard, the line keeps these\n\
               words. `--scope int=-8..8` tries more values, `--engine symbolic` gives the formula more time.",
    },
    Explained {
        name: "all numbers",
        title: "every value of a number was covered, not only those that were tried",
        text: "All values were looked at as one formula. `all numbers only up to scope 3` says that the formula of larger\n\
               scopes was too hard: there only some values were tried.",
    },
    Explained {
        name: "for heaps of every size",
        title: "nothing depends on the scope any more",
        text: "A run sees a few nodes, and stands for all heaps that look the same there. No part of the method needs more\n\
               nodes, or what is left of a run goes on as on a smaller heap (`by induction on their size`).\n\
               `--engine explore` looks at the heaps of the scope one by one instead.",
    },
    Explained {
        name: "certified",
        title: "each refutation has a proof that was checked",
        text: "`--certify` lets the engine `symbolic` decide. A checker of its own reads the proof of the solver, step by\n\
               step; `--proof FILE` keeps it for another one.",
    },
    Explained {
        name: "admitted by the contract only",
        title: "no short sequence of public calls builds the heap of a finding",
        text: "The invariant and the precondition admit the heap. If no program can build it, the invariant is too weak:\n\
               add the condition that excludes it. `tightrope doctor CLASS` shows what an invariant admits beyond what\n\
               public calls build.",
    },
    Explained {
        name: "on purpose",
        title: "a note: the exception comes from a `throw` statement",
        text: "Nobody has said what the method may do, and the code refuses by itself. So it is a note, and the search goes\n\
               on. Declare it with `throws` or `signals` and the note becomes a rule.",
    },
    Explained {
        name: "when given",
        title: "a note: the failure comes of an argument that nothing rules out",
        text: "Null, a number out of range, or links that lead back were passed, and nobody has said that callers do not do\n\
               that. Say so with `@NonNull`, `@Nullable` or `requires`; `--non-null` excludes null arguments everywhere.\n\
               Where `@Nullable` admits null, the failure is a violation.",
    },
    Explained {
        name: "bounds",
        title: "limits of the scope that were reached",
        text: "`used up Node` says that some heap had all the nodes that the scope allows: a larger scope has more heaps,\n\
               and may differ. Where nothing was used up, a larger scope has no other heaps. `--scope Node=8` allows more.",
    },
    Explained {
        name: "assumed",
        title: "what the verdict takes for granted",
        text: "Something that was not tried, or that somebody else has to keep: the contracts of called methods, the classes\n\
               of objects behind an interface, consistent `equals` and `hashCode`. docs/world.md says what is there before\n\
               a call, and which options widen it.",
    },
    Explained {
        name: "does not end",
        title: "an invariant or a precondition runs for ever on some heaps",
        text: "Such heaps are skipped, and nothing is said of them. Guard a `repOk` against cycles: count the steps, or keep\n\
               the visited nodes in a set (docs/writing-repok.md).",
    },
    Explained {
        name: "satisfies the invariant",
        title: "the invariant admits one heap only",
        text: "`holds` then says very little. `tightrope generate CLASS` lists what the invariant admits; the usual causes\n\
               are a missing `nullable`, and a condition that excludes every node.",
    },
    Explained {
        name: "never returns",
        title: "the run comes back to a state in which it was before",
        text: "A loop that repeats a state goes on for ever. This was observed, not guessed from a long run: a run that is\n\
               only long gives `unknown`.",
    },
    Explained {
        name: "no public call makes",
        title: "there is no way to get an argument of this type",
        text: "Objects come from public constructors and methods, and none of them makes such an object. Give the class a\n\
               `repOk`, or try all heaps with `--from any`.",
    },
    Explained {
        name: "is not at hand",
        title: "the code of a class or a member was not given, and Java's library has no model of it",
        text: "Give the path of its source file, or of its jar (`--class-path lib/a.jar`; jars of a Maven or Gradle project\n\
               are found by themselves). A class of the Java library that is not modelled stays unknown.",
    },
    Explained {
        name: "compiled code",
        title: "the class is on the class path, but only its class file is there",
        text: "Its types, supertypes and constants are known, so the rest of the file is checked; what would run its code is\n\
               unsupported. Put `a-sources.jar` beside `a.jar` to have the code run (Maven fetches it with\n\
               `mvn dependency:sources`).",
    },
    Explained {
        name: "only failures",
        title: "nothing says what is right, so only what fails can be found",
        text: "Without a contract, exceptions, failed asserts and runs without end are found. A wrong answer is not: say what\n\
               is right. A scenario is the shortest way, a static method that asserts; all arguments are tried:\n\
               \n\
               class QueueScenario {\n\
               \x20   static void firstInFirstOut(int a, int b) {\n\
               \x20       Queue it = new Queue();\n\
               \x20       it.add(a);\n\
               \x20       it.add(b);\n\
               \x20       assert it.remove() == a;\n\
               \x20       assert it.remove() == b;\n\
               \x20   }\n\
               }\n\
               \n\
               Put it beside the class, and: tightrope check QueueScenario.java. Or say in the class itself when an object is\n\
               valid; then every heap is tried, and every method has to keep it valid:\n\
               \n\
               boolean repOk() {\n\
               \x20   return size >= 0 && (head == null) == (size == 0);\n\
               }\n\
               \n\
               More: docs/recipes.md, docs/writing-repok.md.",
    },
];

/// The one that is named, or else the one whose words are the longest in what was pasted.
pub fn find(text: &str) -> Option<&'static Explained> {
    let text = text.trim().trim_end_matches(':').to_lowercase();
    let all = || VERDICTS.iter().chain(REASONS);
    let named = all().find(|explained| explained.name == text);
    let within = || REASONS.iter().filter(|explained| text.contains(explained.name));
    let calls = || (text.starts_with("up to") && text.contains("call")).then(|| by_name("up to 8 calls")).flatten();
    named.or_else(|| within().max_by_key(|explained| explained.name.len())).or_else(calls)
}

fn by_name(name: &str) -> Option<&'static Explained> {
    REASONS.iter().find(|explained| explained.name == name)
}

#[cfg(test)]
mod tests {
    use super::find;

    #[test]
    fn a_line_of_a_report_is_found() {
        let name = |text: &str| find(text).map(|explained| explained.name);
        assert_eq!(name("Vacuous"), Some("vacuous"));
        assert_eq!(name("scope 5: 6 heaps, 6 runs, not all numbers"), Some("not all numbers"));
        assert_eq!(name("scope 5: 21 heaps, 56 runs; all numbers"), Some("all numbers"));
        assert_eq!(name("up to 6 calls: 12 states"), Some("up to 8 calls"));
        assert_eq!(name("note: throws IllegalStateException on purpose: `it.peek();`"), Some("on purpose"));
        assert_eq!(name("assumed:"), Some("assumed"));
        assert_eq!(name("vacous"), None);
    }
}
