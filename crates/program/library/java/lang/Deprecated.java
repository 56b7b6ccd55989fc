// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.lang;

public @interface Deprecated {
    String since() default "";

    boolean forRemoval() default false;
}
