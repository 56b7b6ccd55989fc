// Methods that can end without returning a value.
class Returns {
    int sign(int value) {
        if (value < 0) {
            return -1;
        } else if (value > 0) {
            return 1;
        }
    }

    int loop(int value) {
        while (value > 0) {
            value--;
        }
    }

    int endless() {
        while (true) {
        }
    }

    int thrown() {
        throw new IllegalStateException();
    }

    int choose(int value) {
        switch (value) {
            case 1:
                return 1;
        }
    }
}
