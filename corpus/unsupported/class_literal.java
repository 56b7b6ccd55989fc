// Class literals in code: reflection is not modelled. (In JML they are types as values.)
class Literals {
    Class<?> kind;

    void remember() {
        kind = Literals.class;
    }

    boolean primitive() {
        return kind == int.class;
    }

    boolean known() {
        return kind != null;
    }
}
