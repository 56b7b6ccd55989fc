// tightrope: --scope 2
// An import of a module, in a file of its own.
import module java.base;

/*@ nullable_by_default @*/ class JavaModules {
    //@ ensures \result == 2;
    static int moduleImportKept() {
        List<Integer> list = new ArrayList<>();
        list.add(2);
        return list.get(0);
    }

    //@ ensures \result != 2;
    static int moduleImportBroken() {
        return moduleImportKept();
    }
}
