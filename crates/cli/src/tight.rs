//! Which tight field bounds a check uses, by its arguments.

use crate::arguments::{CheckArguments, TightSource};
use crate::load::Loaded;
use crate::repository::{Kind, Question, Repository};
use crate::shape_file::find_shape;
use std::collections::BTreeSet;
use std::sync::Arc;
use tightrope_check::{Shelf, TightBounds, TightFrom};
use tightrope_program::{ClassId, MethodId};
use tightrope_source::Diagnostic;

/// `Err`: a shape predicate that was asked for cannot be read.
pub(crate) fn tight_bounds(
    arguments: &CheckArguments,
    loaded: &mut Loaded,
    methods: &[MethodId],
    repository: Option<&Repository>,
) -> Result<TightBounds, Box<Diagnostic>> {
    let from = match arguments.bounds {
        TightSource::Auto => TightFrom::Auto,
        TightSource::None => TightFrom::None,
        TightSource::Invariant => TightFrom::Invariant,
        TightSource::Explore => TightFrom::Explore,
        TightSource::Shape => {
            let classes: BTreeSet<ClassId> = methods.iter().map(|id| loaded.program.method(*id).class).collect();
            let mut shapes = Vec::new();
            for class in classes {
                let found = find_shape(loaded, class, None)?;
                shapes.extend(found.map(|(_, shape)| (class, Arc::new(shape))));
            }
            TightFrom::Shape(shapes)
        }
    };
    let shelf = repository.cloned().map(|repository| Arc::new(repository) as Arc<dyn Shelf>);
    let labels = arguments.bounds_labels.order();
    let percent = arguments.bounds_percent.min(100);
    Ok(TightBounds { from, percent, has_keys: arguments.bounds_keys, labels, shelf })
}

fn question(label: &str, content: &[String]) -> Question {
    Question { kind: Kind::Bounds, label: label.to_owned(), content: content.to_vec() }
}

impl Shelf for Repository {
    fn find(&self, label: &str, content: &[String]) -> Option<String> {
        Repository::find(self, &question(label, content))
    }

    fn keep(&self, label: &str, content: &[String], answer: String) {
        // Whoever cannot keep them computes them again.
        let _ = Repository::keep(self, &question(label, content), answer);
    }
}
