// Expressions whose type depends on something that is not at hand: no errors follow from it.
import org.example.Factory;

class Untyped {
    int run() {
        var made = Factory.make();
        made.field.other += 1;
        return made.compute(this) + 1;
    }

    int fine() {
        return 1;
    }
}
