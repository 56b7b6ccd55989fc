// Every operator of formulas: `formulas.rs` evaluates each `ensures` clause here on all small heaps. Nothing of this has to hold.
/*@ nullable_by_default @*/
class Node {
    Node left;
    Node right;
    int value;

    //@ invariant value == 0 || left != this;

    //@ pure
    int getValue() { return value; }

    //@ pure
    Node first() { return left == null ? right : left; }

    //@ pure
    int kind() { return 0; }

    //@ pure
    int inverse() { return 1 / value; }

    //@ pure
    int depth() {
        int depth = 0;
        for (Node node = this; node != null && depth < 4; node = node.left) depth++;
        return depth;
    }

    //@ model int reached;
    //@ represents reached = \reach(this, Node, left + right).int_size();
    //@ model boolean settled;
    //@ represents settled = (\forall Node n; \reach(left, Node, left).has(n); n.value == 0 || n.right.value == 0);
    //@ model int total;
    //@ represents total = (\sum Node n; \reach(this, Node, left).has(n); n.inverse());

    /*@ pure model boolean isBelow(int limit) {
      @     int top = limit + value;
      @     return value == 0 || (\forall Node n; \reach(this, Node, right).has(n); n.value < top);
      @ } @*/
}

/*@ nullable_by_default @*/
class Special extends Node {
    //@ invariant right != this;

    //@ pure
    int kind() { return right.value + 1; }
}

/*@ nullable_by_default @*/
class Tree {
    Node root;
    Node other;
    boolean flag;
    int[] ints;
    Object[] things;

    static Node shared;
    static int count;

    //@ pure
    static boolean same(Node a, Node b) { return a == b; }

    // Small enough to become a part of the formula.
    //@ pure
    static int valueOf(Node node) { return node == null ? -1 : node.value; }
    //@ pure
    static int greater(int a, int b) { return a >= b ? a : b; }
    //@ pure
    static int sum(Node node) { int sum = valueOf(node); sum += greater(valueOf(node.left), valueOf(node.right)); return sum; }
    //@ pure
    static boolean isLeaf(Node node) { return node.left == null && node.right == null; }
    //@ pure
    static Node either(boolean first, Node a, Node b) { if (first) { return a; } return b; }
    //@ pure
    static int quotient(int a, Node b) { return a / b.value; }
    //@ pure
    static boolean isMarked(Node node) { boolean marked = node != null && !(node.value == 0); return marked; }

    static Object makeArray(int kind) {
        if (kind == 0) return new int[0];
        return kind == 1 ? new Node[0] : new Object[0];
    }

    static Node make() { return new Node(); }
    static void setLeft(Node node, Node left) { node.left = left; }
    static void setRight(Node node, Node right) { node.right = right; }
    static void setValue(Node node, int value) { node.value = value; }
    static void setRoot(Tree tree, Node root) { tree.root = root; }
    static void setOther(Tree tree, Node other) { tree.other = other; }
    static void setFlag(Tree tree, boolean flag) { tree.flag = flag; }
    static void setInt(int[] ints, int index, int value) { ints[index] = value; }
    static void setStatics(Node node, int number) { shared = node; count = number; }

    // Connectives, fields, casts, types, calls.
    //@ ensures root != null && root.value == 0;
    //@ ensures root == null || root.left == null;
    //@ ensures root.value == 1;
    //@ ensures root != null ==> root.left != root;
    //@ ensures root.left == null ==> root.right.value == 1;
    //@ ensures root.value == 1 <== other.value == 1;
    //@ ensures (root == null) <==> (other == null);
    //@ ensures (root.value == 0) <==> (other.left.value == 0);
    //@ ensures (root == null) <=!=> (other.left == null);
    //@ ensures root == null & other.value == 0;
    //@ ensures root == null | other.value == 1;
    //@ ensures root == null ^ other.value == 1;
    //@ ensures root.left == null & other == null;
    //@ ensures (root.value == 0) == (other.value == 0);
    //@ ensures (root.value == 0) != (other == null);
    //@ ensures !(root.value == 0);
    //@ ensures !(root == null || root.left.value == 1);
    //@ ensures root != null ? root.value == 1 : other == null;
    //@ ensures root.value == 1 ? other.value == 1 : other.left.value == 1;
    //@ ensures (root.value == 1 ? root.left : root.right) == other;
    //@ ensures (root == null ? 0 : root.value) + 1 > 1;
    //@ ensures (root.value == 1 ? root.left : other).value == 0;
    //@ ensures (root == other ? true : flag) == (root.value == 1);
    //@ ensures 1 / root.value == 1;
    //@ ensures 1 % root.value == 0;
    //@ ensures root.value == 0 || 1 / root.value == 1;
    //@ ensures root.value == 1 || 1 / root.value == 1;
    //@ ensures 1 / root.value == 1 && root.left.value == 0;
    //@ ensures 1 / root.value == 1 || root.left.value == 0;
    //@ ensures 1 / root.value == 1 ==> root.left.value == 0;
    //@ ensures (1 / root.value == 1) == (root.left.value == 0);
    //@ ensures root.left.value + 1 / other.value > 0;
    //@ ensures root == null && root.left.value == 1 / 0;
    //@ ensures root == null || root.left.value / 1 == 0;
    //@ ensures valueOf(root) == 1;
    //@ ensures valueOf(root.left) == valueOf(other);
    //@ ensures greater(valueOf(root), valueOf(other)) == 1;
    //@ ensures 1 + greater(valueOf(root.left), valueOf(root.right)) > valueOf(other);
    //@ ensures sum(root) == 1 || sum(other) == 0;
    //@ ensures isLeaf(root) && isLeaf(other);
    //@ ensures isLeaf(root.left) ==> root.value == 1;
    //@ ensures either(isLeaf(root), root, other) == other;
    //@ ensures either(flag, root, other).value == valueOf(either(!flag, root, other));
    //@ ensures quotient(1, root) == 1 || isMarked(other);
    //@ ensures isMarked(root) == isMarked(other);
    //@ ensures (\forall Node n; \reach(root, Node, left + right).has(n); valueOf(n.left) <= greater(valueOf(n), valueOf(n.right)));
    //@ ensures (\exists Node n; \reach(root, Node, left).has(n); isLeaf(n) && sum(n) == valueOf(other));
    //@ ensures ((Special) root).value == 1;
    //@ ensures ((Special) root.left) == null;
    //@ ensures (Special) root == other;
    //@ ensures root instanceof Special;
    //@ ensures root.left instanceof Special && ((Special) root.left).value == 0;
    //@ ensures !(root instanceof Special) ==> ((Special) root) == null;
    //@ ensures (Object) root == (Object) other;
    //@ ensures root == root.left && root.left == root.right;
    //@ ensures root.left.right.left == root;
    //@ ensures shared == root;
    //@ ensures shared.value == count;
    //@ ensures Tree.count == root.value;
    //@ ensures \typeof(root) == \type(Special);
    //@ ensures \typeof(root) != \type(Node);
    //@ ensures \typeof(root) == \typeof(other);
    //@ ensures \typeof(root) != \typeof(other.left);
    //@ ensures \typeof(root) <: \type(Node);
    //@ ensures \typeof(root) <: \type(Special);
    //@ ensures \typeof(root.left) <: \type(Tree);
    //@ ensures \typeof(root) == \type(Tree);
    //@ ensures \type(Special) <: \type(Node);
    //@ ensures \type(Node) <: \type(Special);
    //@ ensures \type(Node) == \type(Special);
    //@ ensures \type(Node) <: \type(Object);
    //@ ensures \invariant_for(root);
    //@ ensures \invariant_for(root.left);
    //@ ensures root != null ==> !\invariant_for(root);
    //@ ensures \result == root;
    //@ ensures \result.value == root.value;
    //@ ensures \result == null ==> root.left.value == 0;
    //@ ensures root.getValue() == 1;
    //@ ensures root.first().value == 1;
    //@ ensures root.first() == root.left.first();
    //@ ensures Tree.same(root, other);
    //@ ensures Tree.same(root.left, other.right) && flag;
    //@ ensures root.kind() == 1;
    //@ ensures root.inverse() == 1;
    //@ ensures root == null || root.inverse() == 1 || flag;
    //@ ensures root.depth() == 2;
    //@ ensures n + root.value > 2;
    //@ ensures given == root;
    //@ ensures given.left == root.left;
    //@ ensures flag;
    //@ ensures !flag;
    //@ ensures flag == true;
    //@ ensures flag != (root == null);
    //@ ensures flag == (root.value == 1);
    //@ ensures flag ? root.value == 1 : root.left == null;
    //@ ensures (flag & root.value == 1) | (!flag ^ root.value == 0);
    //@ ensures "text" != null && "text" == "text";
    //@ ensures this.root == root && this != null;
    //@ ensures (\lbl named root.value == 1);
    //@ ensures \nonnullelements(things);
    //@ ensures root.value < other.value;
    //@ ensures root.value <= other.value;
    //@ ensures root.value > other.value;
    //@ ensures root.value >= other.left.value;
    //@ ensures root.value != other.left.value;
    //@ ensures -root.value == ~other.value + 1;
    //@ ensures (byte) (root.value + 255) == -1;
    //@ ensures (long) root.value + 2147483647L > 2147483647;
    //@ ensures root.reached == 2;
    //@ ensures root.settled;
    //@ ensures root == null || !root.settled || flag;
    //@ ensures root.total == 1;
    //@ ensures root.isBelow(1);
    //@ ensures (\forall Node n; \reach(root, Node, left + right).has(n); n.reached > 1);
    Node local(Node given, int n) { return null; }

    // Sets and quantifiers.
    //@ ensures \reach(root, Node, left).has(other);
    //@ ensures \reach(root, Node, left).has(null);
    //@ ensures \reach(root, Node, left).has(root.left.left);
    //@ ensures \reach(root, Node, left + right).int_size() == 2;
    //@ ensures \reach(root, Node, {left, right}).has(other);
    //@ ensures \reach(root).int_size() >= 2;
    //@ ensures \reach(root, Node).has(other);
    //@ ensures \reach(root, Special, left).int_size() == 1;
    //@ ensures \reach(root, Special, left + right).has(other);
    //@ ensures \reach(root.left, Node, left + right).isEmpty();
    //@ ensures !\reach(root.left, Node, left + right).has(root);
    //@ ensures \reach(root, Node, left).equals(\reach(root, Node, right));
    //@ ensures \reach(root, Node, left) == \reach(other, Node, left);
    //@ ensures \reach(root, Node, left) != \reach(root.right, Node, left);
    //@ ensures \reach(root, Node, left).containsAll(\reach(other, Node, left));
    //@ ensures \reach(root, Node, left).isSubset(\reach(other, Node, right));
    //@ ensures \reach(root, Node, left).isProperSubset(\reach(other, Node, left + right));
    //@ ensures \reach(root, Node, left).isSuperset(\reach(other, Node, right));
    //@ ensures \reach(root, Node, left).isProperSuperset(\reach(root.left, Node, right));
    //@ ensures \reach(root, Node, left).union(\reach(other, Node, right)).int_size() == 2;
    //@ ensures \reach(root, Node, left).intersection(\reach(other, Node, right)).isEmpty();
    //@ ensures \reach(root, Node, left).difference(\reach(root, Node, right)).has(root.left);
    //@ ensures \reach(root, Node, left).difference(\reach(other, Node, left)).isEmpty();
    //@ ensures (\forall Node n; \reach(root, Node, left + right).has(n); n.value == 0);
    //@ ensures (\forall Node n; \reach(root, Node, left + right).has(n); !\reach(n.left, Node, left + right).has(n));
    //@ ensures (\forall Node n; n.value == 0);
    //@ ensures (\forall Node n; n.left.value == 0);
    //@ ensures !(\forall Node n; n.left.value == 0);
    //@ ensures (\exists Node n; n.left.value == 1);
    //@ ensures (\exists Node n; n.left != null; n.left.value == 1);
    //@ ensures (\forall Node n; n.left.value == 1; n.right == null);
    //@ ensures (\forall Node n; \reach(root, Node, left).has(n); n.left.value == 0);
    //@ ensures (\exists Node n; \reach(root, Node, left).has(n); n.right.value == 1);
    //@ ensures (\exists Node n; \reach(root, Node, left + right).has(n) && n.value == 1; n.right == null);
    //@ ensures (\exists Node n; \reach(root, Node, left).has(n); (\forall Node m; \reach(n, Node, right).has(m); m.value == n.value));
    //@ ensures (\forall Node a, b; \reach(root).has(a) && \reach(root).has(b); a == b || a.left != b.left || a.left == null);
    //@ ensures (\forall Node a; (\exists Node b; a.left == b || a.right == b));
    //@ ensures (\exists Node a, b; a != b && a.left == b; b.value == 1);
    //@ ensures (\forall Node a, b; a.left.value == 0 && b.right == a; b.value == 0);
    //@ ensures (\num_of Node n; \reach(root, Node, left + right).has(n); n.value == 1) == 1;
    //@ ensures (\num_of Node n; n.left == n) > 1;
    //@ ensures (\num_of Node n; n.left.value == 1; n.value == 0) == 0;
    //@ ensures (\sum Node n; \reach(root, Node, left + right).has(n); n.value) == 1;
    //@ ensures (\sum Node n; n.left != null; n.left.value) >= 2;
    //@ ensures (\sum Node n; \reach(root, Node, left).has(n); n.left.value) == 1;
    //@ ensures (\product Node n; \reach(root, Node, left + right).has(n); n.value + 1) == 4;
    //@ ensures (\max Node n; \reach(root, Node, left + right).has(n); n.value) == 1;
    //@ ensures (\min Node n; \reach(root, Node, left).has(n); n.value) == 2147483647;
    //@ ensures (\max Node n; \reach(root, Node, left).has(n); 1 / n.value) == 1;
    //@ ensures (\max Node n; \reach(root, Node, left).has(n); (long) n.value) == 0x8000000000000000L;
    //@ ensures new JMLObjectSet { Node n | \reach(root, Node, left).has(n) && n.value == 1 }.int_size() == 1;
    //@ ensures new JMLObjectSet { Node n | \reach(root, Node, left).has(n) && n.value == 1 }.equals(\reach(other, Node, left));
    //@ ensures new JMLObjectSet { Node n | \reach(root, Node, left).has(n) && n.left.value == 1 }.isEmpty();
    //@ ensures new JMLObjectSet { Special n | \reach(root.left, Node, right).has(n) && n.value == 0 }.has(other);
    //@ ensures \reach(root).has(this);
    //@ ensures \reach(this).has(root);
    //@ ensures \reach(this).int_size() == 3;
    //@ ensures \reach(this, Tree).int_size() == 1;
    //@ ensures (\forall Special s; s.value == 1);
    //@ ensures (\exists Special s; \reach(root, Node, left + right).has(s));
    //@ ensures (\forall Special s; \reach(root, Node, left + right).has(s); s.value == 0);
    //@ ensures (\forall Object o; \reach(root).has(o); o instanceof Special || o == root);
    //@ ensures (\forall Node n; root != null && \reach(root.left, Node, left).has(n); n.value == 0);
    //@ ensures (\forall Node n; \reach(root.left, Node, left).has(n); n.value == 0);
    //@ ensures (\forall Node n; \reach(root, Node, left).has(n) ==> n.value == 0);
    //@ ensures (\exists Node n; \reach(root, Node, left).has(n) && n.value == 0);
    //@ ensures (\forall Node n; root.value == 1; n.value == 1);
    //@ ensures (\forall Node n; false; n.left.value == 0);
    //@ ensures (\forall Node n; \invariant_for(n));
    //@ ensures (\forall int i; 0 <= i && i <= 1; (\exists Node n; n.value == i));
    //@ ensures (\exists int i; 0 <= i && i < 3 && i != root.value; i == other.value);
    //@ ensures (\forall int i, j; 0 <= i && i < j && j < 3; i + root.value <= j);
    //@ ensures (\forall int i; 0 <= i && root != null && i < root.value + 1; i == 0);
    //@ ensures (\forall int i; root.value <= i && i < 2; i == root.value);
    //@ ensures (\forall int i; 2 <= i && i < 2 && i < root.value; false);
    //@ ensures (\forall int i; i < 2 && i > root.value && i != 1; false);
    //@ ensures (\exists int i; 0 < i && 3 > i && 1 / (i - root.value - 1) == 0);
    //@ ensures (\forall int i; 0 <= i && i < 3 ==> i >= root.value);
    //@ ensures (\exists int i; i == root.value; i == other.value);
    //@ ensures (\sum int i; 0 <= i && i < 3; i * root.value) == 3;
    //@ ensures (\sum int i; 0 <= i && i < 3; 1 / root.value) == 3;
    //@ ensures (\num_of int i; -3 <= i && i <= 3; i * i > root.value + 1) == 4L;
    //@ ensures (\max int i; 0 <= i && i < root.value; i) == (\min int i; 0 <= i && i < 4 && i >= other.value; i);
    //@ ensures (\product long k; 1 <= k && k < 4; k + root.value) == 24;
    //@ ensures (\forall byte b; -2 <= b && b <= 2; b + root.value < 3);
    //@ ensures (\forall char c; c <= 2; c + root.value < 3);
    //@ ensures (\exists short s; 0 < s && s < 3; s == root.value);
    Node shape(Node given, int n) { return null; }

    // Before and after.
    //@ ensures root == \old(root);
    //@ ensures \old(\invariant_for(root));
    //@ ensures \old(\invariant_for(root)) == \invariant_for(root);
    //@ ensures \invariant_for(\old(root));
    //@ ensures \old(root.left) == root.left;
    //@ ensures \old(root).left == \old(root.left);
    //@ ensures \old(root.value) + 1 == root.value;
    //@ ensures \old(root).value == \old(root.value);
    //@ ensures \old(root.left.value) == 0;
    //@ ensures \pre(root) == root;
    //@ ensures \old(root == null) || root != null;
    //@ ensures \old(root).left.value == \old(other.value);
    //@ ensures \old(\reach(root, Node, left + right)).equals(\reach(root, Node, left + right));
    //@ ensures \old(\reach(root, Node, left + right)).has(root);
    //@ ensures \old(\reach(root, Node, left + right).has(other));
    //@ ensures \old(\reach(root, Node, left).int_size()) + 1 == \reach(root, Node, left).int_size();
    //@ ensures \reach(\old(root), Node, left).int_size() == 2;
    //@ ensures \old(\reach(root.left, Node, left)).isSubset(\reach(root.left, Node, left));
    //@ ensures \reach(root, Node, left).union(\old(\reach(root, Node, left))).int_size() == 2;
    //@ ensures (\forall Node n; \reach(root, Node, left + right).has(n); n.value == \old(n.value));
    //@ ensures (\forall Node n; \old(\reach(root, Node, left + right)).has(n); \reach(root, Node, left + right).has(n));
    //@ ensures (\forall Node n; \old(\reach(root, Node, left).has(n)); n.left == \old(n.left));
    //@ ensures (\forall Node n; \old(n.value) == 0; n.value == 1);
    //@ ensures (\exists Node n; \reach(root, Node, left).has(n); \old(n.left.value) == n.value);
    //@ ensures (\forall Node n; \fresh(n); n.left == null);
    //@ ensures (\exists Node n; \fresh(n));
    //@ ensures \fresh(\result);
    //@ ensures \fresh(\result, root);
    //@ ensures \fresh(root.left) || root == null;
    //@ ensures \fresh(root, root.left);
    //@ ensures \old((\forall Node n; n.value == 0));
    //@ ensures \old((\exists Node n; n.left == n));
    //@ ensures \old((\num_of Node n; true)) < (\num_of Node n; true);
    //@ ensures \old((\num_of Node n; n.value == 0)) == 1;
    //@ ensures \old(new JMLObjectSet { Node n | n.value == 0 }).int_size() == 1;
    //@ ensures \old(new JMLObjectSet { Node n | \reach(root, Node, left).has(n) && n.value == 0 }).has(root);
    //@ ensures new JMLObjectSet { Node n | \old(\reach(root, Node, left)).has(n) && n.value == 1 }.isEmpty();
    //@ ensures \old((\forall Node n; \reach(root, Node, left).has(n); n.right == null));
    //@ ensures \old(shared) == shared;
    //@ ensures \old(count) + 1 == count;
    //@ ensures \old(shared.value) == shared.value;
    //@ ensures \old(root.getValue()) == root.getValue();
    //@ ensures \old(root.depth()) < root.depth();
    //@ ensures \old(root.inverse()) == 1;
    //@ ensures \old(root).getValue() == 1;
    //@ ensures \old(flag) != flag;
    //@ ensures \old(flag) <==> root == \old(root);
    //@ ensures \old(root instanceof Special);
    //@ ensures \typeof(\old(root)) == \type(Node);
    //@ ensures (\forall int i; 0 <= i && i < 2; \old(root.value) == i ==> root.value == i);
    //@ ensures (\exists int i; 0 <= i && i <= \old(root.value); i == root.value);
    //@ ensures (\sum Node n; \old(\reach(root, Node, left)).has(n); \old(n.value)) == (\sum Node n; \reach(root, Node, left).has(n); n.value);
    //@ ensures \result != null ==> \result.value == \old(root.value);
    //@ ensures given == \old(given) && \old(given.left) == given.left;
    //@ ensures \old(root.reached) == root.reached;
    //@ ensures \old(root.settled) ==> root.settled;
    //@ ensures \old(root.isBelow(1)) || root.total == \old(root.total);
    Node change(Node given, int n) { return null; }

    // Arrays.
    //@ ensures ints.length == 2;
    //@ ensures ints[0] == 1;
    //@ ensures ints[n] == 1;
    //@ ensures ints != null && n >= 0 && n < ints.length && ints[n] == 1;
    //@ ensures ints[ints[0]] == 0;
    //@ ensures ints[1 / ints[0]] == 0;
    //@ ensures things[0] == this;
    //@ ensures things[0] == root;
    //@ ensures things[0] instanceof Node;
    //@ ensures ((Node) things[0]).value == 0;
    //@ ensures ((Node[]) things).length == 1;
    //@ ensures ((Object[]) things[0]).length == 1;
    //@ ensures things instanceof Object[];
    //@ ensures things instanceof Node[];
    //@ ensures (Object) ints instanceof int[];
    //@ ensures things[0] instanceof Object[];
    //@ ensures \nonnullelements(things);
    //@ ensures \reach(things).int_size() == 2;
    //@ ensures \reach(things).has(root);
    //@ ensures \reach(this).has(things);
    //@ ensures \reach(this, Node).isEmpty();
    //@ ensures \reach(this).has(ints);
    //@ ensures (\forall int i; ints != null && 0 <= i && i < ints.length; ints[i] == 0);
    //@ ensures (\forall int i; 0 <= i && ints != null && i < ints.length; ints[i] == 0);
    //@ ensures (\forall int i; 0 <= i && i < ints.length; ints[i] == 0);
    //@ ensures (\forall int i; 0 <= i && i <= ints.length; ints[i] == 0);
    //@ ensures (\exists int i; 0 <= i && i <= ints.length; ints[i] == 1);
    //@ ensures (\forall int i; 0 <= i && i < 3 && ints[i] == 1; i == 1);
    //@ ensures (\forall int i; i < ints[0] && 0 <= i; ints[i] == 0);
    //@ ensures (\forall int i, j; 0 <= i && i < j && j < ints.length; ints[i] <= ints[j]);
    //@ ensures (\forall int i; 0 <= i && i < ints.length; (\exists int j; 0 <= j && j < ints.length; ints[j] > ints[i]));
    //@ ensures (\forall int i; 0 <= i && i < things.length; things[i] != null ==> \typeof(things[i]) == \type(Node));
    //@ ensures (\exists int i; 0 <= i && i < things.length && things[i] instanceof Node; ((Node) things[i]).left == null);
    //@ ensures (\forall int i; 0 <= i && i < things.length; ((Node) things[i]).value == 0);
    //@ ensures (\sum int i; 0 <= i && i < ints.length; ints[i]) == 1;
    //@ ensures (\num_of int i; 0 <= i && i < ints.length; ints[i] == 0) == 1;
    //@ ensures (\max int i; 0 <= i && i < ints.length; ints[i]) == 1;
    //@ ensures (\min int i; 0 <= i && i < ints.length; ints[i]) == 0;
    //@ ensures (\product int i; 0 <= i && i < ints.length; ints[i]) == 1;
    //@ ensures ints == null || (\min int i; 0 <= i && i < ints.length; ints[i]) > 0;
    //@ ensures \elemtype(\typeof(ints)) == \type(int);
    //@ ensures \typeof(things) == \type(Object[]);
    //@ ensures \typeof(things) <: \type(Node[]);
    //@ ensures \typeof(root) <: \elemtype(\typeof(things));
    //@ ensures \typeof(things[0]) <: \elemtype(\typeof(things));
    //@ ensures \old(ints[0]) + 1 == ints[0];
    //@ ensures (\forall int i; 0 <= i && i < ints.length; ints[i] == \old(ints[i]));
    //@ ensures (\exists int i; 0 <= i && i < \old(ints.length); ints[i] != \old(ints[i]));
    //@ ensures (\forall Object o; \reach(things).has(o); o != this);
    //@ ensures (\exists Object[] a; a.length == 1);
    //@ ensures (\forall Node[] a; a.length == 1);
    //@ ensures (\forall Object o; o == things || o == ints || o instanceof Node || o == this);
    //@ ensures n >= 0 & n < 2 ==> ints[n] + n == 1;
    Node arrays(Node given, int n) { return null; }
}

class Numbers {
    byte b;
    short s;
    char c;
    int i;
    int j;
    long l;
    long m;
    boolean p;

    //@ ensures ((i + j) >> n & 1) == 1;
    //@ ensures ((i - j) >> n & 1) == 1;
    //@ ensures ((i * j) >> n & 1) == 1;
    //@ ensures ((i / j) >> n & 1) == 1;
    //@ ensures ((i % j) >> n & 1) == 1;
    //@ ensures ((i << j) >> n & 1) == 1;
    //@ ensures ((i >> j) >> n & 1) == 1;
    //@ ensures ((i >>> j) >> n & 1) == 1;
    //@ ensures ((i << l) >> n & 1) == 1;
    //@ ensures ((i & j) >> n & 1) == 1;
    //@ ensures ((i | j) >> n & 1) == 1;
    //@ ensures ((i ^ j) >> n & 1) == 1;
    //@ ensures (-i >>> n & 1) == 1;
    //@ ensures (~i >>> n & 1) == 1;
    //@ ensures ((l + m) >> n & 1) == 1;
    //@ ensures ((l - m) >> n & 1) == 1;
    //@ ensures ((l * m) >> n & 1) == 1;
    //@ ensures ((l / m) >> n & 1) == 1;
    //@ ensures ((l % m) >> n & 1) == 1;
    //@ ensures ((l << m) >> n & 1) == 1;
    //@ ensures ((l >> m) >> n & 1) == 1;
    //@ ensures ((l >>> m) >> n & 1) == 1;
    //@ ensures ((l << i) >> n & 1) == 1;
    //@ ensures ((l & m) >> n & 1) == 1;
    //@ ensures ((l | m) >> n & 1) == 1;
    //@ ensures ((l ^ m) >> n & 1) == 1;
    //@ ensures (-l >>> n & 1) == 1;
    //@ ensures (~l >>> n & 1) == 1;
    //@ ensures ((i + l) >> n & 1) == 1;
    //@ ensures ((b * s + c) >> n & 1) == 1;
    //@ ensures ((byte) i >> n & 1) == 1;
    //@ ensures ((short) l >> n & 1) == 1;
    //@ ensures ((char) i >> n & 1) == 1;
    //@ ensures ((int) m >> n & 1) == 1;
    //@ ensures ((long) i >> n & 1) == 1;
    //@ ensures ((char) b >> n & 1) == 1;
    //@ ensures ((byte) c >> n & 1) == 1;
    //@ ensures i < j;
    //@ ensures i <= j;
    //@ ensures i > l;
    //@ ensures l >= m;
    //@ ensures l == i;
    //@ ensures l != m;
    //@ ensures b == c;
    //@ ensures s < c;
    //@ ensures c >= 'a' && b != s;
    //@ ensures p ? i == j : l == m;
    //@ ensures (p ? i : l) == m;
    //@ ensures (p ? b : s) < c;
    //@ ensures (p & i < j) | (!p ^ l < m);
    //@ ensures p == (i < j);
    //@ ensures p != i < l;
    //@ ensures p <==> l > 0;
    //@ ensures p ==> i != 0;
    //@ ensures p <== i != 0;
    //@ ensures p <=!=> i != 0;
    //@ ensures p || i / j > 0;
    //@ ensures p && l % m > 0;
    //@ ensures !(p && l % m > 0);
    //@ ensures (\sum int k; 0 <= k && k < 3; i) >> n == 1;
    //@ ensures ((\sum int k; 0 <= k && k < 3; l) >> n & 1) == 1;
    //@ ensures ((\product int k; 0 <= k && k < 3; i) >> n & 1) == 1;
    //@ ensures ((\product int k; 0 <= k && k < 3; l) >> n & 1) == 1;
    //@ ensures (\max int k; 0 <= k && k < 3; l + k) == l + 2;
    //@ ensures (\min int k; 0 <= k && k < 3; i - k) == i - 2;
    //@ ensures (\max int k; 0 <= k && k < 3; b) == b;
    //@ ensures (\forall int k; 0 <= k && k < 2; k == b ==> k < c);
    //@ ensures (\exists boolean q; q == p);
    //@ ensures (\forall boolean q; q ==> i == j);
    boolean numbers(Numbers given, int n) { return p; }
}
