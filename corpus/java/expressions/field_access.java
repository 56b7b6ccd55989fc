// Field access: through this, expressions, classes and super; a static field through an expression evaluates the expression.
class FieldAccess {
    static int shared;
    int own;
    FieldAccess next;

    FieldAccess step() {
        own++;
        return next;
    }

    int read() {
        return own + this.own + next.next.own + FieldAccess.shared + step().shared + new FieldAccess().own;
    }
}
