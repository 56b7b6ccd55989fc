//! Flattening of typed trees made by hand, seen through the printer. What is flattened must also be
//! well-formed.

use super::{Surroundings, flatten_with};
use crate::body::{BinaryOp, Body, Dispatch, Local, LocalKind, LogicalOp, Unsupported};
use crate::constructs::Construct;
use crate::lower::typed::*;
use crate::program::*;
use crate::test_data::{SPAN, class, field, local, method, parameters};
use tightrope_source::{Name, SourceMap};

const THROWABLE: ClassId = ClassId(1);
const NULL_POINTER: ClassId = ClassId(2);
const NODE: ClassId = ClassId(3);
const UTIL: ClassId = ClassId(4);
const NEXT: FieldId = FieldId(0);
const VALUE: FieldId = FieldId(1);
const COUNT: FieldId = FieldId(2);
/// `static int f(int)`, `void m(...)` (the method under test), constructors, `<clinit>` of `Util`,
/// `static int Util.g()`, `void Node.close()`.
const F: MethodId = MethodId(0);
const M: MethodId = MethodId(1);
const NEW_NODE: MethodId = MethodId(2);
const G: MethodId = MethodId(5);
const CLOSE: MethodId = MethodId(6);

fn program(params: &[Type], return_type: Option<Type>) -> Program {
    let object = ClassId(0);
    let mut program = Program {
        generics: Default::default(),
        is_owned: false,
        statics_vary: false,
        hierarchy: Default::default(),
        classes: vec![
            class("java.lang.Object", None),
            class("java.lang.Throwable", Some(object)),
            class("java.lang.NullPointerException", Some(THROWABLE)),
            class("Node", Some(object)),
            class("Util", Some(object)),
        ],
        fields: vec![
            field(NODE, "next", Type::class(NODE), false),
            field(NODE, "value", Type::INT, false),
            field(UTIL, "count", Type::INT, true),
        ],
        methods: vec![
            method(NODE, "f", &[Type::INT], Some(Type::INT)),
            method(NODE, "m", params, return_type),
            method(NODE, "<init>", &[Type::INT], None),
            method(NULL_POINTER, "<init>", &[], None),
            method(UTIL, "<clinit>", &[], None),
            method(UTIL, "g", &[], Some(Type::INT)),
            method(NODE, "close", &[], None),
        ],
    };
    for (id, field) in (0u32..).zip(program.fields.clone()) {
        program.classes[field.class.index()].fields.push(FieldId(id));
    }
    for (id, method) in (0u32..).zip(program.methods.clone()) {
        program.classes[method.class.index()].methods.push(MethodId(id));
    }
    program.classes[UTIL.index()].static_initializer = Some(MethodId(4));
    // Only the method under test has code worth looking at.
    for method in &mut program.methods {
        method.code = Code::Library;
    }
    program.classes.iter_mut().for_each(|class| class.origin = ClassOrigin::Library);
    program.classes[NODE.index()].origin = ClassOrigin::User;
    for id in [F, M, NEW_NODE, CLOSE] {
        program.methods[id.index()].code = Code::Body(empty_body(&program.methods[id.index()]));
    }
    program
}

/// A body that never returns, so that it suits every return type.
fn empty_body(method: &Method) -> Body {
    let unsupported = Unsupported { construct: Construct::Lambda, detail: Name::new("stub"), span: SPAN };
    let stmt = crate::body::Stmt { span: SPAN, kind: crate::body::StmtKind::Unsupported(unsupported) };
    Body { locals: parameters(method), loops: Vec::new(), labels: 0, block: vec![stmt] }
}

/// The method under test: parameters, further variables, statements.
struct Case {
    params: Vec<Type>,
    return_type: Option<Type>,
    variables: Vec<Local>,
    labels: u32,
    block: Vec<TypedStmt>,
}

fn case(params: &[Type], variables: Vec<Local>, block: Vec<TypedStmt>) -> Case {
    Case { params: params.to_vec(), return_type: None, variables, labels: 8, block }
}

impl Case {
    fn returns(self, ty: Type) -> Case {
        Case { return_type: Some(ty), ..self }
    }

    /// The lines between the braces of the method, without declarations of locals.
    #[track_caller]
    fn flattens_to(self, expected: &str) {
        let mut program = program(&self.params, self.return_type);
        let mut variables = parameters(program.method(M));
        variables.extend(self.variables);
        let body = TypedBody { variables, labels: self.labels, block: self.block };
        let surroundings = Surroundings {
            program: &program,
            throwable: THROWABLE,
            null_pointer_exception: NULL_POINTER,
            captured: &|_| &[],
        };
        let flat = flatten_with(surroundings, M, body, &mut |_| super::boolean(true, SPAN));
        program.methods[M.index()].code = Code::Body(flat);
        let mut sources = SourceMap::new();
        sources.add("Test.java", "");
        let text = crate::print::print_method(&program, &sources, M);
        let is_code = |line: &&str| !line.starts_with("  temp ") && !line.starts_with("  var ");
        let lines: Vec<&str> = text.lines().skip(1).filter(is_code).collect();
        let lines: Vec<&str> = lines[..lines.len() - 1].iter().map(|line| line.get(2..).unwrap_or(line)).collect();
        let margin = expected
            .lines()
            .find(|line| !line.trim().is_empty())
            .map_or(0, |line| line.len() - line.trim_start().len());
        let wanted: Vec<&str> = expected
            .lines()
            .filter(|line| !line.trim().is_empty())
            .map(|line| line.get(margin..).unwrap_or(line))
            .collect();
        assert_eq!(lines.join("\n"), wanted.join("\n"), "\n{text}");
        assert_eq!(crate::well_formed::check(&program), Vec::<String>::new(), "\n{text}");
    }
}

fn expr(kind: TypedExprKind, ty: Type) -> TypedExpr {
    TypedExpr { kind, ty: Some(ty), span: SPAN }
}

fn boxed(expr: TypedExpr) -> Box<TypedExpr> {
    Box::new(expr)
}

fn int(value: i32) -> TypedExpr {
    expr(TypedExprKind::Constant(Constant::Int(value)), Type::INT)
}

fn truth(value: bool) -> TypedExpr {
    expr(TypedExprKind::Constant(Constant::Boolean(value)), Type::BOOLEAN)
}

fn var(id: u32, ty: Type) -> TypedExpr {
    expr(TypedExprKind::Local(LocalId(id)), ty)
}

fn this() -> TypedExpr {
    var(0, Type::class(NODE))
}

fn x() -> TypedExpr {
    var(1, Type::INT)
}

fn binary(op: BinaryOp, left: TypedExpr, right: TypedExpr) -> TypedExpr {
    let ty = if matches!(op, BinaryOp::Less | BinaryOp::Equal) { Type::BOOLEAN } else { Type::INT };
    expr(TypedExprKind::Binary { op, left: boxed(left), right: boxed(right) }, ty)
}

fn add(left: TypedExpr, right: TypedExpr) -> TypedExpr {
    binary(BinaryOp::Add, left, right)
}

fn less(left: TypedExpr, right: TypedExpr) -> TypedExpr {
    binary(BinaryOp::Less, left, right)
}

fn logical(op: LogicalOp, left: TypedExpr, right: TypedExpr) -> TypedExpr {
    expr(TypedExprKind::Logical { op, left: boxed(left), right: boxed(right) }, Type::BOOLEAN)
}

fn value_of(object: TypedExpr) -> TypedExpr {
    expr(TypedExprKind::Field { object: boxed(object), field: VALUE }, Type::INT)
}

fn next_of(object: TypedExpr) -> TypedExpr {
    expr(TypedExprKind::Field { object: boxed(object), field: NEXT }, Type::class(NODE))
}

fn element(array: TypedExpr, index: TypedExpr) -> TypedExpr {
    expr(TypedExprKind::Element { array: boxed(array), index: boxed(index) }, Type::INT)
}

fn f(arg: TypedExpr) -> TypedExpr {
    expr(TypedExprKind::Call { dispatch: Dispatch::Static, method: F, args: vec![arg] }, Type::INT)
}

fn g() -> TypedExpr {
    expr(TypedExprKind::Call { dispatch: Dispatch::Static, method: G, args: Vec::new() }, Type::INT)
}

fn assign(place: Place, value: TypedExpr) -> TypedExpr {
    let ty = value.ty.unwrap_or(Type::INT);
    expr(TypedExprKind::Assign { place, value: boxed(value) }, ty)
}

/// `place += operand`, with `old` as the local that takes the old value.
fn plus_assign(place: Place, old: u32, operand: TypedExpr) -> TypedExpr {
    compound(place, old, operand, false)
}

fn compound(place: Place, old: u32, operand: TypedExpr, post: bool) -> TypedExpr {
    let new_value = boxed(add(var(old, Type::INT), operand));
    expr(TypedExprKind::Compound { place, old: LocalId(old), new_value, post }, Type::INT)
}

fn unsupported() -> TypedExpr {
    let unsupported = Unsupported { construct: Construct::Lambda, detail: Name::new("lambda"), span: SPAN };
    expr(TypedExprKind::Unsupported(unsupported), Type::INT)
}

fn stmt(kind: TypedStmtKind) -> TypedStmt {
    TypedStmt { span: SPAN, kind }
}

fn run(expr: TypedExpr) -> TypedStmt {
    stmt(TypedStmtKind::Expr(expr))
}

fn block(stmts: Vec<TypedStmt>) -> TypedStmt {
    stmt(TypedStmtKind::Block(stmts))
}

fn give(value: TypedExpr) -> TypedStmt {
    stmt(TypedStmtKind::Return(Some(value)))
}

fn if_then(cond: TypedExpr, then: TypedStmt) -> TypedStmt {
    stmt(TypedStmtKind::If { cond, then: Box::new(then), otherwise: None })
}

fn break_to(label: u32) -> TypedStmt {
    stmt(TypedStmtKind::Break(LabelId(label)))
}

fn continue_to(label: u32) -> TypedStmt {
    stmt(TypedStmtKind::Continue(LabelId(label)))
}

fn loop_over(label: u32, cond: Option<TypedExpr>, update: Vec<TypedExpr>, body: Vec<TypedStmt>) -> TypedStmt {
    stmt(TypedStmtKind::Loop(Box::new(TypedLoop {
        label: LabelId(label),
        header: SPAN,
        clauses: LoopClauses::default(),
        init: Vec::new(),
        cond,
        cond_after: false,
        update,
        body: block(body),
    })))
}

fn try_finally(body: Vec<TypedStmt>, finally: Vec<TypedStmt>) -> TypedStmt {
    let typed = TypedTry { resources: Vec::new(), body, catches: Vec::new(), finally: Some(finally) };
    stmt(TypedStmtKind::Try(Box::new(typed)))
}

fn arm(tests: &[i32], is_default: bool, body: Vec<TypedStmt>) -> TypedArm {
    let test = |value: &i32| binary(BinaryOp::Equal, var(2, Type::INT), int(*value));
    TypedArm { span: SPAN, tests: tests.iter().map(test).collect(), is_default, guard: None, body }
}

fn switch(arrows: bool, arms: Vec<TypedArm>) -> Box<TypedSwitch> {
    Box::new(TypedSwitch {
        label: LabelId(0),
        selector: LocalId(2),
        value: f(x()),
        null_check: false,
        arms,
        arrows,
        otherwise_throw: None,
    })
}

fn temp() -> Local {
    local("temp", Type::INT, LocalKind::Temporary)
}

fn variable(name: &str, ty: Type) -> Local {
    local(name, ty, LocalKind::Variable)
}

const X: Place = Place::Local(LocalId(1));

#[test]
fn pure_expressions_stay_expressions() {
    let sum = add(value_of(next_of(this())), x());
    case(&[Type::INT], vec![], vec![give(sum)]).returns(Type::INT).flattens_to("return this.next.value + p0;");
}

#[test]
fn earlier_operands_are_kept_when_a_later_one_has_effects() {
    let sum = add(add(value_of(this()), x()), f(x()));
    case(&[Type::INT], vec![], vec![give(sum)]).returns(Type::INT).flattens_to(
        "
        t0 = this.value + p0;
        t1 = static Node.f(p0);
        return t0 + t1;",
    );
}

#[test]
fn fixed_operands_are_not_kept() {
    let sum = add(add(x(), int(1)), f(x()));
    case(&[Type::INT], vec![], vec![give(sum)]).returns(Type::INT).flattens_to(
        "
        t0 = static Node.f(p0);
        return p0 + 1 + t0;",
    );
}

#[test]
fn a_variable_is_kept_when_a_later_operand_assigns_it() {
    let sum = add(add(x(), assign(X, int(5))), x());
    case(&[Type::INT], vec![], vec![give(sum)]).returns(Type::INT).flattens_to(
        "
        t0 = p0;
        p0 = 5;
        return t0 + p0 + p0;",
    );
}

#[test]
fn postfix_and_prefix_increments_in_one_expression() {
    // x++ + ++x
    let sum = add(compound(X, 2, int(1), true), compound(X, 3, int(1), false));
    case(&[Type::INT], vec![temp(), temp()], vec![give(sum)]).returns(Type::INT).flattens_to(
        "
        t0 = p0;
        p0 = t0 + 1;
        p0 = p0 + 1;
        return t0 + p0;",
    );
}

#[test]
fn results_of_calls_go_where_they_are_stored() {
    case(&[Type::INT], vec![], vec![run(assign(X, f(f(x()))))]).flattens_to(
        "
        t0 = static Node.f(p0);
        p0 = static Node.f(t0);
        return;",
    );
}

#[test]
fn field_assignment_evaluates_the_object_first() {
    let place = Place::Field { object: boxed(next_of(this())), field: VALUE };
    case(&[Type::INT], vec![], vec![run(assign(place.clone(), f(x()))), give(assign(place, x()))])
        .returns(Type::INT)
        .flattens_to(
            "
        t0 = this.next;
        t1 = static Node.f(p0);
        t0.value = t1;
        t2 = this.next;
        t2.value = p0;
        return p0;",
        );
}

#[test]
fn compound_assignment_of_an_element_reads_before_its_operand() {
    let array = var(1, Type::INT.array_of());
    let place = Place::Element { array: boxed(array), index: boxed(f(int(0))) };
    let pure = plus_assign(place.clone(), 2, int(7));
    let with_effect = plus_assign(place, 3, f(int(1)));
    case(&[Type::INT.array_of()], vec![temp(), temp()], vec![run(pure), give(with_effect)])
        .returns(Type::INT)
        .flattens_to(
            "
        t0 = static Node.f(0);
        p0[t0] = p0[t0] + 7;
        t1 = static Node.f(0);
        t2 = p0[t1];
        t3 = static Node.f(1);
        t4 = t2 + t3;
        p0[t1] = t4;
        return t4;",
        );
}

#[test]
fn compound_assignment_of_a_field_evaluates_the_object_once() {
    let place = Place::Field { object: boxed(next_of(this())), field: VALUE };
    case(&[], vec![temp()], vec![run(plus_assign(place, 1, value_of(this())))]).flattens_to(
        "
        t0 = this.next;
        t0.value = t0.value + this.value;
        return;",
    );
}

#[test]
fn short_circuits_with_effects_become_ifs() {
    let pure = logical(LogicalOp::And, less(x(), int(3)), less(element(var(2, Type::INT.array_of()), x()), int(0)));
    let effect = logical(LogicalOp::Or, pure, less(f(x()), int(0)));
    case(&[Type::INT, Type::INT.array_of()], vec![], vec![give(effect)]).returns(Type::BOOLEAN).flattens_to(
        "
        t0 = p0 < 3 && p1[p0] < 0;
        if (!t0) {
          t1 = static Node.f(p0);
          t0 = t1 < 0;
        }
        return t0;",
    );
}

#[test]
fn conditional_with_effects() {
    let kind =
        TypedExprKind::Conditional { cond: boxed(less(x(), int(0))), then: boxed(f(x())), otherwise: boxed(int(1)) };
    case(&[Type::INT], vec![], vec![give(add(x(), expr(kind, Type::INT)))]).returns(Type::INT).flattens_to(
        "
        if (p0 < 0) {
          t0 = static Node.f(p0);
        } else {
          t0 = 1;
        }
        return p0 + t0;",
    );
}

#[test]
fn static_members_initialise_their_class_once() {
    let count = || expr(TypedExprKind::StaticField(COUNT), Type::INT);
    let sum = add(value_of(this()), add(count(), g()));
    case(&[], vec![], vec![give(sum)]).returns(Type::INT).flattens_to(
        "
        t0 = this.value;
        initialize Util;
        t1 = Util.count;
        t2 = static Util.g();
        return t0 + (t1 + t2);",
    );
}

#[test]
fn initialisation_in_a_branch_does_not_count_afterwards() {
    case(&[Type::INT], vec![], vec![if_then(less(x(), int(0)), run(g())), run(g())]).flattens_to(
        "
        if (p0 < 0) {
          initialize Util;
          static Util.g();
        }
        initialize Util;
        static Util.g();
        return;",
    );
}

#[test]
fn new_objects_and_array_literals() {
    let node = expr(TypedExprKind::New { class: NODE, constructor: NEW_NODE, args: vec![f(x())] }, Type::class(NODE));
    let place = Place::Field { object: boxed(this()), field: NEXT };
    let ints = Type::INT.array_of();
    let literal = expr(TypedExprKind::ArrayLiteral { ty: ints, elements: vec![x(), f(x())] }, ints);
    let array = stmt(TypedStmtKind::Local { local: LocalId(2), value: Some(literal) });
    case(&[Type::INT], vec![variable("a", ints)], vec![run(assign(place, node)), array]).flattens_to(
        "
        t0 = new Node;
        t1 = static Node.f(p0);
        exact Node.<init>(t0, t1);
        this.next = t0;
        t2 = new int[2];
        t2[0] = p0;
        t3 = static Node.f(p0);
        t2[1] = t3;
        a = t2;
        return;",
    );
}

#[test]
fn what_comes_before_something_unsupported_still_runs() {
    let sum = add(f(value_of(next_of(this()))), add(unsupported(), f(int(1))));
    case(&[], vec![], vec![run(sum.clone()), give(sum)]).returns(Type::INT).flattens_to(
        "
        t0 = static Node.f(this.next.value);
        unsupported lambda expression of unknown type: lambda at line 1;",
    );
}

#[test]
fn continue_goes_to_the_update() {
    let body =
        vec![if_then(less(f(x()), int(3)), continue_to(0)), if_then(less(x(), int(1)), break_to(0)), run(f(int(9)))];
    let step = plus_assign(X, 2, int(1));
    case(&[Type::INT], vec![temp()], vec![loop_over(0, Some(less(x(), int(10))), vec![step], body)]).flattens_to(
        "
        L0: loop {
          if (!(p0 < 10)) {
            break L0;
          }
          L8: {
            t0 = static Node.f(p0);
            if (t0 < 3) {
              break L8;
            }
            if (p0 < 1) {
              break L0;
            }
            static Node.f(9);
          }
          p0 = p0 + 1;
        }
        return;",
    );
}

#[test]
fn while_loops_need_no_block_and_endless_ones_no_return() {
    let inner = loop_over(1, Some(less(f(x()), int(10))), vec![], vec![continue_to(0)]);
    case(&[Type::INT], vec![], vec![loop_over(0, Some(truth(true)), vec![], vec![inner])]).flattens_to(
        "
        L0: loop {
          L1: loop {
            t0 = static Node.f(p0);
            if (!(t0 < 10)) {
              break L1;
            }
            continue L0;
          }
        }",
    );
}

#[test]
fn do_while_with_continue() {
    let typed = TypedLoop {
        label: LabelId(0),
        header: SPAN,
        clauses: LoopClauses::default(),
        init: Vec::new(),
        cond: Some(less(f(x()), int(4))),
        cond_after: true,
        update: Vec::new(),
        body: block(vec![if_then(less(x(), int(3)), continue_to(0)), run(f(int(1)))]),
    };
    case(&[Type::INT], vec![], vec![stmt(TypedStmtKind::Loop(Box::new(typed)))]).flattens_to(
        "
        L0: loop {
          L8: {
            if (p0 < 3) {
              break L8;
            }
            static Node.f(1);
          }
          t0 = static Node.f(p0);
          if (!(t0 < 4)) {
            break L0;
          }
        }
        return;",
    );
}

#[test]
fn for_each_over_an_array() {
    let ints = Type::INT.array_of();
    let kind = TypedStmtKind::ForEachArray {
        label: LabelId(0),
        header: SPAN,
        clauses: LoopClauses::default(),
        local: LocalId(3),
        array: var(1, ints),
        element: LocalId(2),
        convert: var(2, Type::INT),
        body: Box::new(run(f(var(3, Type::INT)))),
    };
    case(&[ints], vec![temp(), variable("x", Type::INT)], vec![stmt(kind)]).flattens_to(
        "
        t0 = 0;
        L0: loop {
          if (!(t0 < p0.length)) {
            break L0;
          }
          x = p0[t0];
          static Node.f(x);
          t0 = t0 + 1;
        }
        return;",
    );
}

#[test]
fn switch_arms_that_do_not_fall_through() {
    let arms = vec![
        arm(&[1], false, vec![run(f(int(1))), break_to(0)]),
        arm(&[], true, vec![run(f(int(0))), break_to(0)]),
        arm(&[2], false, vec![]),
        arm(&[3], false, vec![run(f(int(3)))]),
    ];
    case(&[Type::INT], vec![temp()], vec![stmt(TypedStmtKind::Switch(switch(false, arms)))]).flattens_to(
        "
        t0 = static Node.f(p0);
        L0: {
          if (t0 == 1) {
            static Node.f(1);
            break L0;
          }
          if (t0 == 2 || t0 == 3) {
            static Node.f(3);
            break L0;
          }
          static Node.f(0);
          break L0;
        }
        return;",
    );
}

#[test]
fn switch_arms_that_fall_through() {
    let arms = vec![
        arm(&[1], false, vec![run(f(int(1)))]),
        arm(&[], true, vec![run(f(int(0)))]),
        arm(&[2], false, vec![run(f(int(2))), break_to(0)]),
        arm(&[3], false, vec![stmt(TypedStmtKind::Return(None))]),
    ];
    case(&[Type::INT], vec![temp()], vec![stmt(TypedStmtKind::Switch(switch(false, arms)))]).flattens_to(
        "
        t0 = static Node.f(p0);
        L0: {
          if (t0 == 3) {
            return;
          }
          L11: {
            L10: {
              L9: {
                if (t0 == 1) {
                  break L9;
                }
                if (t0 == 2) {
                  break L11;
                }
                break L10;
              }
              static Node.f(1);
            }
            static Node.f(0);
          }
          static Node.f(2);
          break L0;
        }
        return;",
    );
}

#[test]
fn switch_expression() {
    let give = |value| stmt(TypedStmtKind::Yield { label: LabelId(0), value });
    let arms = vec![arm(&[1, 2], false, vec![give(f(int(1)))]), arm(&[], true, vec![give(int(7))])];
    let value = expr(TypedExprKind::Switch(switch(true, arms)), Type::INT);
    case(&[Type::INT], vec![temp()], vec![stmt(TypedStmtKind::Return(Some(add(x(), value))))])
        .returns(Type::INT)
        .flattens_to(
            "
        t0 = static Node.f(p0);
        L0: {
          if (t0 == 1 || t0 == 2) {
            t1 = static Node.f(1);
            break L0;
          }
          t1 = 7;
          break L0;
        }
        return p0 + t1;",
        );
}

#[test]
fn finally_after_a_return() {
    case(&[Type::INT], vec![], vec![try_finally(vec![give(f(x()))], vec![run(f(int(0)))])])
        .returns(Type::INT)
        .flattens_to(
            "
        t0 = 0;
        L8: {
          try {
            t2 = static Node.f(p0);
            t0 = 2;
            break L8;
          } catch (any t1) {
            t0 = 1;
          }
        }
        static Node.f(0);
        if (t0 == 2) {
          return t2;
        }
        throw t1;",
        );
}

#[test]
fn finally_with_every_exit() {
    let body = vec![
        if_then(less(x(), int(0)), stmt(TypedStmtKind::Return(None))),
        if_then(less(x(), int(1)), break_to(0)),
        if_then(less(x(), int(2)), continue_to(0)),
        run(f(x())),
    ];
    let loop_ = loop_over(0, None, vec![f(int(8))], vec![try_finally(body, vec![run(f(int(0)))])]);
    case(&[Type::INT], vec![], vec![loop_]).flattens_to(
        "
        L0: loop {
          L8: {
            t0 = 0;
            L9: {
              try {
                if (p0 < 0) {
                  t0 = 2;
                  break L9;
                }
                if (p0 < 1) {
                  t0 = 3;
                  break L9;
                }
                if (p0 < 2) {
                  t0 = 4;
                  break L9;
                }
                static Node.f(p0);
              } catch (any t1) {
                t0 = 1;
              }
            }
            static Node.f(0);
            if (t0 == 1) {
              throw t1;
            }
            if (t0 == 2) {
              return;
            }
            if (t0 == 3) {
              break L0;
            }
            if (t0 == 4) {
              break L8;
            }
          }
          static Node.f(8);
        }
        return;",
    );
}

#[test]
fn nested_finally_passes_a_return_on() {
    let inner = try_finally(vec![give(x())], vec![run(f(int(1)))]);
    case(&[Type::INT], vec![], vec![try_finally(vec![inner], vec![run(f(int(2)))])]).returns(Type::INT).flattens_to(
        "
        t0 = 0;
        L8: {
          try {
            t2 = 0;
            L9: {
              try {
                t4 = p0;
                t2 = 2;
                break L9;
              } catch (any t3) {
                t2 = 1;
              }
            }
            static Node.f(1);
            if (t2 == 2) {
              t5 = t4;
              t0 = 2;
              break L8;
            }
            throw t3;
          } catch (any t1) {
            t0 = 1;
          }
        }
        static Node.f(2);
        if (t0 == 2) {
          return t5;
        }
        throw t1;",
    );
}

#[test]
fn finally_that_returns_discards_what_was_pending() {
    case(&[Type::INT], vec![], vec![try_finally(vec![give(x())], vec![give(int(2))])]).returns(Type::INT).flattens_to(
        "
        t0 = 0;
        L8: {
          try {
            t2 = p0;
            t0 = 2;
            break L8;
          } catch (any t1) {
            t0 = 1;
          }
        }
        return 2;",
    );
}

#[test]
fn a_jump_inside_the_try_does_not_pass_the_finally() {
    let labelled =
        stmt(TypedStmtKind::Labelled { label: LabelId(1), body: Box::new(if_then(less(x(), int(0)), break_to(1))) });
    case(&[Type::INT], vec![], vec![try_finally(vec![labelled], vec![run(f(x()))])]).flattens_to(
        "
        t0 = 0;
        try {
          L1: {
            if (p0 < 0) {
              break L1;
            }
          }
        } catch (any t1) {
          t0 = 1;
        }
        static Node.f(p0);
        if (t0 == 1) {
          throw t1;
        }
        return;",
    );
}

#[test]
fn catch_then_finally() {
    let catches =
        vec![TypedCatch { span: SPAN, classes: vec![NULL_POINTER], local: LocalId(2), body: vec![give(int(3))] }];
    let typed = TypedTry { resources: vec![], body: vec![run(f(x()))], catches, finally: Some(vec![run(f(int(0)))]) };
    let variables = vec![variable("e", Type::class(NULL_POINTER))];
    case(&[Type::INT], variables, vec![stmt(TypedStmtKind::Try(Box::new(typed))), give(int(4))])
        .returns(Type::INT)
        .flattens_to(
            "
        t0 = 0;
        L8: {
          try {
            try {
              static Node.f(p0);
            } catch (NullPointerException e) {
              t2 = 3;
              t0 = 2;
              break L8;
            }
          } catch (any t1) {
            t0 = 1;
          }
        }
        static Node.f(0);
        if (t0 == 1) {
          throw t1;
        }
        if (t0 == 2) {
          return t2;
        }
        return 4;",
        );
}

#[test]
fn resources_are_closed_on_every_way_out() {
    let node = Type::class(NODE);
    let close = TypedExprKind::Call { dispatch: Dispatch::Virtual, method: CLOSE, args: vec![var(1, node)] };
    let close = TypedExpr { kind: close, ty: None, span: SPAN };
    let resources = vec![TypedResource { span: SPAN, local: LocalId(1), value: next_of(this()), close }];
    let typed = TypedTry { resources, body: vec![run(f(int(1)))], catches: vec![], finally: None };
    case(&[], vec![variable("r", node)], vec![stmt(TypedStmtKind::Try(Box::new(typed)))]).flattens_to(
        "
        r = this.next;
        t0 = 0;
        try {
          static Node.f(1);
        } catch (any t1) {
          t0 = 1;
        }
        if (r != null) {
          if (t0 == 1) {
            try {
              virtual Node.close(r);
            } catch (any t2) {
            }
          } else {
            virtual Node.close(r);
          }
        }
        if (t0 == 1) {
          throw t1;
        }
        return;",
    );
}

#[test]
fn synchronized_checks_its_lock() {
    let other = stmt(TypedStmtKind::Synchronized { lock: next_of(this()), body: vec![run(f(int(1)))] });
    let own = stmt(TypedStmtKind::Synchronized { lock: this(), body: vec![] });
    case(&[], vec![], vec![own, other]).flattens_to(
        "
        t0 = this.next;
        if (t0 == null) {
          t1 = new NullPointerException;
          exact NullPointerException.<init>(t1);
          throw t1;
        }
        static Node.f(1);
        return;",
    );
}

#[test]
fn support_follows_calls() {
    let mut program = program(&[], None);
    let call = run(f(int(1)));
    let body = TypedBody { variables: parameters(program.method(M)), labels: 0, block: vec![call] };
    let surroundings = Surroundings {
        program: &program,
        throwable: THROWABLE,
        null_pointer_exception: NULL_POINTER,
        captured: &|_| &[],
    };
    let flat = flatten_with(surroundings, M, body, &mut |_| super::boolean(true, SPAN));
    program.methods[M.index()].code = Code::Body(flat);
    let report = crate::support::support(&program);
    assert!(!report.is_supported(M) && !report.is_supported(F) && report.is_supported(G));
    let reasons = report.reasons(M);
    assert_eq!(reasons.len(), 1);
    assert_eq!(reasons[0].chain, vec![M, F]);
    assert_eq!(reasons[0].unsupported.detail, "stub");
}
