//! Rectangles of text, from which pictures are put together. Every character is one column wide.

/// Some lines, and where in the first line an arrow to the block should end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Block {
    pub(super) lines: Vec<String>,
    /// The column of the first line at which its text starts.
    pub(super) start: usize,
}

pub(super) fn width_of(text: &str) -> usize {
    text.chars().count()
}

impl Block {
    pub(super) fn line(text: impl Into<String>) -> Block {
        Block { lines: vec![text.into()], start: 0 }
    }

    pub(super) fn width(&self) -> usize {
        self.lines.iter().map(|line| width_of(line)).max().unwrap_or(0)
    }

    /// The block with an arrow to it: `root ──→ 5`. `head` is all that stands before the arrow;
    /// without it there is none.
    pub(super) fn pointed_at(self, head: &str, is_changed: bool) -> Block {
        if head.is_empty() {
            return self;
        }
        let (line, tip) = if is_changed { ("═", "⇒") } else { ("─", "→") };
        let arrow = match self.start {
            0 => format!(" {tip} "),
            longer => format!(" {}{tip} ", line.repeat(longer)),
        };
        let indent = width_of(head) + 3;
        let mut lines = Vec::with_capacity(self.lines.len());
        for (index, line) in self.lines.into_iter().enumerate() {
            lines.push(match index {
                0 => format!("{head}{arrow}{}", line.trim_start()),
                _ => format!("{}{line}", " ".repeat(indent)),
            });
        }
        Block { lines, start: 0 }
    }

    pub(super) fn indented(mut self, columns: usize) -> Block {
        for line in &mut self.lines {
            line.insert_str(0, &" ".repeat(columns));
        }
        self
    }

    pub(super) fn append(&mut self, below: Block) {
        self.lines.extend(below.lines);
    }
}

/// The text, moved right to a column.
pub(super) fn at_column(text: &str, column: usize) -> String {
    format!("{}{text}", " ".repeat(column))
}

/// Two columns of lines.
pub(super) fn beside(left: &[String], right: &[String], gap: usize) -> Vec<String> {
    let width = left.iter().map(|line| width_of(line)).max().unwrap_or(0);
    let rows = left.len().max(right.len());
    let cell = |lines: &[String], row: usize| lines.get(row).cloned().unwrap_or_default();
    let row = |row: usize| {
        let left = cell(left, row);
        let fill = " ".repeat(width - width_of(&left) + gap);
        format!("{left}{fill}{}", cell(right, row)).trim_end().to_owned()
    };
    (0..rows).map(row).collect()
}
