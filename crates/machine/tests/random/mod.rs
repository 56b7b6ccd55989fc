//! Random Java programs that are well typed and end, for comparison with the JVM.
//!
//! [`generate`] makes a program from a seed: always the same one. A program is a tree
//! ([`tree::Node`]) that knows of each part only what role it has, so that [`shrink`] can cut it
//! down without knowing Java; `javac` decides whether a cut makes sense.

pub(crate) mod classes;
pub(crate) mod everyday;
pub(crate) mod expressions;
pub(crate) mod joins;
pub(crate) mod shrink;
pub(crate) mod statements;
pub(crate) mod tree;
pub(crate) mod types;

use classes::ClassModel;
use statements::Jumps;
use tree::Node;
use types::{Signature, Type, Variable};

/// A small generator of pseudo-random numbers (xorshift64*), so that a seed means the same program
/// everywhere.
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0xD1B5_4A32_D192_ED03 | 1);
        // Seeds that differ in one bit start alike otherwise.
        for _ in 0..8 {
            random.next();
        }
        random
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 11
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }

    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub(crate) fn text(&mut self, from: &[&'static str]) -> &'static str {
        from[self.below(from.len())]
    }

    pub(crate) fn pick<'t, T>(&mut self, from: &'t [T]) -> &'t T {
        &from[self.below(from.len())]
    }
}

/// What the program may use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Features {
    /// Lists, maps and queues of the library.
    pub(crate) collections: bool,
    /// Methods of `String` beyond `length`, `equals` and `hashCode`.
    pub(crate) strings: bool,
    /// Concatenation of objects that are no strings: boxes, enum constants, objects with a
    /// `toString`.
    pub(crate) object_texts: bool,
    /// Lambdas and method references, and what the library has beyond collections and strings.
    pub(crate) everyday: bool,
}

/// Where the code that is being made stands: what it sees and where it may jump.
#[derive(Clone, Debug, Default)]
pub(crate) struct Place {
    pub(crate) variables: Vec<Variable>,
    /// The class whose instance `this` is; `None` in static code.
    pub(crate) this: Option<usize>,
    /// `this` has to be qualified and members named through it: the code stands in a class inside
    /// that one.
    pub(crate) is_inside: bool,
    pub(crate) jumps: Jumps,
    /// Code that runs while objects or classes are made: calls nothing and makes only instances of
    /// classes before this one, so that it ends.
    pub(crate) initializes: Option<usize>,
    /// The body of a class inside an expression: it makes no further classes.
    pub(crate) nested: bool,
    /// The signature and class of the method whose code it is, for calls of `super`.
    pub(crate) method: Option<(usize, usize)>,
}

#[derive(Debug)]
pub(crate) struct Generator {
    pub(crate) random: Random,
    pub(crate) features: Features,
    pub(crate) name: String,
    pub(crate) signatures: Vec<Signature>,
    pub(crate) classes: Vec<ClassModel>,
    /// Static fields of the program's own class.
    pub(crate) globals: Vec<Variable>,
    /// Static methods of the program's own class.
    pub(crate) functions: Vec<Signature>,
    pub(crate) place: Place,
    pub(crate) class_count: usize,
    counter: usize,
    /// How much more the method at hand may hold.
    pub(crate) room: isize,
}

/// The program of a seed; its class has this name.
pub(crate) fn generate(name: &str, seed: u64, features: Features) -> Node {
    let mut generator = Generator {
        random: Random::new(seed),
        features,
        name: name.to_owned(),
        signatures: Vec::new(),
        classes: Vec::new(),
        globals: Vec::new(),
        functions: Vec::new(),
        place: Place::default(),
        class_count: 0,
        counter: 0,
        room: 0,
    };
    generator.program()
}

impl Generator {
    /// A name that nothing else has.
    pub(crate) fn fresh(&mut self, prefix: &str) -> String {
        self.counter += 1;
        format!("{prefix}{}", self.counter)
    }

    /// Makes something in another place and comes back.
    pub(crate) fn within<T>(&mut self, place: Place, make: impl FnOnce(&mut Generator) -> T) -> T {
        let outside = std::mem::replace(&mut self.place, place);
        let made = make(self);
        self.place = outside;
        made
    }

    /// Makes something whose variables end with it.
    pub(crate) fn scoped<T>(&mut self, make: impl FnOnce(&mut Generator) -> T) -> T {
        let place = self.place.clone();
        self.within(place, make)
    }

    pub(crate) fn declare(&mut self, name: &str, ty: Type, assignable: bool) {
        self.place.variables.push(Variable { name: name.to_owned(), ty, assignable, capturable: !assignable });
    }
}
