// instanceof: classes, interfaces, arrays; false for null.
class InstanceOf {
    boolean test(Object any) {
        boolean cloneable = any instanceof Cloneable;
        return any instanceof InstanceOf || any instanceof int[] || any instanceof Object[][] || !cloneable;
    }

    boolean generic(Object any) {
        return any instanceof java.util.List<?> && !(any instanceof java.util.ArrayList);
    }
}
