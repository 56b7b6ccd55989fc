//! Verdicts of problems that have not changed since an earlier run.
//!
//! A verdict depends on the method, on what it can run, on the declarations and contracts of the
//! program ([`content_of_method`]), on the scope and on some options; not on the time limit or the
//! number of threads, since only complete answers are kept.

use crate::load::Loaded;
use crate::repository::{Kind, Question, Repository};
use tightrope_check::{InitialHeaps, Input, Options, content_of_method, excerpt};
use tightrope_problem::has_contract;
use tightrope_program::MethodId;
use tightrope_program::names::simple_name;
use tightrope_report::{MethodReport, kept_text, report_of_text};

/// The verdicts of one run: those that are known, and those that others may find later.
#[derive(Debug)]
pub(crate) struct KeptVerdicts<'a> {
    repository: Option<&'a Repository>,
    loaded: &'a Loaded,
    /// What all methods of the run have in common.
    common: Vec<String>,
    heaps: InitialHeaps,
    /// How many were found.
    recalled: usize,
    /// Why some could not be kept; the first reason is enough.
    trouble: Option<String>,
}

impl<'a> KeptVerdicts<'a> {
    pub(crate) fn new(
        repository: Option<&'a Repository>,
        loaded: &'a Loaded,
        options: &Options,
        heaps: InitialHeaps,
    ) -> KeptVerdicts<'a> {
        let common = vec![
            format!("{:?}", options.scope),
            format!("{:?}", options.run),
            format!("{:?}", options.accelerations),
            format!("{:?} {:?}", options.engine, options.setup),
            format!("{heaps:?}"),
            format!("owned: {}, any statics: {}", loaded.program.is_owned, loaded.program.statics_vary),
            format!("{:?} {} {:?}", options.tight.from, options.tight.percent, options.tight.labels),
            format!("order of keys: {}", options.tight.has_keys),
        ];
        KeptVerdicts { repository, loaded, common, heaps, recalled: 0, trouble: None }
    }

    fn question(&self, method: MethodId) -> Question {
        let program = &self.loaded.program;
        let declared = program.method(method);
        let class = simple_name(program, declared.class);
        // States that public calls build depend on all of these.
        let is_by_calls = match self.heaps {
            InitialHeaps::Any => false,
            InitialHeaps::Auto => !has_contract(program, declared.class),
            InitialHeaps::Api { .. } => true,
        };
        let mut content = self.common.clone();
        content.push(content_of_method(self.input(), method, is_by_calls));
        Question { kind: Kind::Verdict, label: format!("{class}.{}", declared.name), content }
    }

    fn input(&self) -> Input<'a> {
        Input { program: &self.loaded.program, sources: &self.loaded.sources }
    }

    /// What an earlier run has said of the very same problem.
    pub(crate) fn find(&mut self, method: MethodId) -> Option<MethodReport> {
        let repository = self.repository?;
        let found = repository.find(&self.question(method))?;
        let report = report_of_text(&found)?;
        self.recalled += 1;
        // Comments may have changed.
        Some(MethodReport { source: vec![excerpt(self.input(), method)], ..report })
    }

    /// Keeps a verdict for later runs, if it is complete.
    pub(crate) fn keep(&mut self, method: MethodId, report: &MethodReport) {
        let (Some(repository), Some(text)) = (self.repository, kept_text(report)) else { return };
        if let Err(trouble) = repository.keep(&self.question(method), text) {
            self.trouble.get_or_insert(trouble.to_string());
        }
    }

    /// What a reader of the report has to know.
    pub(crate) fn notes(&self) -> Vec<String> {
        let recalled = match self.recalled {
            0 => None,
            1 => Some("1 verdict is that of an earlier run: nothing it depends on has changed".to_owned()),
            many => Some(format!("{many} verdicts are those of earlier runs: nothing they depend on has changed")),
        };
        let recalled = recalled.map(|text| format!("{text} (`--no-cache` checks again)"));
        recalled.into_iter().chain(self.trouble.clone()).collect()
    }
}
