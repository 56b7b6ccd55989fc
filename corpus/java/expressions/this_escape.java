// this and qualified names: as a value, as an argument, stored elsewhere during construction.
class Registered {
    static Registered last;
    Registered partner = this;

    Registered() {
        last = this;
        link(this);
    }

    private void link(Registered other) {
        other.partner = Registered.this;
    }
}
