pred Empty(c: Chain) { c.first = null }
pred Self(c: Chain) { Self(c) }
pred Before(c: Chain) { Empty'(c) }

assert NoCall { all c: Chain | Empty(c) => Empty(c) }
check NoCall for 3

assert CallRight { all c: Chain | Empty(c) => clear(c) }
check CallRight for 3

assert TwoCalls { all c: Chain | clear(c) && move(c, c) => Empty'(c) }
check TwoCalls for 3

assert TwoFormulas { all c: Chain | clear(c) => Empty'(c)
  all c: Chain | clear(c) => Empty'(c) }
check TwoFormulas for 3

assert PrimedCall { all c: Chain | clear'(c) => Empty'(c) }
check PrimedCall for 3

assert PrimedVariable { all c: Chain | clear(c) => c'.first = null }
check PrimedVariable for 3

assert PrimeBefore { all c: Chain | Before(c) && clear(c) => Empty'(c) }
check PrimeBefore for 3

assert Truth { all c: Chain | clear(c) && c.first.isRed => Empty'(c) }
check Truth for 3

assert Sorts { all c: Chain | clear(c) => c.first.key = c.first }
check Sorts for 3

assert WrongArgument { all c: Chain | clear(c) => Empty'(c.first) }
check WrongArgument for 3

assert WrongField { all c: Chain | clear(c) => c.next' = null }
check WrongField for 3

assert Endless { all c: Chain | clear(c) && Self(c) => Empty'(c) }
check Endless for 3

assert Numbers { all c: Chain | clear(c) => all i: int | i < 3 }
check Numbers for 3

assert Mixed { all c: Chain | clear(c) => c.first.*(next + ~next) = c.first }
check Mixed for 3

assert OldOfNew { all c: Chain | clear(c) => c.first'.next = null }
check OldOfNew for 3

assert NoValue { all c: Chain | clear(c) => no c.first' }
check NoValue for 3

assert NoResult { all c: Chain | clear(c) => result = null }
check NoResult for 3

assert Arity { all c: Chain | move(c) => Empty'(c) }
check Arity for 3

assert Whole { all c: Chain | clear(c) => next' = next }
check Whole for 3

assert Nothing { }
check Nothing for 3 int
