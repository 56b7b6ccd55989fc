// Annotations: declared and used; they say nothing to the check.
@interface Reviewed {
    String by() default "nobody";

    int[] rounds() default {};
}

@Reviewed(by = "someone", rounds = {1, 2})
class Annotated {
    @Deprecated
    int old;

    @Override
    @SuppressWarnings("unused")
    public boolean equals(@Reviewed Object other) {
        @Reviewed int local = 1;
        return this == other;
    }
}
