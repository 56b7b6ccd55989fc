// Local classes, records and interfaces: they capture effectively final variables and the enclosing instance.
class Local {
    int base;

    int run(int step, final int limit) {
        int twice = step * 2;
        class Walker {
            int at = base;

            int walk() {
                while (at < limit) {
                    at += twice;
                }
                return at;
            }

            Walker again() {
                return new Walker();
            }
        }
        record Result(int value) {
        }
        Walker walker = new Walker();
        return new Result(walker.walk() + walker.again().at).value();
    }
}
