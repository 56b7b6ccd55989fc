// finally: runs on every way out: return, break, continue, an exception; a return inside it wins.
class Finally {
    int log;

    int leave(int way) {
        int result = way;
        for (int i = 0; i < 3; i++) {
            try {
                if (way == 0) return result;
                if (way == 1) break;
                if (way == 2) continue;
                if (way == 3) throw new IllegalStateException();
                result++;
            } catch (IllegalStateException e) {
                log += 100;
            } finally {
                // The value to return has been computed before this.
                result += 10;
                log++;
            }
        }
        return result;
    }

    @SuppressWarnings("finally")
    int wins() {
        try {
            throw new RuntimeException();
        } finally {
            return 1;
        }
    }
}
