//! muJava's method-level operators (Ma & Offutt: Description of Method-level Mutation Operators for
//! Java), by the names that it gives them:
//!
//! | name | what it does |
//! | --- | --- |
//! | AORB | `+ - * / %` becomes another of them |
//! | AORS | `++` becomes `--`, and back; before or behind |
//! | AORU | unary `-` becomes `+`, and back |
//! | AOIU | `-` before a number |
//! | AOIS | `++` or `--`, before or behind a variable that is read |
//! | AODU, AODS | a unary operator, or `++` and `--` where the value is used, goes |
//! | ROR | a comparison becomes another one |
//! | COR | `&&`, `||` and `^` on truth values become another of them |
//! | COI, COD | `!` comes, or goes |
//! | SOR | a shift becomes another one |
//! | LOR | `& | ^` becomes another of them |
//! | LOI, LOD | `~` comes, or goes |
//! | ASRS | `+=` and its kind become another of their group |
//! | SDL | a statement goes |

use crate::edit::{Edit, is_parenthesised, operator_between};
use crate::kinds::{Kind, Kinds};

use tightrope_source::Span;
use tightrope_syntax::tree::{BinaryOp, Expr, ExprKind, Stmt, StmtKind, UnaryOp, UpdateOp};
use tightrope_syntax::walk::Role;

/// One way to change a node.
#[derive(Clone, Debug)]
pub(crate) struct Alternative {
    /// `AORB`.
    pub operator: &'static str,
    pub change: Change,
    pub edits: Vec<Edit>,
}

#[derive(Clone, Debug)]
pub(crate) enum Change {
    Expr(Expr),
    Stmt(Box<Stmt>),
}

use BinaryOp::{
    Add, And, BitAnd, BitOr, BitXor, Divide, Equal, Greater, GreaterEqual, Less, LessEqual, Multiply, NotEqual, Or,
    Remainder, ShiftLeft, ShiftRight, ShiftRightUnsigned, Subtract,
};

const ARITHMETIC: &[BinaryOp] = &[Add, Subtract, Multiply, Divide, Remainder];
pub(crate) const RELATIONAL: &[BinaryOp] = &[Less, LessEqual, Greater, GreaterEqual, Equal, NotEqual];
const SHIFTS: &[BinaryOp] = &[ShiftLeft, ShiftRight, ShiftRightUnsigned];
const BITWISE: &[BinaryOp] = &[BitAnd, BitOr, BitXor];
const CONDITIONAL: &[BinaryOp] = &[And, Or, BitXor];

pub(crate) fn is_arithmetic(op: BinaryOp) -> bool {
    ARITHMETIC.contains(&op)
}

pub(crate) fn is_relational(op: BinaryOp) -> bool {
    RELATIONAL.contains(&op)
}

/// As it is written.
pub(crate) fn symbol(op: BinaryOp) -> &'static str {
    match op {
        Add => "+",
        Subtract => "-",
        Multiply => "*",
        Divide => "/",
        Remainder => "%",
        ShiftLeft => "<<",
        ShiftRight => ">>",
        ShiftRightUnsigned => ">>>",
        Less => "<",
        LessEqual => "<=",
        Greater => ">",
        GreaterEqual => ">=",
        Equal => "==",
        NotEqual => "!=",
        BitAnd => "&",
        BitOr => "|",
        BitXor => "^",
        And => "&&",
        Or => "||",
        BinaryOp::Implies => "==>",
        BinaryOp::ImpliedBy => "<==",
        BinaryOp::Equivalent => "<==>",
        BinaryOp::NotEquivalent => "<=!=>",
        BinaryOp::Subtype => "<:",
    }
}

/// Who binds closer has the larger number (JLS 15, and JML's operators below them).
fn binding(op: BinaryOp) -> u8 {
    match op {
        Multiply | Divide | Remainder => 12,
        Add | Subtract => 11,
        ShiftLeft | ShiftRight | ShiftRightUnsigned => 10,
        Less | LessEqual | Greater | GreaterEqual | BinaryOp::Subtype => 9,
        Equal | NotEqual => 8,
        BitAnd => 7,
        BitXor => 6,
        BitOr => 5,
        And => 4,
        Or => 3,
        BinaryOp::Implies | BinaryOp::ImpliedBy => 2,
        BinaryOp::Equivalent | BinaryOp::NotEquivalent => 1,
    }
}

/// All that may become of an expression, without what is inside it.
pub(crate) fn alternatives(expr: &Expr, role: Role, kinds: &Kinds, text: &str) -> Vec<Alternative> {
    let mut found = Vec::new();
    match &expr.kind {
        ExprKind::Binary { op, left, right } => {
            let others = other_operators(*op, kinds.of(left), kinds.of(right));
            found.extend(others.into_iter().filter_map(|(name, other)| replaced(expr, name, other, text)));
        }
        ExprKind::Unary { op, .. } => found.extend(other_unary(expr, *op, text)),
        ExprKind::Update { op, .. } => found.extend(other_updates(expr, *op, role, text)),
        ExprKind::Assign { op: Some(op), .. } => found.extend(other_assignments(expr, *op, text)),
        ExprKind::Name(_) | ExprKind::Field { .. } | ExprKind::Index { .. } if role == Role::Value => {
            found.extend(insertions(expr, kinds, text));
        }
        _ => {}
    }
    let is_boolean = kinds.of(expr) == Kind::Boolean && role != Role::Statement;
    let may_be_negated = !matches!(role, Role::Negated | Role::Target)
        && !matches!(expr.kind, ExprKind::Unary { op: UnaryOp::Not, .. } | ExprKind::Literal(_));
    if may_be_negated && (is_boolean || role == Role::Condition) {
        found.push(negated(expr, "COI", text));
    }
    found
}

fn other_operators(op: BinaryOp, left: Kind, right: Kind) -> Vec<(&'static str, BinaryOp)> {
    let others = |name: &'static str, group: &[BinaryOp]| -> Vec<(&'static str, BinaryOp)> {
        group.iter().filter(|other| **other != op).map(|other| (name, *other)).collect()
    };
    let are_numbers = left == Kind::Number || right == Kind::Number;
    match op {
        // Strings are joined by `+` alone.
        Add if left == Kind::Reference || right == Kind::Reference => Vec::new(),
        op if is_arithmetic(op) => others("AORB", ARITHMETIC),
        Equal | NotEqual if !are_numbers => vec![("ROR", if op == Equal { NotEqual } else { Equal })],
        op if is_relational(op) => others("ROR", RELATIONAL),
        And | Or => others("COR", CONDITIONAL),
        BitXor | BitAnd | BitOr if left == Kind::Boolean || right == Kind::Boolean => others("COR", &[And, Or, BitXor]),
        op if BITWISE.contains(&op) => others("LOR", BITWISE),
        op if SHIFTS.contains(&op) => others("SOR", SHIFTS),
        _ => Vec::new(),
    }
}

/// Another binary operator, with the parentheses that keep the operands together.
pub(crate) fn replaced(expr: &Expr, operator: &'static str, other: BinaryOp, text: &str) -> Option<Alternative> {
    let ExprKind::Binary { op, left, right } = &expr.kind else { return None };
    let place = operator_between(text, left.span, right.span, symbol(*op))?;
    let mut edits = vec![Edit::replace(place, symbol(other))];
    let binds = |side: &Expr| match &side.kind {
        ExprKind::Binary { op, .. } => Some(binding(*op)),
        ExprKind::InstanceOf { .. } => Some(9),
        _ => None,
    };
    // What binds less than the operator before has parentheses already.
    let opens_left = binds(left).is_some_and(|inner| inner >= binding(*op) && inner < binding(other));
    let opens_right = binds(right).is_some_and(|inner| inner > binding(*op) && inner <= binding(other));
    for (side, opens) in [(left, opens_left), (right, opens_right)] {
        if opens {
            edits.push(Edit::insert(side.span.before(), "("));
            edits.push(Edit::insert(side.span.after(), ")"));
        }
    }
    let alone = is_parenthesised(written(text, expr.span)) || stands_alone(text, expr.span, other);
    if binding(other) < binding(*op) && !alone {
        edits.insert(0, Edit::insert(expr.span.before(), "("));
        edits.push(Edit::insert(expr.span.after(), ")"));
    }
    let kind = ExprKind::Binary { op: other, left: left.clone(), right: right.clone() };
    Some(Alternative { operator, change: Change::Expr(Expr { span: expr.span, kind }), edits })
}

/// Do the signs around it keep it together without parentheses?
fn stands_alone(text: &str, span: Span, op: BinaryOp) -> bool {
    let before = text.get(..span.start as usize).unwrap_or_default().trim_end();
    let after = text.get(span.end as usize..).unwrap_or_default().trim_start();
    // `&&` and `||` keep together what binds closer.
    let joins = binding(op) > binding(And);
    let begins = ["(", ";", ",", "return"].iter().any(|sign| before.ends_with(sign));
    let begins = begins || joins && ["&&", "||"].iter().any(|sign| before.ends_with(sign));
    let ends = [")", ";", ","].iter().any(|sign| after.starts_with(sign));
    begins && (ends || joins && ["&&", "||"].iter().any(|sign| after.starts_with(sign)))
}

fn written(text: &str, span: Span) -> &str {
    text.get(span.start as usize..span.end as usize).unwrap_or_default()
}

fn other_unary(expr: &Expr, op: UnaryOp, text: &str) -> Vec<Alternative> {
    let ExprKind::Unary { operand, .. } = &expr.kind else { return Vec::new() };
    let mut found = Vec::new();
    // The operand with its parentheses.
    let source = written(text, expr.span);
    let whole = is_parenthesised(source);
    let inner = source.trim_start_matches('(').get(1..).unwrap_or_default();
    let inner = if whole { inner.trim_end().strip_suffix(')').unwrap_or(inner) } else { inner };
    let deleted = |operator: &'static str| Alternative {
        operator,
        change: Change::Expr((**operand).clone()),
        edits: vec![Edit::replace(expr.span, format!("({})", inner.trim()))],
    };
    let swapped = |operator: &'static str, other: UnaryOp, symbol: &str| Alternative {
        operator,
        change: Change::Expr(Expr { span: expr.span, kind: ExprKind::Unary { op: other, operand: operand.clone() } }),
        edits: vec![Edit::replace(expr.span, format!("({symbol}{})", inner.trim()))],
    };
    match op {
        UnaryOp::Minus => {
            found.push(swapped("AORU", UnaryOp::Plus, "+"));
            found.push(deleted("AODU"));
        }
        UnaryOp::Plus => {
            found.push(swapped("AORU", UnaryOp::Minus, "-"));
            found.push(deleted("AODU"));
        }
        UnaryOp::Not => found.push(deleted("COD")),
        UnaryOp::BitNot => found.push(deleted("LOD")),
    }
    found
}

fn other_updates(expr: &Expr, op: UpdateOp, role: Role, text: &str) -> Vec<Alternative> {
    use UpdateOp::{PostDecrement, PostIncrement, PreDecrement, PreIncrement};
    let ExprKind::Update { operand, .. } = &expr.kind else { return Vec::new() };
    let variable = written(text, operand.span);
    // Where the value is thrown away, before and behind are the same.
    let others: &[UpdateOp] = match (role, op) {
        (Role::Statement, PreIncrement | PostIncrement) => &[PostDecrement],
        (Role::Statement, PreDecrement | PostDecrement) => &[PostIncrement],
        _ => &[PreIncrement, PreDecrement, PostIncrement, PostDecrement],
    };
    let other = |other: &UpdateOp| Alternative {
        operator: "AORS",
        change: Change::Expr(Expr { span: expr.span, kind: ExprKind::Update { op: *other, operand: operand.clone() } }),
        edits: vec![Edit::replace(expr.span, with_update(*other, variable))],
    };
    let mut found: Vec<Alternative> = others.iter().filter(|other| **other != op).map(other).collect();
    if role != Role::Statement {
        let edits = vec![Edit::replace(expr.span, variable)];
        found.push(Alternative { operator: "AODS", change: Change::Expr((**operand).clone()), edits });
    }
    found
}

fn with_update(op: UpdateOp, variable: &str) -> String {
    match op {
        UpdateOp::PreIncrement => format!("++{variable}"),
        UpdateOp::PreDecrement => format!("--{variable}"),
        UpdateOp::PostIncrement => format!("{variable}++"),
        UpdateOp::PostDecrement => format!("{variable}--"),
    }
}

fn other_assignments(expr: &Expr, op: BinaryOp, text: &str) -> Vec<Alternative> {
    let ExprKind::Assign { target, value, .. } = &expr.kind else { return Vec::new() };
    let groups = [ARITHMETIC, SHIFTS, BITWISE];
    let Some(group) = groups.into_iter().find(|group| group.contains(&op)) else { return Vec::new() };
    let Some(place) = operator_between(text, target.span, value.span, symbol(op)) else { return Vec::new() };
    let other = |other: &BinaryOp| Alternative {
        operator: "ASRS",
        change: Change::Expr(Expr {
            span: expr.span,
            kind: ExprKind::Assign { op: Some(*other), target: target.clone(), value: value.clone() },
        }),
        edits: vec![Edit::replace(place, symbol(*other))],
    };
    group.iter().filter(|other| **other != op).map(other).collect()
}

/// Operators that a variable did not have.
fn insertions(expr: &Expr, kinds: &Kinds, text: &str) -> Vec<Alternative> {
    use UpdateOp::{PostDecrement, PostIncrement, PreDecrement, PreIncrement};
    if matches!(kinds.of(expr), Kind::Boolean | Kind::Reference) {
        return Vec::new();
    }
    let variable = written(text, expr.span);
    let with_unary = |operator: &'static str, op: UnaryOp, symbol: &str| Alternative {
        operator,
        change: Change::Expr(Expr { span: expr.span, kind: ExprKind::Unary { op, operand: Box::new(expr.clone()) } }),
        edits: vec![Edit::replace(expr.span, apart(text, expr.span, &format!("{symbol}{variable}")))],
    };
    let mut found = vec![with_unary("AOIU", UnaryOp::Minus, "-"), with_unary("LOI", UnaryOp::BitNot, "~")];
    let is_length = matches!(&expr.kind, ExprKind::Field { name, .. } if name.name.as_str() == "length");
    if !is_length {
        let updates = [PreIncrement, PreDecrement, PostIncrement, PostDecrement];
        found.extend(updates.map(|op| Alternative {
            operator: "AOIS",
            change: Change::Expr(Expr {
                span: expr.span,
                kind: ExprKind::Update { op, operand: Box::new(expr.clone()) },
            }),
            edits: vec![Edit::replace(expr.span, apart(text, expr.span, &with_update(op, variable)))],
        }));
    }
    found
}

/// A sign beside another sign is a different operator: `a-x` must not become `a--x`.
fn apart(text: &str, span: Span, new: &str) -> String {
    let before = text.get(..span.start as usize).and_then(|text| text.chars().next_back());
    let after = text.get(span.end as usize..).and_then(|text| text.chars().next());
    let is_sign = |character: Option<char>| matches!(character, Some('+' | '-'));
    if is_sign(before) || is_sign(after) { format!("({new})") } else { new.to_owned() }
}

pub(crate) fn negated(expr: &Expr, operator: &'static str, text: &str) -> Alternative {
    let source = written(text, expr.span);
    let edits = if is_parenthesised(source) {
        vec![Edit::insert(expr.span.before(), "!")]
    } else {
        vec![Edit::insert(expr.span.before(), "!("), Edit::insert(expr.span.after(), ")")]
    };
    let kind = ExprKind::Unary { op: UnaryOp::Not, operand: Box::new(expr.clone()) };
    Alternative { operator, change: Change::Expr(Expr { span: expr.span, kind }), edits }
}

/// A statement that goes, if what is left may still be a method.
pub(crate) fn deleted(stmt: &Stmt, kinds: &Kinds) -> Option<Alternative> {
    let may_go = match &stmt.kind {
        StmtKind::Expr(expr) => !sets_unset(expr, kinds),
        StmtKind::Return(value) => value.is_none(),
        StmtKind::Break(_) | StmtKind::Continue(_) | StmtKind::Throw(_) => true,
        _ => false,
    };
    let kind = StmtKind::Empty;
    may_go.then(|| Alternative {
        operator: "SDL",
        change: Change::Stmt(Box::new(Stmt { span: stmt.span, kind })),
        edits: vec![Edit::replace(stmt.span, ";")],
    })
}

/// Without the assignment the variable might have no value, which `javac` refuses.
fn sets_unset(expr: &Expr, kinds: &Kinds) -> bool {
    match &expr.kind {
        ExprKind::Assign { target, .. } => {
            matches!(&target.kind, ExprKind::Name(name) if kinds.is_unset(name.name.as_str()))
        }
        _ => false,
    }
}
