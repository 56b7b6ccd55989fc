pred Empty(c: Chain) { c.first = null }
pred Twice(c: Chain) { c.first = null }
pred Twice(c: Chian) { c.first = null }

assert Field { all c: Chain | clear(c) => c.frist' = null }
check Field for 3

assert Class { all c: Chian | clear(c) => Empty'(c) }
check Class for 3

assert Predicate { all c: Chain | clear(c) => Empti'(c) }
check Predicate for 3

assert Param { all c: Chain | clear(c) => Twice2'(c) }
pred Twice2(c: Chian) { c.first = null }
check Param for 3

assert Method { all c: Chain | clar(c) => Empty'(c) }
check Method for 3

check Missing for 3

assert Scope { all c: Chain | clear(c) => Empty'(c) }
check Scope for 3 Nod, 2 iteration

assert Unasked { all c: Chain | clear(c) => Empty'(c) }
