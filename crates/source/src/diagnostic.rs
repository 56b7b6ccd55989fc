//! What the tool has to say about the user's input, as a value.

use crate::{Code, Severity, Span};

/// One finding about the input: a stable code, a message, the places it speaks of, and what to do.
#[derive(Clone, PartialEq, Debug)]
pub struct Diagnostic {
    pub code: Code,
    pub message: String,
    /// The first label is the primary one: the place that the message is about.
    pub labels: Vec<Label>,
    pub hints: Vec<String>,
}

/// A place in the source, with what is to be said there (possibly nothing).
#[derive(Clone, PartialEq, Debug)]
pub struct Label {
    pub span: Span,
    pub text: String,
}

impl Diagnostic {
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            message: message.into(),
            labels: vec![Label { span, text: String::new() }],
            hints: Vec::new(),
        }
    }

    /// A finding about no place in a file: a path that cannot be read, a name given on the command
    /// line.
    pub fn without_place(code: Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic { code, message: message.into(), labels: Vec::new(), hints: Vec::new() }
    }

    /// Text beside the primary place.
    #[must_use]
    pub fn saying(mut self, text: impl Into<String>) -> Diagnostic {
        if let Some(label) = self.labels.first_mut() {
            label.text = text.into();
        }
        self
    }

    /// A further place.
    #[must_use]
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    #[must_use]
    pub fn hint(mut self, text: impl Into<String>) -> Diagnostic {
        self.hints.push(text.into());
        self
    }

    pub fn severity(&self) -> Severity {
        self.code.severity()
    }

    pub fn primary(&self) -> Option<Span> {
        self.labels.first().map(|label| label.span)
    }
}
