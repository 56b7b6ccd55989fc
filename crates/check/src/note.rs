//! Alarm or note? What a method does that nobody has promised otherwise.
//!
//! A `throw` in the code is there on purpose. A null argument, or a list that bites its own tail,
//! may be the caller's fault where nobody has said who has to exclude it. Both are worth a line and
//! no alarm, and neither may end the search: a deeper mistake may hide behind it. An exception that
//! nobody wrote is an alarm, but one that says little of what the contract says: the search goes on
//! for a while to look for something worse.

use crate::Input;
use tightrope_engine::Witness;
use tightrope_problem::{Breach, Excuse, How, Problem};
use tightrope_program::body::{Stmt, StmtKind};
use tightrope_program::names::simple_name;
use tightrope_program::{ClassId, ClassOrigin, Code, Method, MethodId, MethodKind, Program, visit};
use tightrope_report::{Warning, WarningKind};
use tightrope_source::Span;

/// How bad a witness is; the worst last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Weight {
    Note,
    /// An exception that nobody wrote, such as a null pointer.
    Exception,
    /// What the contract says, or an assertion in the code.
    Contract,
}

pub(crate) fn weight(problem: &Problem<'_>, witness: &Witness) -> Weight {
    if kind(problem, witness).is_some() {
        return Weight::Note;
    }
    match witness.breach.how {
        How::Exception { class, .. } if !is_error(problem.program, class) => Weight::Exception,
        _ => Weight::Contract,
    }
}

/// `None`: it is an alarm.
fn kind(problem: &Problem<'_>, witness: &Witness) -> Option<WarningKind> {
    if is_deliberate(problem, &witness.breach) {
        return Some(WarningKind::DeliberateException);
    }
    problem.excuse(&witness.breach, &witness.heap).map(|excuse| match excuse {
        Excuse::NullArgument => WarningKind::NullArgument,
        Excuse::CyclicArgument => WarningKind::CyclicArgument,
        Excuse::SharedArgument => WarningKind::SharedArgument,
    })
}

/// What is said of a witness that is no alarm. `call`: the call, as Java.
pub(crate) fn note(input: Input<'_>, problem: &Problem<'_>, witness: &Witness, call: &str) -> Option<Warning> {
    let kind = kind(problem, witness)?;
    let does = match witness.breach.how {
        How::Exception { class, .. } => format!("throws {}", simple_name(input.program, class)),
        How::Repeats { .. } => "never returns".to_owned(),
        _ => "StackOverflowError".to_owned(),
    };
    let place = Some(input.place(problem.place_of(&witness.breach)));
    Some(Warning { kind, message: format!("{does} {}: `{call}`", because(kind)), place })
}

/// `throws IllegalStateException on purpose`
pub(crate) fn because(kind: WarningKind) -> &'static str {
    match kind {
        WarningKind::NullArgument => "when given null",
        WarningKind::NumberArgument => "when given a number out of range",
        WarningKind::CyclicArgument => "when given links that lead back to where they start",
        WarningKind::SharedArgument => "when given links that meet",
        _ => "on purpose",
    }
}

/// Does a `throw` of the method itself, or of what looks at arguments for it, make the exception,
/// while nobody has said what the method may throw? An `Error` is what nobody wants to see.
pub(crate) fn is_deliberate(problem: &Problem<'_>, breach: &Breach) -> bool {
    let (How::Exception { class, made }, Some(method)) = (&breach.how, problem.method()) else { return false };
    let program = problem.program;
    let checked = program.method(method);
    let is_own = |thrower: MethodId| {
        let thrower = program.method(thrower);
        // A static method that throws looks at arguments for others.
        let is_helper = thrower.is_private || thrower.is_static || chains(program, checked, thrower);
        is_helper || thrower.class == checked.class && !checked.params.is_empty() && is_about_arguments(program, *class)
    };
    let thrower = thrower(program, method, *made);
    problem.is_unspecified()
        && !is_error(program, *class)
        && thrower
            .is_some_and(|thrower| (thrower == method || is_own(thrower)) && is_thrown(program, thrower, *class, *made))
}

/// Does a `throw` of another method of the class make the exception, to say in which states it
/// cannot be called? `poll` asks `peek`, which refuses an empty queue. Of an object that is as new
/// (`is_new`), an index that is refused says the same: `removeFirst` asks `remove(0)`.
pub(crate) fn is_refused_by_other(problem: &Problem<'_>, breach: &Breach, is_new: bool) -> bool {
    let (How::Exception { class, made }, Some(method)) = (&breach.how, problem.method()) else { return false };
    let program = problem.program;
    let is_state = !is_error(program, *class) && (is_new || !is_about_arguments(program, *class));
    let is_of_class =
        |thrower: &MethodId| program.is_subclass(program.method(method).class, program.method(*thrower).class);
    problem.is_unspecified()
        && is_state
        && thrower(program, method, *made)
            .filter(is_of_class)
            .is_some_and(|thrower| is_thrown(program, thrower, *class, *made))
}

/// One constructor leaves it to another, of its class or of the one above, to look at arguments.
fn chains(program: &Program, method: &Method, thrower: &Method) -> bool {
    let are_constructors = [method, thrower].iter().all(|it| it.kind == MethodKind::Constructor);
    are_constructors && program.is_subclass(method.class, thrower.class)
}

/// Is it an exception that says what is wrong with an argument?
pub(crate) fn is_about_arguments(program: &Program, class: ClassId) -> bool {
    let names = ["IllegalArgumentException", "IndexOutOfBoundsException", "NullPointerException"];
    let known = names.iter().filter_map(|name| program.class_named(&format!("java.lang.{name}")));
    known.into_iter().any(|known| program.is_subclass(class, known))
}

fn is_error(program: &Program, class: ClassId) -> bool {
    program.class_named("java.lang.Error").is_some_and(|error| program.is_subclass(class, error))
}

/// The user's method whose code has this place: the checked one, if it is among them.
fn thrower(program: &Program, method: MethodId, made: Span) -> Option<MethodId> {
    let has_it = |id: &MethodId| {
        let declared = program.method(*id);
        let is_users = program.class(declared.class).origin == ClassOrigin::User;
        is_users && matches!(declared.code, Code::Body(_)) && is_inside(made, declared.span)
    };
    let innermost = |id: &MethodId| {
        let span = program.method(*id).span;
        span.end - span.start
    };
    Some(method).filter(has_it).or_else(|| program.method_ids().filter(has_it).min_by_key(innermost))
}

fn is_inside(inner: Span, outer: Span) -> bool {
    inner.file == outer.file && outer.start <= inner.start && inner.end <= outer.end
}

/// Does a `throw` statement of the method make the exception?
fn is_thrown(program: &Program, method: MethodId, class: ClassId, made: Span) -> bool {
    let Code::Body(body) = &program.method(method).code else { return false };
    let (mut is_in_throw, mut is_throw, mut is_new) = (false, false, false);
    visit::for_each_stmt(&body.block, &mut |stmt: &Stmt| match &stmt.kind {
        StmtKind::Throw(_) if made == stmt.span => is_throw = true,
        StmtKind::Throw(_) => is_in_throw |= is_inside(made, stmt.span),
        StmtKind::New { class: new, .. } => is_new |= *new == class && is_inside(stmt.span, made),
        _ => {}
    });
    // A statement that makes and throws its exception by itself is an `assert`.
    is_in_throw && is_new || is_throw && !is_new || is_made_by_lambda(program, class, made)
}

/// `orElseThrow(() -> new …)`: does a lambda expression make the exception?
fn is_made_by_lambda(program: &Program, class: ClassId, made: Span) -> bool {
    let has_it = |id: MethodId| {
        let method = program.method(id);
        let owner = program.class(method.class);
        let is_lambda = owner.origin == ClassOrigin::User && owner.simple_name.is_empty();
        let Code::Body(body) = &method.code else { return false };
        let mut is_new = false;
        if is_lambda {
            visit::for_each_stmt(&body.block, &mut |stmt: &Stmt| {
                is_new |= matches!(stmt.kind, StmtKind::New { class: new, .. } if new == class)
                    && (is_inside(stmt.span, made) || is_inside(made, stmt.span));
            });
        }
        is_new
    };
    program.method_ids().any(has_it)
}
