-- Every operator, and every trap.
pred Acyclic(c: Chain) { all n: c.first.*next - null | n !in n.^next }

pred Sized[c: Chain] { c.size = #(c.first.*next - null) }

fun nodes[c: Chain]: set Node { c.first.*next - null }

/* Null is an atom of what is reached, so this holds of every list that ends. */
pred Ends(c: Chain) { null in c.first.*next }

assert PushKeepsTheRest {
  all c: Chain, v: int | push(c, v) && Acyclic(c) => {
    Acyclic'(c)
    c.first'.next' = c.first
    c.first'.value' = v
    nodes(c) in nodes'(c)
    one nodes'(c) - nodes(c)
  }
}
check PushKeepsTheRest for 3

assert PushCounts { all c: Chain, v: int | push(c, v) && Acyclic(c) && Sized[c] implies Sized'[c] }
check PushCounts for 3 Node, 1 Chain

// It returns true if and only if some node has the value.
assert Contains {
  all c: Chain, v: int | Acyclic(c) and contains(c, v) =>
    (result = true <=> v in nodes(c).value)
}
check Contains for 3 but 1 Chain, 4 iteration

// Two variables that are no arguments: nothing that was there loses its mark.
assert MarksStay {
  all c: Chain, n, m: Node | mark(c, n) && m.marked = true => m.marked' = true
}
check MarksStay for 2

assert MarksOne {
  all c: Chain, n: Node | mark(c, n) => {
    no { m: Node | m != n && m.marked' != m.marked }
    lone { m: Node | no m.marked && some m.marked' }
  }
}
check MarksOne for 2

// Fails: a list that is appended to itself, or shares nodes with the other one.
assert AppendEnds {
  all c, d: Chain | Ends(c) && Ends(d) && append(c, d) => Ends'(c)
}
check AppendEnds for 2

// Holds: they share nothing.
assert AppendApart {
  all c, d: Chain | Ends(c) && Ends(d) && no c.first.*next & (d.first.*next - null) && append(c, d) => {
    Ends'(c)
    let all_nodes = nodes(c) + nodes(d) | all_nodes = nodes'(c)
    all n: nodes(d) | n.~next' & nodes'(c) in nodes(c) + nodes(d) and (n.next' = null => no n.next'.next' else some n.next'.~next')
  }
}
check AppendApart for 2 Chain, 3 Node

// Fails: the same chain twice is another call than two different ones.
assert AppendItself { all c: Chain | Ends(c) && append(c, c) => Ends'(c) }
check AppendItself for 2
