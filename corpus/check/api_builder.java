// tightrope: --from api=5
// Only its builder makes a `Room`, and gives it what its fields need: no room has neither a list
// nor places. `last` forgets that a room may be empty.
import java.util.ArrayList;
import java.util.List;

class Room {
    private final List<String> guests;
    private final int places;

    private Room(Builder builder) {
        this.guests = new ArrayList<>();
        this.places = builder.places;
    }

    boolean enter(String guest) {
        if (guests.size() == places) {
            return false;
        }
        return guests.add(guest);
    }

    int free() {
        return places - guests.size();
    }

    String last() {
        return guests.get(guests.size() - 1);
    }

    static class Builder {
        private final int places;

        Builder(int places) {
            if (places <= 0) {
                throw new IllegalArgumentException("places");
            }
            this.places = places;
        }

        Room build() {
            return new Room(this);
        }
    }
}
