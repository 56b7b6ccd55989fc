//! `tightrope cache`: what is kept from run to run.

use crate::arguments::{CacheArguments, CacheWork};
use crate::exit::Exit;
use crate::output::Output;
use crate::repository::Repository;
use crate::repository::store::{Contents, Record, Trouble};
use std::io;
use std::time::{SystemTime, UNIX_EPOCH};
use tightrope_source::{Code, Diagnostic, SourceMap};

pub fn run(arguments: &CacheArguments, output: &mut Output<'_>) -> io::Result<Exit> {
    let Some(repository) = output.repository.clone() else {
        return say_trouble("there is no folder for the cache; name one by TIGHTROPE_CACHE_DIR", Exit::Usage, output);
    };
    let (text, exit) = match arguments.work {
        CacheWork::List => (repository.contents().map(|contents| listed(&repository, &contents)), Exit::Success),
        CacheWork::Verify => {
            let contents = repository.contents();
            let is_sound = contents.as_ref().is_ok_and(|contents| contents.damaged == 0);
            (contents.map(|contents| verified(&contents)), if is_sound { Exit::Success } else { Exit::Violated })
        }
        CacheWork::Clear => (repository.clear().map(|()| "the cache is empty\n".to_owned()), Exit::Success),
    };
    match text {
        Ok(text) => output.result(&text).map(|()| exit),
        Err(Trouble::Damaged(what)) => {
            let text = format!("the cache was damaged and has been thrown away: {what}\n");
            output.result(&text).map(|()| Exit::Violated)
        }
        Err(trouble) => say_trouble(&trouble.to_string(), Exit::BadInput, output),
    }
}

fn say_trouble(what: &str, exit: Exit, output: &mut Output<'_>) -> io::Result<Exit> {
    let diagnostic = Diagnostic::without_place(Code::CannotRead, what.to_owned());
    output.diagnostics(&SourceMap::new(), &[diagnostic])?;
    Ok(exit)
}

fn listed(repository: &Repository, contents: &Contents) -> String {
    let mut records: Vec<&Record> = contents.records.iter().collect();
    records.sort_by_key(|record| (&record.kind, &record.label, record.stored));
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let widest = records.iter().map(|record| record.label.chars().count()).max().unwrap_or(0);
    let mut text = format!("{}\n", repository.file().display());
    for record in &records {
        let age = age(now.saturating_sub(record.stored));
        text +=
            &format!("{:<8} {:<widest$} {:>8}  {age}\n", record.kind, record.label, size(record.value.len() as u64));
    }
    let plural = if records.len() == 1 { "answer" } else { "answers" };
    text + &format!("{} {plural}, {} on disk\n", records.len(), size(contents.bytes))
}

fn verified(contents: &Contents) -> String {
    let whole = format!("{} answers are as they were written\n", contents.records.len());
    match contents.damaged {
        0 => whole,
        1 => format!("{whole}1 is damaged; it is not used, and computed again\n"),
        many => format!("{whole}{many} are damaged; they are not used, and computed again\n"),
    }
}

fn size(bytes: u64) -> String {
    match bytes {
        0..1024 => format!("{bytes} B"),
        1024..1_048_576 => format!("{} kB", bytes / 1024),
        _ => format!("{} MB", bytes / 1_048_576),
    }
}

fn age(seconds: u64) -> String {
    match seconds {
        0..60 => "just now".to_owned(),
        60..3600 => format!("{} min ago", seconds / 60),
        3600..86_400 => format!("{} h ago", seconds / 3600),
        _ => format!("{} days ago", seconds / 86_400),
    }
}
