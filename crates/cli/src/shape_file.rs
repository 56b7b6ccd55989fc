//! The shape predicate of a class: in a file that was named, in the comments of its Java file, or
//! in the file beside it.

use crate::load::Loaded;
use std::io;
use std::path::{Path, PathBuf};
use tightrope_bounds::shape::{ShapeError, Shapes, shapes_in_comments};
use tightrope_program::ClassId;
use tightrope_source::{Code, Diagnostic, FileId, Span};

/// A predicate, and the file that it stands in.
pub(crate) type ShapeOfFile = (FileId, Shapes);

/// `Ok(None)`: there is none.
pub(crate) fn find_shape(
    loaded: &mut Loaded,
    class: ClassId,
    named: Option<&Path>,
) -> Result<Option<ShapeOfFile>, Box<Diagnostic>> {
    if let Some(path) = named {
        let text = std::fs::read_to_string(path).map_err(|error| cannot_read(path, &error))?;
        return read(loaded, class, path.to_owned(), text).map(Some);
    }
    let java = loaded.program.class(class).span.file;
    // The comments of the file may speak of other classes.
    if let Some(text) = shapes_in_comments(&loaded.sources.file(java).text)
        && let Some(found) = parse(loaded, class, java, &text)?
    {
        return Ok(Some(found));
    }
    let path = loaded.sources.file(java).path.with_extension("shape");
    match std::fs::read_to_string(&path) {
        Ok(text) => {
            let file = loaded.sources.add(path, text.clone());
            parse(loaded, class, file, &text)
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(cannot_read(&path, &error)),
    }
}

/// Is there a file of predicates beside the Java file?
pub(crate) fn has_companion(loaded: &Loaded, class: ClassId) -> bool {
    let java = loaded.program.class(class).span.file;
    loaded.sources.file(java).path.with_extension("shape").exists()
}

/// What to say where one is needed and there is none; `reason`: why none is derived.
pub(crate) fn no_shape(loaded: &Loaded, class: ClassId, reason: Option<&str>) -> Box<Diagnostic> {
    let name = &loaded.program.class(class).simple_name;
    let message = format!("class `{name}` has no shape predicate");
    let span = loaded.program.class(class).span.before();
    let hint = format!(
        "write `/*@ shape {name} == this -> {name}(…) * …; @*/` into the Java file, or `shape {name} == …;` into a file \
         beside it with the ending .shape"
    );
    let found = Diagnostic::new(Code::BadShape, span, message);
    let found = match reason {
        Some(reason) => found.hint(format!("none can be derived from its invariant: {reason}")),
        None => found,
    };
    Box::new(found.hint(hint))
}

pub(crate) fn shape_diagnostic(error: &ShapeError, file: FileId) -> Diagnostic {
    let span = Span::new(file, error.place.start, error.place.end);
    let found = Diagnostic::new(Code::BadShape, span, error.message.clone());
    error.help.iter().fold(found, |found, help| found.hint(help.clone()))
}

fn cannot_read(path: &Path, error: &io::Error) -> Box<Diagnostic> {
    let found = Diagnostic::without_place(Code::CannotRead, format!("{}: {error}", path.display()));
    Box::new(found.hint("a shape predicate stands in a comment, beside the Java file, or is named by --shape"))
}

/// A file of predicates, one of which has to be that of the class.
fn read(loaded: &mut Loaded, class: ClassId, path: PathBuf, text: String) -> Result<ShapeOfFile, Box<Diagnostic>> {
    let file = loaded.sources.add(path, text.clone());
    parse(loaded, class, file, &text)?.ok_or_else(|| {
        let name = &loaded.program.class(class).simple_name;
        let message = format!("no shape is given for class `{name}`");
        let found = Diagnostic::new(Code::BadShape, Span::new(file, 0, 0), message);
        Box::new(found.hint(format!("write `shape {name} == this -> {name}(…) * …;`")))
    })
}

fn parse(loaded: &Loaded, class: ClassId, file: FileId, text: &str) -> Result<Option<ShapeOfFile>, Box<Diagnostic>> {
    let shapes = Shapes::read(text, &loaded.program).map_err(|error| Box::new(shape_diagnostic(&error, file)))?;
    let is_given = shapes.classes().any(|other| other == class);
    Ok(is_given.then_some((file, shapes)))
}
