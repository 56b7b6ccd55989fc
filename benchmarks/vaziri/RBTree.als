// The specification of Vaziri and Jackson's Figure 2, as it stands there, but for Tree, which they do not show: links
// agree with parents, no cycles, a black root (without it, their insertion dereferences null). What is reached contains null.
fun Tree(t: RBTree) {
  t.root != null => t.root.parent = null && t.root.isRed = false
  all r: t.root.*(left + right) - null {
    r !in r.^(left + right)
    r.left != null => r.left.parent = r
    r.right != null => r.right.parent = r
    r.left != null => r.left != r.right
  }
}
fun Inv1(t: RBTree) {
  all r: t.root.*(left + right) |
  r.isRed = true => {
    r.right != null => r.right.isRed = false
    r.left != null => r.left.isRed = false
  }}
fun Inv2(t: RBTree){
  all r1, r2: t.root.*(left + right) {
    HasAtMostOneChild(r1)
    && HasAtMostOneChild(r2) =>
    #{r:RBNode|r in r1.*parent && no r.isRed}
    =
    #{r:RBNode|r in r2.*parent && no r.isRed}
  }}
fun HasAtMostOneChild(r: RBNode){
  r.left = null || r.right = null
}
assert A { all t: RBTree, i: int |
  RBInsert(t,i) && Tree(t) =>
  Inv1(t) => Inv1'(t)
}
assert B { all t: RBTree, i: int |
  RBInsert(t,i) && Tree(t) =>
  Inv2(t) => Inv2'(t)
}
assert C { all t: RBTree, i: int |
  RBInsert(t,i) && Tree(t) =>
  Inv1(t) && Inv2(t) => Inv1'(t)
}
check A for 5 RBTree,5 RBNode,5 iteration
check B for 5 RBTree,5 RBNode,5 iteration
check C for 5 RBTree,5 RBNode,5 iteration
