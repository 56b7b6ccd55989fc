//! The binary: argv in, exit code out.

/// Searches make and drop small states all the time, on threads that are not the first one. There
/// the system's allocator asks for memory page by page.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

use clap::Parser;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::process::ExitCode;
use tightrope_cli::arguments::{Arguments, Color, Command, OutputOptions};
use tightrope_cli::exit::Exit;
use tightrope_cli::output::Output;
use tightrope_cli::repository::{Repository, store};
use tightrope_cli::{bounds, cache, check, doctor, explain, generate, list, mutate, queue, run, shell, show, spec};
use tightrope_report::WIDTH;
use tightrope_syntax::STACK_SIZE;

fn main() -> ExitCode {
    std::panic::set_hook(Box::new(report_bug));
    let worker = std::thread::Builder::new().name("tightrope".to_owned()).stack_size(STACK_SIZE).spawn(answer);
    match worker.map(std::thread::JoinHandle::join) {
        Ok(Ok(code)) => code,
        // The hook has said what there is to say.
        Ok(Err(_)) => ExitCode::from(Exit::Bug.code()),
        Err(error) => {
            report(&format!("error: the system gives no thread with a stack of {STACK_SIZE} bytes: {error}"));
            ExitCode::from(Exit::Bug.code())
        }
    }
}

fn answer() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(answer) => return answer_usage(&answer),
    };
    let mut results = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    // Not locked: the live line, and a thread that panics, write there too.
    let mut messages = BufWriter::with_capacity(1 << 13, io::stderr());
    let mut output = open_output(&arguments.manners, &mut results, &mut messages);
    let outcome = dispatch(&arguments.command, &mut output);
    let outcome = outcome.and_then(|exit| results.flush().and(messages.flush()).map(|()| exit));
    match outcome {
        Ok(exit) => ExitCode::from(exit.code()),
        // Whoever read our output has seen enough: `tightrope list … | head`.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            drop(messages);
            report(&format!("error: the output cannot be written: {error}"));
            ExitCode::from(Exit::Usage.code())
        }
    }
}

fn dispatch(command: &Command, output: &mut Output<'_>) -> io::Result<Exit> {
    match command {
        Command::Check(arguments) => check::run(arguments, output),
        Command::Generate(arguments) => generate::run(arguments, output),
        Command::Bounds(arguments) => bounds::run(arguments, output),
        Command::Cache(arguments) => cache::run(arguments, output),
        Command::Doctor(arguments) => doctor::run(arguments, output),
        Command::Mutate(arguments) => mutate::run(arguments, output),
        Command::List(arguments) => list::run(arguments, output),
        Command::Spec(arguments) => spec::run(arguments, output),
        Command::Run(arguments) => run::run(arguments, output),
        Command::Show(arguments) => show::run(arguments, output),
        Command::Explain(arguments) => explain::run(arguments, output),
        Command::Completions(arguments) => shell::completions(arguments, output),
        Command::Worker(arguments) => queue::worker::run(arguments, output),
        Command::Man(arguments) => shell::manual(arguments, output),
    }
}

/// `--help` and `--version` are answers too; clap knows which stream each belongs to.
fn answer_usage(answer: &clap::Error) -> ExitCode {
    // Nobody is left to be told if this fails.
    let _ = answer.print();
    if answer.use_stderr() { ExitCode::from(Exit::Usage.code()) } else { ExitCode::SUCCESS }
}

fn open_output<'a>(manners: &OutputOptions, results: &'a mut dyn Write, messages: &'a mut dyn Write) -> Output<'a> {
    Output {
        results,
        messages,
        colored_results: wants_color(manners.color, io::stdout().is_terminal()),
        colored_messages: wants_color(manners.color, io::stderr().is_terminal()),
        quiet: manners.quiet,
        max_diagnostics: manners.max_diagnostics,
        repository: Repository::of_user(),
        width: width_of_results(),
    }
}

/// That of the terminal, within reason; drawings need some room.
fn width_of_results() -> usize {
    let columns = terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| usize::from(width.0));
    columns.map_or(WIDTH, |columns| columns.clamp(60, 120))
}

fn wants_color(color: Color, is_terminal: bool) -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    match color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => is_terminal && !is_set("NO_COLOR") && std::env::var_os("TERM").is_none_or(|term| term != "dumb"),
    }
}

fn report_bug(panic: &std::panic::PanicHookInfo<'_>) {
    if std::thread::current().name() == Some(store::THREAD) {
        // A file on the disk is damaged, and is thrown away.
        return;
    }
    let payload = panic.payload();
    let message = payload.downcast_ref::<&str>().copied().or(payload.downcast_ref::<String>().map(String::as_str));
    let place = panic.location().map(|location| format!(" at {}:{}", location.file(), location.line()));
    let command: Vec<String> = std::env::args_os().map(|argument| argument.to_string_lossy().into_owned()).collect();
    report(&format!(
        "error: this is a bug in tightrope, not in your program: {}{}\n\
         Please report it, with the input if you can share it, and these two lines:\n  \
         version: {}\n  command: {}",
        message.unwrap_or("it gave up without a message"),
        place.unwrap_or_default(),
        env!("CARGO_PKG_VERSION"),
        command.join(" "),
    ));
}

fn report(text: &str) {
    // Nobody is left to be told if this fails.
    let _ = writeln!(io::stderr(), "{text}");
}
