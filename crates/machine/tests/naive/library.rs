//! The library methods that the naive interpreter knows, by name.

use super::{Evaluated, Interpreter, Stop, Value, convert};
use tightrope_program::{BaseType, MethodId, MethodKind};
use tightrope_source::Span;

pub(super) fn call(
    interpreter: &mut Interpreter<'_>,
    method: MethodId,
    args: Vec<Value>,
    span: Span,
) -> Evaluated<Option<Value>> {
    let found = interpreter.program.method(method);
    let class = interpreter.program.class(found.class).name.clone();
    if found.kind == MethodKind::Constructor {
        return Ok(None);
    }
    let value = match (class.as_str(), found.name.as_str(), args.as_slice()) {
        ("java.lang.Object", "equals", [left, right]) => Value::Boolean(left == right),
        ("java.lang.Object", "clone", [Value::Object(object)]) => {
            let copy = interpreter.heap[*object].clone();
            interpreter.heap.push(copy);
            Value::Object(interpreter.heap.len() - 1)
        }
        ("java.lang.String", "equals", [left, right]) => {
            Value::Boolean(text(interpreter, *left) == text(interpreter, *right))
        }
        ("java.lang.String", "hashCode", [string]) => Value::Int(hash(&text(interpreter, *string).unwrap_or_default())),
        ("java.lang.String", "length", [string]) => {
            Value::Int(text(interpreter, *string).unwrap_or_default().encode_utf16().count() as i32)
        }
        ("java.lang.System", "arraycopy", [from, start, to, target, length]) => {
            array_copy(interpreter, [*from, *start, *to, *target, *length], span)?;
            return Ok(None);
        }
        (_, "valueOf", [value]) if class.starts_with("java.lang.") => valued(interpreter, method, *value)?,
        (_, name, [Value::Object(object)]) if name.ends_with("Value") => unboxed(interpreter, method, *object)?,
        (_, "equals", [Value::Object(left), right]) if interpreter.heap[*left].elements.len() == 1 => match right {
            Value::Object(right) => Value::Boolean(
                interpreter.heap[*left].ty == interpreter.heap[*right].ty
                    && interpreter.heap[*left].elements == interpreter.heap[*right].elements,
            ),
            _ => Value::Boolean(false),
        },
        _ => return Err(Stop::Failed(format!("library method {class}.{}", found.name))),
    };
    Ok(Some(value))
}

fn text(interpreter: &Interpreter<'_>, value: Value) -> Option<String> {
    match value {
        Value::Object(object) => interpreter.heap[object].text.clone(),
        _ => None,
    }
}

fn hash(text: &str) -> i32 {
    text.encode_utf16().fold(0, |sum: i32, unit| sum.wrapping_mul(31).wrapping_add(i32::from(unit)))
}

/// `Integer.valueOf` and its kin: a box holds its value as its only element; small ones are shared (JLS 5.1.7).
fn valued(interpreter: &mut Interpreter<'_>, method: MethodId, value: Value) -> Evaluated<Value> {
    let key = match value {
        Value::Int(number) => i64::from(number),
        Value::Long(number) => number,
        Value::Boolean(truth) => i64::from(truth),
        _ => return Err(Stop::Failed("valueOf of an object".to_owned())),
    };
    let shared = (-128..128).contains(&key);
    if let (true, Some(object)) = (shared, interpreter.boxes.get(&(method, key))) {
        return Ok(Value::Object(*object));
    }
    let class = interpreter.program.method(method).class;
    let object = interpreter.allocate(tightrope_program::Type::class(class));
    interpreter.heap[object].elements = vec![value];
    if shared {
        interpreter.boxes.insert((method, key), object);
    }
    Ok(Value::Object(object))
}

fn unboxed(interpreter: &mut Interpreter<'_>, method: MethodId, object: usize) -> Evaluated<Value> {
    let ty = interpreter.program.method(method).return_type;
    match (interpreter.heap[object].elements.first().copied(), ty) {
        (Some(value @ Value::Boolean(_)), _) => Ok(value),
        (Some(value), Some(ty)) if !matches!(ty.base, BaseType::Float | BaseType::Double) => convert(value, ty),
        _ => Err(Stop::Failed("value of a box".to_owned())),
    }
}

fn array_copy(interpreter: &mut Interpreter<'_>, args: [Value; 5], span: Span) -> Evaluated<()> {
    let [from, Value::Int(start), to, Value::Int(target), Value::Int(length)] = args else {
        return Err(Stop::Failed("arraycopy".to_owned()));
    };
    let (Value::Object(from), Value::Object(to)) = (from, to) else {
        return interpreter.throw("NullPointerException", span);
    };
    let room = |object: usize| interpreter.heap[object].elements.len() as i64;
    let outside = |first: i32, room: i64| first < 0 || i64::from(first) + i64::from(length) > room;
    if length < 0 || outside(start, room(from)) || outside(target, room(to)) {
        return interpreter.throw("ArrayIndexOutOfBoundsException", span);
    }
    let copied: Vec<Value> = interpreter.heap[from].elements[start as usize..(start + length) as usize].to_vec();
    for (offset, value) in copied.into_iter().enumerate() {
        interpreter.check_store(to, value, span)?;
        interpreter.heap[to].elements[target as usize + offset] = value;
    }
    Ok(())
}
