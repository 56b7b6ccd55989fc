//! Everyday Java beyond the language's core: lambdas and method references, boxes and strings with
//! their methods, `StringBuilder`, `Optional`, streams, comparators, arrays and collections.
//!
//! Each row is a template: its result, and the text with its holes.
//! `@I` is an expression of a type (see [`type_of`]), `@%I` one that can stand in any lambda (it
//! throws nothing checked), `@($x:N|I)` one inside a lambda with the parameter `$x`, `@[$x:N|I]`
//! the statements of such a lambda; `$x` is a fresh name. Hash tables are not walked through: their
//! order is not modelled.

use super::Generator;
use super::statements::Jumps;
use super::tree::{Node, Role};
use super::types::{Type, Variable};

/// Declarations that the rows use.
pub(crate) const MEMBERS: &str = r#"
interface Fun<A, R> { R go(A a) throws Exception; default <B> Fun<A, B> then(Fun<? super R, ? extends B> next) { return a -> { note("then"); return next.go(go(a)); }; } static <X> Fun<X, X> same() { return x -> x; } }
interface Fold<A> { A go(A a, A b) throws Exception; }
static <A, R> R apply(Fun<A, R> f, A a) throws Exception { note("apply"); return f.go(a); }
static <A> A fold(Fold<A> f, A a, A b) throws Exception { note("fold"); return f.go(a, f.go(b, a)); }
static <A, B, R> Fun<A, R> both(Fun<? super A, ? extends B> f, Fun<? super B, ? extends R> g) { return a -> g.go(f.go(a)); }
static <T extends Comparable<T>> T larger(T a, T b) { return a.compareTo(b) >= 0 ? a : b; }
static <T extends Comparable<? super T>> T most(java.util.Collection<? extends T> all) { T best = null; for (T one : all) if (best == null || one.compareTo(best) > 0) best = one; return best; }
static int count(Iterable<?> all) { int n = 0; for (Object one : all) { note(one); n++; } return n; }
static class Upto implements Iterable<Integer> { final int n; Upto(int n) { this.n = n; } public java.util.Iterator<Integer> iterator() { return new java.util.Iterator<>() { int i; public boolean hasNext() { return i < n; } public Integer next() { return i++; } }; } }
static class Door implements AutoCloseable { final int id; Door(int id) throws X1 { this.id = id; maybe(id); note("open"); } public void close() throws X1 { note("close"); note(id); maybe(id + 1); } }
"#;

/// The type of a letter, as in the names of the JVM where there is one.
fn type_of(letter: char) -> Type {
    match letter {
        'I' => Type::Int,
        'J' => Type::Long,
        'D' => Type::Double,
        'Z' => Type::Boolean,
        'C' => Type::Char,
        'S' => Type::String,
        'O' => Type::Object,
        'N' => Type::boxed(Type::Int),
        'K' => Type::boxed(Type::Char),
        'L' => Type::boxed(Type::Long),
        'E' => Type::Enum,
        'R' => Type::Record,
        'A' => Type::array(Type::Int),
        'B' => Type::array(Type::String),
        'H' => Type::holder(Type::boxed(Type::Int)),
        'T' => Type::List(Box::new(Type::boxed(Type::Int))),
        'U' => Type::List(Box::new(Type::String)),
        'M' => Type::Map(Box::new(Type::String)),
        'Q' => Type::Deque(Box::new(Type::boxed(Type::Int))),
        'V' => Type::Void,
        _ => panic!("no type has the letter {letter}"),
    }
}

const INT: &[&str] = &[
    "Integer.compare(@I, @I)",
    "Integer.signum(@I)",
    "Integer.bitCount(@I)",
    "Integer.numberOfTrailingZeros(@I)",
    "Integer.numberOfLeadingZeros(@I)",
    "Integer.highestOneBit(@I)",
    "Integer.reverse(@I)",
    "Integer.rotateLeft(@I, @I)",
    "Integer.divideUnsigned(@I, @I)",
    "Integer.compareUnsigned(@I, @I)",
    "Integer.parseInt(@S)",
    "Integer.parseInt(\"\" + @I)",
    "Integer.hashCode(@I)",
    "Long.hashCode(@J)",
    "Boolean.hashCode(@Z)",
    "Double.hashCode(@D)",
    "Math.abs(@I)",
    "Math.floorMod(@I, @I)",
    "Math.floorDiv(@I, @I)",
    "Math.max(@I, @C)",
    "Math.addExact(@I, @I)",
    "Math.multiplyExact(@I, @I)",
    "Math.negateExact(@I)",
    "Math.toIntExact(@J)",
    "(@S).indexOf(@S)",
    "(@S).indexOf(@C)",
    "(@S).lastIndexOf(@S)",
    "(@S).compareTo(@S)",
    "new StringBuilder(@S).append(@I).length()",
    "java.util.Objects.hash(@N, @S, @C)",
    "java.util.Objects.hashCode(@S)",
    "java.util.Arrays.hashCode(@A)",
    "java.util.Arrays.stream(@A).sum()",
    "java.util.Arrays.stream(@A).map($x -> $x + @%I).max().orElse(@I)",
    "(@T).indexOf(@N)",
    "(@T).lastIndexOf(@N)",
    "(@T).hashCode()",
    "(@T).stream().mapToInt($x -> $x).sum()",
    "(@T).stream().filter($x -> $x != null && $x > @%I).mapToInt(Integer::intValue).sum()",
    "((int) java.util.stream.Stream.of(@N, @N, @N).distinct().count())",
    "java.util.stream.IntStream.range(@I & 3, 5).map($x -> $x * @%I).sum()",
    "java.util.stream.IntStream.rangeClosed(1, @I & 3).filter($x -> $x % 2 == 1).reduce(@I, ($x, $y) -> $x * 3 + $y)",
    "java.util.Optional.ofNullable(@S).filter($x -> $x.length() > 1).map(String::length).orElseGet(() -> @%I)",
    "java.util.Comparator.<Integer>naturalOrder().reversed().compare(@N, @N)",
    "java.util.Comparator.comparing(String::length).thenComparing(java.util.Comparator.naturalOrder()).compare(@S, @S)",
    "java.util.Comparator.nullsFirst(java.util.Comparator.<Integer>naturalOrder()).compare(@N, @N)",
    "((Fun<String, Integer>) String::length).go(@S)",
    "((Fun<Integer, Integer>) (@E)::weigh).go(@I)",
    "((Fun<Color, Integer>) Color::ordinal).go(@E)",
    "((Fold<Integer>) Math::max).go(@I, @I)",
    "((Fold<Integer>) Integer::compareTo).go(@N, @N)",
    "((Fun<Integer, int[]>) int[]::new).go(@I & 3).length",
    "((java.util.function.IntBinaryOperator) ($x, $y) -> $x - $y * @%I).applyAsInt(@I, @I)",
    "((java.util.function.ToIntFunction<String>) $x -> $x.length() + @%I).applyAsInt(@S)",
    "apply($x -> @($x:S|I), @S)",
    "apply($x -> { @[$x:N|I] }, @N)",
    "apply((Integer $x) -> @($x:N|I), @I)",
    "fold(($x, $y) -> @($x:N,$y:N|I), @I, @I)",
    "count(@T)",
    "count(new Upto(@I & 3))",
    "new java.util.TreeSet<Integer>(@T).headSet(@N).size()",
    "new java.util.LinkedHashSet<Integer>(@T).size()",
    "larger(@I, @I)",
    "(@M).getOrDefault(@S, @I)",
    "(@M).size()",
    "new java.util.concurrent.atomic.AtomicInteger(@I).updateAndGet($x -> $x + @%I)",
];
const BOX: &[&str] = &[
    "apply((Fun<Integer, Integer>) $x -> @($x:N|N), @N)",
    "both((Fun<Integer, String>) $x -> @($x:N|S), ($y) -> @($y:S|N)).go(@N)",
    "((Fun<Integer, String>) $x -> @($x:N|S)).then($y -> @($y:S|N)).go(@N)",
    "Fun.<Integer>same().then($x -> @($x:N|N)).go(@N)",
    "((Fun<Integer, Holder<Integer>>) Holder::new).go(@N).v",
    "((Fun<Holder<Integer>, Integer>) Holder::get).go(@H)",
    "((Fun<Integer, Integer>) Integer::valueOf).go(@I)",
    "(@T).stream().map($x -> $x + 1).reduce(0, Integer::sum)",
    "(@T).stream().max(java.util.Comparator.naturalOrder()).orElse(@N)",
    "(@T).stream().sorted().findFirst().orElse(null)",
    "java.util.Optional.ofNullable(@N).map($x -> $x + @%I).orElse(@N)",
    "java.util.Optional.of(@N).get()",
    "most(@T)",
    "larger(@N, @N)",
    "(@T).get(@I & 1)",
    "(@T).set(@I & 1, @N)",
    "(@T).remove(@I & 1)",
    "(@Q).peekFirst()",
    "(@Q).pop()",
    "(@M).put(@S, @I)",
    "(@M).merge(@S, @N, Integer::sum)",
    "(@M).computeIfAbsent(@S, $x -> @%I)",
    "(@M).computeIfPresent(@S, ($x, $y) -> $y + @%I)",
    "(@M).putIfAbsent(@S, @N)",
    "new java.util.TreeSet<Integer>(@T).ceiling(@N)",
    "new java.util.TreeSet<Integer>(@T).descendingSet().first()",
    "new java.util.PriorityQueue<Integer>(@T).poll()",
    "java.util.Collections.max(@T)",
    "((java.util.function.Supplier<Integer>) () -> @%I).get()",
    "((java.util.function.BinaryOperator<Integer>) Math::min).apply(@I, @N)",
    "Integer.valueOf(@S)",
];
const TEXT: &[&str] = &[
    "apply((Fun<Integer, String>) $x -> { @[$x:N|S] }, @N)",
    "apply($x -> @($x:N|S), @N)",
    "((Fun<Integer, String>) String::valueOf).go(@N)",
    "((Fun<Object, String>) Object::toString).go(@N)",
    "fold(String::concat, @S, @S)",
    "(@S).substring(@I & 1)",
    "(@S).substring(@I & 1, 2)",
    "(@S).trim()",
    "(@S).concat(@S)",
    "(@S).replace('a', @C)",
    "(@S).repeat(@I & 1)",
    "String.join(\",\", @S, @S)",
    "String.join(\"-\", @U)",
    "new StringBuilder(@S).append(@I).append(@C).append(@Z).append(@S).toString()",
    "new StringBuilder().append(@J).reverse().append((Object) @N).toString()",
    "new StringBuilder(@S).insert(@I & 1, @I).deleteCharAt(1).toString()",
    "(\"\" + new StringBuilder(@S).append(@S, 0, 1))",
    "(\"\" + java.util.Optional.ofNullable(@N))",
    "(\"\" + @T)",
    "(\"\" + @Q)",
    "(\"\" + new java.util.TreeMap<>(@M))",
    "(\"\" + new java.util.LinkedHashSet<>(@T))",
    "(\"\" + new java.util.PriorityQueue<>(@T))",
    "java.util.Arrays.toString(@A)",
    "java.util.Arrays.toString(@B)",
    "(@U).stream().map($x -> $x + @%I).collect(java.util.stream.Collectors.joining(\",\", \"<\", \">\"))",
    "(@U).stream().filter($x -> $x != null && !$x.isEmpty()).sorted(java.util.Comparator.reverseOrder()).toList().toString()",
    "larger(@S, @S)",
    "most(@U)",
    "java.util.Objects.requireNonNullElse(@S, \"none\")",
    "java.util.Objects.toString(@N)",
    "Integer.toString(@I, 2 + (@I & 15))",
    "Integer.toHexString(@I)",
    "Long.toString(@J)",
    "Character.toString(@C)",
    "(@E).toString()",
    "(\"\" + @R)",
];
const BOOLEAN: &[&str] = &[
    "(@S).isEmpty()",
    "(@S).startsWith(@S)",
    "(@S).endsWith(@S)",
    "(@S).contains(@S)",
    "(@S).equalsIgnoreCase(@S)",
    "Character.isDigit((char) (@C & 127))",
    "Character.isLetter((char) (@C & 127))",
    "java.util.Objects.equals(@N, @N)",
    "java.util.Objects.equals(@N, @L)",
    "java.util.Arrays.equals(@A, @A)",
    "java.util.Optional.ofNullable(@N).isPresent()",
    "(@T).contains(@N)",
    "(@T).remove((Object) @N)",
    "(@T).equals(@T)",
    "(@T).isEmpty()",
    "(@T).addAll(java.util.List.of(@N, @I))",
    "(@T).removeIf($x -> $x == null || $x > @%I)",
    "(@T).stream().anyMatch($x -> $x == null)",
    "(@T).stream().allMatch($x -> $x > @%I)",
    "(@M).containsKey(@S)",
    "(@M).containsValue(@N)",
    "(@Q).offerLast(@N)",
    "((java.util.function.Predicate<String>) String::isEmpty).negate().or($x -> $x.length() > 1).test(@S)",
    "apply($x -> @($x:S|Z), @S)",
    "new java.util.TreeSet<String>(@U).add(@S)",
    "(@R).equals(@R)",
    "Double.isNaN(@D)",
];
const LONG: &[&str] = &[
    "Math.abs(@J)",
    "Math.addExact(@J, @J)",
    "Math.multiplyExact(@J, @I)",
    "Math.floorMod(@J, @J)",
    "Math.round(@D)",
    "Long.parseLong(\"\" + @J)",
    "Long.rotateLeft(@J, @I)",
    "Integer.toUnsignedLong(@I)",
    "(@T).stream().count()",
    "apply($x -> @($x:L|J), @L)",
];
const CHAR: &[&str] = &[
    "(@S).charAt(@I & 1)",
    "new StringBuilder(@S).charAt(0)",
    "(@S).toCharArray()[0]",
    "Character.forDigit(@I & 15, 16)",
];
const INTS: &[&str] = &[
    "java.util.Arrays.copyOf(@A, @I & 3)",
    "java.util.Arrays.copyOfRange(@A, @I & 1, 2)",
    "java.util.stream.IntStream.of(@I, @I, @I).sorted().toArray()",
    "(@T).stream().mapToInt(Integer::intValue).toArray()",
    "apply($x -> @($x:N|A), @N)",
];
const LIST: &[&str] = &[
    "((java.util.List<Integer>) new java.util.ArrayList<>(@T))",
    "((java.util.List<Integer>) new java.util.LinkedList<>(@T))",
    "java.util.List.<Integer>of(@N, @I)",
    "java.util.Arrays.<Integer>asList(@N, @N)",
    "java.util.Collections.unmodifiableList(@T)",
    "java.util.Collections.<Integer>emptyList()",
    "((java.util.List<Integer>) new java.util.ArrayList<>(java.util.List.of(@I, @I, @N)))",
    "(@T).subList(0, 1)",
    "(@T).stream().filter($x -> $x != null && $x != @%I).toList()",
    "(@T).stream().map($x -> $x == null ? @%I : $x).collect(java.util.stream.Collectors.toList())",
];
const DEQUE: &[&str] = &["((java.util.Deque<Integer>) new java.util.ArrayDeque<>(@T))"];
const STATEMENTS: &[&str] = &[
    "(@T).removeIf($x -> $x != null && $x > @%I);",
    "(@T).replaceAll($x -> $x == null ? 0 : $x * 2);",
    "(@T).sort(null);",
    "(@T).sort(java.util.Comparator.reverseOrder());",
    "(@T).add(@I & 1, @N);",
    "(@T).forEach($x -> note((Object) $x));",
    "(@T).clear();",
    "java.util.Collections.reverse(@T);",
    "java.util.Collections.swap(@T, 0, @I & 1);",
    "java.util.Collections.sort(@T, ($x, $y) -> $y - $x);",
    "for (java.util.Iterator<Integer> $x = (@T).iterator(); $x.hasNext(); ) { Integer $y = $x.next(); note((Object) $y); if ($y != null && $y > @%I) $x.remove(); }",
    "for (java.util.ListIterator<Integer> $x = (@T).listIterator(); $x.hasNext(); ) { if ($x.next() == null) $x.set(@%I); }",
    "for (Integer $x : @T) { note((Object) $x); if (fuel-- > 0) (@T).add($x); }",
    "for (int $x : new Upto(@I & 3)) note($x);",
    "for (java.util.Map.Entry<String, Integer> $x : new java.util.TreeMap<>(@M).entrySet()) { note($x.getKey()); note((Object) $x.getValue()); $x.setValue(1); }",
    "for (String $x : new java.util.TreeMap<>(@M).descendingMap().keySet()) note($x);",
    "for (char $x : (@S).toCharArray()) note($x);",
    "java.util.Arrays.fill(@A, @I);",
    "java.util.Arrays.sort(@A);",
    "System.arraycopy(@A, @I & 1, @A, 0, 1);",
    "try (Door $x = new Door(@I); Door $y = new Door(@I)) { note($x.id); note(@I); }",
    "try (Door $x = new Door(@I)) { note($x.id + @I / (@I & 3)); } catch (X1 $y) { caught($y); note($y.getSuppressed().length); }",
    "{ var $x = new StringBuilder(); for (String $y : @U) $x.append($y).append(';'); note(cut($x.toString())); }",
    "{ Runnable $x = () -> note(@%I); $x.run(); $x.run(); }",
    "{ Fun<Integer, Integer> $x = $y -> { @[$y:N|N] }; note((Object) $x.go(@I)); note((Object) $x.go(@N)); }",
    "{ record Local$x(int a, Integer b) { int sum() { return a + b; } } var $y = new Local$x(@I, @N); note($y.sum()); note($y.equals(new Local$x($y.a(), $y.b()))); }",
    "{ int $x = @I; $x += $x++ + ++$x; note($x); }",
    "java.util.Optional.ofNullable(@N).ifPresent($x -> note($x));",
    "java.util.stream.Stream.of(@S, @S).map(String::length).forEach($x -> note($x));",
    "java.util.Objects.requireNonNull(@S);",
];

impl Generator {
    /// A value of the type from a row; `None` if there is no row, or this is no place for calls.
    pub(crate) fn everyday(&mut self, ty: &Type, depth: usize) -> Option<Node> {
        let rows = match ty {
            Type::Int => INT,
            Type::Boolean => BOOLEAN,
            Type::Long => LONG,
            Type::Char => CHAR,
            Type::String => TEXT,
            Type::Boxed(of) if **of == Type::Int => BOX,
            Type::Array(of) if **of == Type::Int => INTS,
            Type::List(of) if **of == Type::boxed(Type::Int) => LIST,
            Type::Deque(of) if **of == Type::boxed(Type::Int) => DEQUE,
            _ => return None,
        };
        if !self.features.everyday || self.place.initializes.is_some() {
            return None;
        }
        let row = self.random.text(rows);
        let (template, parts) = self.filled(row, depth);
        // The result of a row may be of a type that is only converted to the one that is asked for.
        let cast = if matches!(ty, Type::Int | Type::Long | Type::Boolean) {
            format!("(({}) {template})", ty.java())
        } else {
            template
        };
        Some(Node::expression(ty, &cast, parts))
    }

    pub(crate) fn everyday_statement(&mut self) -> Option<Node> {
        if !self.features.everyday || self.place.initializes.is_some() {
            return None;
        }
        let row = self.random.text(STATEMENTS);
        let (template, parts) = self.filled(row, 1);
        Some(Node::statement(&template, parts))
    }

    /// The row as a template of a node, and what stands in its holes.
    fn filled(&mut self, row: &str, depth: usize) -> (String, Vec<Node>) {
        let names = [("$x", self.fresh("x")), ("$y", self.fresh("y"))];
        let row = names.iter().fold(row.to_owned(), |row, (short, name)| row.replace(short, name));
        let (mut template, mut parts) = (String::new(), Vec::new());
        let mut pieces = row.split('@');
        template.push_str(pieces.next().unwrap_or_default());
        for piece in pieces {
            let (part, rest) = self.hole(piece, depth);
            parts.push(part);
            template.push('#');
            template.push_str(rest);
        }
        (template, parts)
    }

    /// What stands in the hole with which the text begins, and the text behind it.
    fn hole<'r>(&mut self, text: &'r str, depth: usize) -> (Node, &'r str) {
        let first = text.chars().next().expect("a hole has a letter");
        let close = match first {
            '%' => {
                let ty = type_of(text.chars().nth(1).expect("a letter"));
                return (self.in_lambda(&[], |generator| generator.leaf(&ty)), &text[2..]);
            }
            '(' => ')',
            '[' => ']',
            _ => return (self.added(&type_of(first), depth), &text[1..]),
        };
        let end = text.find(close).expect("the hole ends");
        let (params, result) = text[1..end].split_once('|').expect("parameters and a result");
        let params: Vec<(&str, Type)> = params.split(',').map(parameter).collect();
        let result = type_of(result.chars().next().expect("a letter"));
        let node = match first {
            '(' => self.in_lambda(&params, |generator| generator.expression(&result, depth.min(2))),
            _ => {
                let room = self.room;
                let body = self.in_lambda(&params, |generator| {
                    generator.place.jumps = Jumps::method(result.clone());
                    generator.place.nested = true;
                    generator.room = generator.room.clamp(0, 10);
                    generator.method_body(&result)
                });
                self.room = room - 4;
                Node::new(Role::Fixed, "#", [body])
            }
        };
        (node, &text[end + 1..])
    }

    /// Makes something in the body of a lambda: it sees what it can capture, and its parameters.
    fn in_lambda(&mut self, params: &[(&str, Type)], make: impl FnOnce(&mut Generator) -> Node) -> Node {
        let mut place = self.place.clone();
        place.jumps = Jumps::default();
        place.variables.retain(|variable| variable.capturable);
        for variable in &mut place.variables {
            variable.assignable = false;
        }
        let own = |(name, ty): &(&str, Type)| Variable {
            name: (*name).to_owned(),
            ty: ty.clone(),
            assignable: false,
            capturable: true,
        };
        place.variables.extend(params.iter().map(own));
        self.within(place, make)
    }
}

fn parameter(text: &str) -> (&str, Type) {
    let (name, letter) = text.split_once(':').expect("a name and a letter");
    (name, type_of(letter.chars().next().expect("a letter")))
}
