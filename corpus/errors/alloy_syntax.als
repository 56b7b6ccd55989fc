sig Node { next: Node }

fact { all n: Node | n.next != n }

asert A { }

pred Loose(c: Chain) { c.first != null => c.first.key > 0 || c.first.isRed = true }

pred Tuples(c: Chain) { c -> c.first in first }

pred Primed'(c: Chain) { c.first = null }

assert Open { all c: Chain | clear(c) =>

check Open for exactly 3 Node

check { some Node } for 3

pred Large(c: Chain) { c.first.key = 99999999999 }

pred Odd(c: Chain) { c.first = null % }

assert Fine { all c: Chain | clear(c) => c.first' = null }
check Fine for 99999999 Node
