//! Columns of text.

/// The widths that align a column over many rows: the widest cell, but at most `most` (a wider cell
/// pushes its row out).
pub fn width<'a>(cells: impl IntoIterator<Item = &'a str>, most: usize) -> usize {
    cells.into_iter().map(|cell| cell.chars().count()).filter(|width| *width <= most).max().unwrap_or(0)
}

/// The cell, filled with blanks to the width. Colours come after: they have no width.
pub fn pad(cell: &str, width: usize) -> String {
    let missing = width.saturating_sub(cell.chars().count());
    format!("{cell}{}", " ".repeat(missing))
}
