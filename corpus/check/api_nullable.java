// tightrope: --from api=4
import org.jspecify.annotations.NonNull;
import org.jspecify.annotations.Nullable;

/** What says that it may be null has to cope with null; what says that it is not null is not. */
public class Label {
    private @Nullable String text;

    public void set(@Nullable String text) {
        this.text = text;
    }

    public void setLong(@Nullable String text) {
        if (text.length() > 1) {
            this.text = text;
        }
    }

    public int length(String other) {
        return other.length();
    }

    public int exact(@NonNull String other) {
        return other.length();
    }

    public @NonNull String get() {
        return text;
    }
}
