//! Golden tests of drawings. Each `drawings/*.case` has classes, a heap, and maybe the heap after a
//! call; beside it lies the drawing. `TIGHTROPE_BLESS=1` writes the drawings; look at them as a
//! user would.

mod support;

use support::{Case, compare_or_bless, folder};
use tightrope_report::{WIDTH, draw};

#[test]
fn drawings_look_as_they_should() {
    let mut complaints = Vec::new();
    for case in Case::all(&folder("drawings")) {
        let drawing = draw(&case.program, &case.layouts, &case.before, case.after.as_ref());
        let expected = folder("drawings").join(format!("{}.drawing", case.name));
        complaints.extend(compare_or_bless(&expected, &drawing));
        let wide = drawing.lines().filter(|line| line.chars().count() > WIDTH);
        complaints.extend(wide.map(|line| format!("{}: too wide: {line}", case.name)));
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n\n"));
}
