//! From a problem to all that runs and is evaluated for it.

use crate::accelerations::Accelerations;
use crate::compile::Executable;
use crate::contract::{CompiledClause, CompiledContract};
use tightrope_heap::Layouts;
use tightrope_problem::{Problem, Subject};
use tightrope_program::body::ExprKind;
use tightrope_program::contract::Origin;
use tightrope_program::effective::EffectiveContract;
use tightrope_program::visit::for_each_expr;
use tightrope_program::{ClassId, FieldId, MethodId, Type};

/// A problem, compiled.
#[derive(Debug)]
pub struct Compiled<'p> {
    pub executable: Executable<'p>,
    pub contract: CompiledContract,
}

/// Compiles a problem: its code, its contract, and the static initialisers of the classes whose
/// objects its heaps may have. An object exists only if its class is initialised.
pub fn compile_problem<'p>(problem: &Problem<'p>, accelerations: Accelerations) -> Compiled<'p> {
    let entries = problem.entries.iter().copied();
    let executable = Executable::with_sorts(problem.program, entries, problem.sorts.clone());
    let mut executable = executable.accelerated_by(accelerations);
    problem.user_classes().for_each(|class| executable.add_class(class));
    for class in problem.collection_classes() {
        executable.add_class(class);
        executable.add_object_type(class);
    }
    for ty in array_types(problem) {
        executable.add_array_type(ty);
    }
    let contract = compile_contract(&mut executable, problem);
    Compiled { executable, contract }
}

fn array_types(problem: &Problem<'_>) -> Vec<Type> {
    let program = problem.program;
    let layouts = Layouts::new(program);
    let fields: Vec<FieldId> = problem.classes.iter().flat_map(|class| layouts.fields(*class)).copied().collect();
    let params = problem.method().into_iter().flat_map(|method| {
        (0..program.method(method).params.len()).map(move |index| program.param_generic(method, index))
    });
    // `Node<int[]>` has an array in a place of type `Object`.
    let generics = params.chain(fields.iter().map(|field| program.field_generic(*field)));
    let named: Vec<Type> = generics.flat_map(|ty| ty.arrays()).collect();
    let fields = fields.iter().map(|field| program.field(*field).ty);
    problem.roots.iter().copied().chain(fields).chain(named).filter(|ty| ty.is_array()).collect()
}

fn compile_contract<'p>(executable: &mut Executable<'p>, problem: &Problem<'p>) -> CompiledContract {
    let made: Vec<ClassId> = problem.user_classes().chain(problem.collection_classes()).collect();
    match (&problem.contract, problem.subject) {
        (Some(contract), _) => executable.add_contract(contract, &made),
        (None, subject) => {
            let class = match subject {
                Subject::Structures(class) => Some(class),
                Subject::Method(_) => None,
            };
            let methods = class.map(|class| problem.program.class(class).methods.as_slice()).unwrap_or_default();
            let nothing = EffectiveContract {
                method: methods.first().copied().unwrap_or(MethodId(0)),
                cases: Vec::new(),
                invariants_before: Vec::new(),
                invariants_after: Vec::new(),
                constraints: Vec::new(),
                initially: Vec::new(),
                axioms: Vec::new(),
                unchecked: Vec::new(),
            };
            executable.add_structure(&nothing, &made)
        }
    }
}

/// That a field is non-null of which nobody knows what it holds is what nobody wrote: it is
/// believed.
pub fn believe_of_spoilt_fields(executable: &Executable<'_>, contract: &mut CompiledContract) {
    let spoilt: Vec<FieldId> = executable.spoilt_fields().map(|(field, _)| field).collect();
    if spoilt.is_empty() {
        return;
    }
    let is_kept = |clause: &CompiledClause| {
        let mut is_spoilt = false;
        for_each_expr(&clause.formula.expr, &mut |part| {
            is_spoilt |= matches!(part.kind, ExprKind::StaticField(field) if spoilt.contains(&field));
        });
        !is_spoilt || !matches!(clause.origin, Origin::NonNull { .. })
    };
    contract.static_before.retain(is_kept);
    contract.static_after.retain(is_kept);
}
