//! What a solver said elsewhere is believed only after a check: a transcript gives the answers of
//! its solver, and one that was tampered with gives none.

mod support;

use std::sync::Arc;
use support::Random;
use tightrope_circuit::{
    Cadical, Limits, Outcome, Preset, Proofs, Recorder, Recording, Replay, Replayer, SatSolver, Transcript,
};

/// Clauses and queries, in the order in which a solver is given them.
type Dialogue = Vec<(Vec<Vec<i32>>, Vec<i32>)>;

const VARIABLES: usize = 12;

fn literal(random: &mut Random) -> i32 {
    let variable = random.below(VARIABLES) as i32 + 1;
    if random.below(2) == 0 { variable } else { -variable }
}

/// Near the number of clauses where half of the problems have a model.
fn dialogue(random: &mut Random) -> Dialogue {
    let mut clauses =
        |count: usize| -> Vec<Vec<i32>> { (0..count).map(|_| (0..3).map(|_| literal(random)).collect()).collect() };
    let all: Vec<Vec<Vec<i32>>> = [40, 4, 4, 4, 4].map(&mut clauses).into();
    all.into_iter().map(|clauses| (clauses, vec![literal(random), literal(random)])).collect()
}

/// The answers, with models, failed assumptions, conflicts, and the proof.
fn ask(solver: &mut dyn SatSolver, dialogue: &Dialogue) -> (Vec<String>, Option<(String, String)>) {
    let mut answers = Vec::new();
    for (clauses, assumptions) in dialogue {
        clauses.iter().for_each(|clause| solver.add_clause(clause));
        let outcome = solver.solve(assumptions, &Limits::NONE);
        let detail = match outcome {
            Outcome::Sat => format!("{:?}", (1..=VARIABLES as i32).map(|it| solver.value(it)).collect::<Vec<_>>()),
            Outcome::Unsat => format!("{:?} {}", solver.failed(), solver.is_certified()),
            Outcome::Unknown(_) => String::new(),
        };
        answers.push(format!("{outcome:?} {detail} {}", solver.conflicts()));
    }
    (answers, solver.whole_proof())
}

fn recorded(dialogue: &Dialogue) -> Vec<Transcript> {
    let recording: Arc<Recording> = Arc::default();
    ask(&mut Recorder::new(Preset::Default, &recording), dialogue);
    recording.take()
}

#[test]
fn a_transcript_says_what_the_solver_said() {
    let mut random = Random(1);
    let mut refuted = 0;
    for _ in 0..200 {
        let dialogue = dialogue(&mut random);
        let expected = ask(&mut Cadical::new(Preset::Default, Proofs::Kept), &dialogue);
        let replay = Arc::new(Replay::new(recorded(&dialogue)));
        assert_eq!(ask(&mut Replayer::new(&replay, true), &dialogue), expected);
        assert_eq!(replay.rejection(), None);
        refuted += expected.0.iter().filter(|answer| answer.starts_with("Unsat")).count();
    }
    assert!(refuted > 100, "{refuted} queries were refuted");
}

/// Whoever asks something else than the solver was asked may get fewer answers, never a wrong one.
#[test]
fn a_transcript_of_another_problem_is_not_believed() {
    let mut random = Random(2);
    let mut rejected = 0;
    for _ in 0..200 {
        let (asked, mut other) = (dialogue(&mut random), dialogue(&mut random));
        if random.below(2) == 0 {
            // The same, but for one clause.
            other.clone_from(&asked);
            let place = random.below(40);
            other[0].0[place] = (0..3).map(|_| literal(&mut random)).collect();
        }
        let truth = ask(&mut Cadical::new(Preset::Default, Proofs::Kept), &asked).0;
        let replay = Arc::new(Replay::new(recorded(&other)));
        let told = ask(&mut Replayer::new(&replay, false), &asked).0;
        let word = |answer: &str| answer.split(' ').next().unwrap_or_default().to_owned();
        for (told, truth) in told.iter().zip(&truth) {
            assert!(told.starts_with("Unknown") || word(told) == word(truth), "{told}, {truth}");
        }
        rejected += usize::from(replay.rejection().is_some());
    }
    assert!(rejected > 100, "{rejected} transcripts were rejected");
}

#[test]
fn whoever_asks_more_gets_no_answer() {
    let dialogue: Dialogue = vec![(vec![vec![1, 2]], vec![-1])];
    let replay = Arc::new(Replay::new(recorded(&dialogue)));
    let mut solver = Replayer::new(&replay, false);
    ask(&mut solver, &dialogue);
    assert_eq!(replay.rejection(), None);
    assert!(matches!(solver.solve(&[1], &Limits::NONE), Outcome::Unknown(_)));
    assert!(replay.rejection().is_some());
    assert!(matches!(Replayer::new(&replay, false).solve(&[], &Limits::NONE), Outcome::Unknown(_)));
}
