// What happens in which order, and on which way out: the cases in which the flattening of bodies has to take care.
class Flattening {
    static String log = "";
    static int counter;

    static int say(String what, int value) {
        log += what;
        return value;
    }

    static boolean ask(String what, boolean value) {
        log += what;
        return value;
    }

    static String taken() {
        String result = log;
        log = "";
        return result;
    }

    static class Cell {
        int value;
        int[] values = {10, 20, 30};
        Cell next;
        static int made;

        Cell(int value) {
            this.value = value;
            made++;
        }

        Cell self(String what) {
            log += what;
            return this;
        }

        int grow() {
            return ++value;
        }
    }

    static class Closer implements AutoCloseable {
        final String name;
        final boolean fails;

        Closer(String name, boolean fails) {
            this.name = name;
            this.fails = fails;
            log += "open" + name + " ";
        }

        public void close() {
            log += "close" + name + " ";
            if (fails) throw new IllegalStateException("close");
        }
    }

    static int testOperandsKeepTheirValues() {
        Cell cell = new Cell(1);
        return cell.value + cell.grow() * 10 + cell.value * 100 + (cell.value = 7) * 1000 + cell.grow() * 10000;
    }

    static int testLocalsKeepTheirValues() {
        int i = 3;
        return i + (i = 5) * i++ + i * (i -= 2) + i-- - --i;
    }

    static int testDivisionThrowsBeforeLaterEffects() {
        int zero = 0;
        try {
            return 1 / zero + say("late", 1);
        } catch (ArithmeticException e) {
            return taken().equals("") ? 1 : 2;
        }
    }

    static boolean testArrayAssignmentOrder() {
        int[] none = null;
        try {
            none[say("index ", 0)] = say("value ", 1);
        } catch (NullPointerException e) {
            log += "null";
        }
        return taken().equals("index value null");
    }

    static boolean testArrayCompoundOrder() {
        int[] none = null;
        try {
            none[say("index ", 0)] += say("value ", 1);
        } catch (NullPointerException e) {
            log += "null";
        }
        return taken().equals("index null");
    }

    static boolean testIndexChecksComeLate() {
        int[] one = new int[1];
        try {
            one[say("index ", 1)] = say("value ", 1);
        } catch (ArrayIndexOutOfBoundsException e) {
            log += "bounds";
        }
        try {
            one[say(" index ", 1)] += say("value ", 1);
        } catch (ArrayIndexOutOfBoundsException e) {
            log += "bounds";
        }
        return taken().equals("index value bounds index bounds");
    }

    static boolean testFieldAssignmentOrder() {
        Cell none = null;
        try {
            none.value = say("value ", 1);
        } catch (NullPointerException e) {
            log += "null ";
        }
        try {
            none.value += say("value ", 1);
        } catch (NullPointerException e) {
            log += "null ";
        }
        try {
            none.next.value = say("value ", 1);
        } catch (NullPointerException e) {
            log += "null";
        }
        return taken().equals("value null null null");
    }

    static boolean testReceiverIsCheckedAfterArguments() {
        Cell none = null;
        try {
            none.self("" + say("argument ", 1));
        } catch (NullPointerException e) {
            log += "null";
        }
        return taken().equals("argument null");
    }

    static int testCompoundReadsFirst() {
        Cell cell = new Cell(4);
        cell.value += cell.grow() + cell.grow();
        cell.values[cell.grow() - cell.value] += cell.values[0] = 5;
        int[] array = {1, 2, 3};
        int i = 0;
        array[i++] += array[i] + (array[0] = 100);
        array[i] <<= i += 2;
        return cell.value * 1000000 + cell.values[0] * 10000 + array[0] * 10 + array[1];
    }

    static int testNarrowingCompounds() {
        byte b = 127;
        b++;
        short s = 10;
        s *= 10000;
        char c = 'a';
        c += 1L;
        int i = 5;
        i -= 7L;
        return b + s + c + i;
    }

    static int testPostAndPre() {
        int[] a = {5, 6};
        int i = 0;
        int x = a[i++]++ + ++a[i--] + a[i] + a[++i];
        return x * 1000 + a[0] * 10 + a[1];
    }

    static boolean testShortCircuits() {
        boolean r = ask("a", true) && ask("b", false) || ask("c", true) && (ask("d", false) || ask("e", true));
        boolean s = ask("f", false) && ask("g", true) ? ask("h", true) : ask("i", false) | ask("j", true);
        return r && s && taken().equals("abcdefij");
    }

    static int testConditionsInLoops() {
        int i = 0, n = 0;
        while (i++ < 5 && (n += i) < 9 || n == 10) {
            if (n == 10) n++;
        }
        do {
            n += 2;
            if (n % 3 == 0) continue;
            n++;
        } while ((n += 1) < 30);
        for (int a = 0, b = 10; a < b; a++, b--) {
            if (a == 2) continue;
            if (b == 6) break;
            n += a * b;
        }
        return n * 10 + i;
    }

    static int testLabels() {
        int n = 0;
        outer:
        for (int i = 0; i < 5; i++) {
            for (int j = 0; ; j++) {
                if (j > i) continue outer;
                if (i * j == 6) break outer;
                if (j == 1) continue;
                n += 10 * i + j;
            }
        }
        block: {
            if (n > 3) break block;
            n = 0;
        }
        return n;
    }

    static String fallThrough(int x) {
        String s = "";
        switch (x) {
            case 1:
                s += "one ";
            case 2:
            case 3:
                s += "few ";
                break;
            default:
                s += "many ";
            case 7:
                s += "seven ";
                if (x == 7) break;
                s += "not seven ";
            case 8:
                s += "eight";
                break;
            case 9: {
                return s + "nine";
            }
        }
        return s;
    }

    static boolean testFallThrough() {
        String s = "";
        for (int i = 0; i < 11; i++) s += fallThrough(i) + ";";
        return s.equals("many seven not seven eight;one few ;few ;few ;many seven not seven eight;many seven not seven eight;"
            + "many seven not seven eight;seven ;eight;nine;many seven not seven eight;");
    }

    static int testSwitchInLoop() {
        int n = 0;
        for (int i = 0; i < 6; i++) {
            switch (i) {
                case 1: continue;
                case 2: n += 2;
                case 3: n += 3; break;
                case 5: n *= 2;
            }
            n++;
        }
        return n;
    }

    static int arrow(String word) {
        int base = 1;
        return base + switch (word) {
            case "a", "b" -> say("ab", 10);
            case "c" -> {
                int n = 0;
                for (int i = 0; i < 3; i++) {
                    if (i == 1) continue;
                    n += i;
                }
                yield n;
            }
            default -> {
                try {
                    yield word.length();
                } finally {
                    counter++;
                }
            }
        };
    }

    static int testSwitchExpressions() {
        counter = 0;
        int n = arrow("a") * 1000 + arrow("b") * 100 + arrow("c") * 10 + arrow("dddd");
        return taken().equals("abab") ? n + counter * 100000 : -1;
    }

    static int finallyAfterReturn(int x) {
        try {
            if (x == 0) return say("r", x);
            if (x == 1) throw new IllegalStateException();
            x += 10;
        } catch (IllegalStateException e) {
            return say("c", x = 20);
        } finally {
            say("f", 0);
            x = 99;
        }
        return x;
    }

    static boolean testFinallyAfterReturn() {
        int n = finallyAfterReturn(0) * 10000 + finallyAfterReturn(1) * 100 + finallyAfterReturn(2);
        return n == 2099 && taken().equals("rfcff");
    }

    @SuppressWarnings("finally")
    static int discards(int x) {
        while (true) {
            try {
                if (x == 0) return 1;
                if (x == 1) throw new RuntimeException();
                if (x == 2) break;
                x++;
            } finally {
                if (x == 1) return 2;
                if (x == 5) {
                    x = 0;
                    continue;
                }
                if (x == 9) break;
            }
            x++;
        }
        return x;
    }

    static int testFinallyDiscards() {
        return discards(0) * 100000 + discards(1) * 10000 + discards(2) * 1000 + discards(4) * 100 + discards(8);
    }

    @SuppressWarnings("finally")
    static int testReturnDiscardedInside() {
        try {
            return 1;
        } finally {
            inner: {
                try {
                    return 2;
                } finally {
                    break inner;
                }
            }
        }
    }

    static int nested(int x) {
        int n = 0;
        outer:
        for (int i = 0; i < 4; i++) {
            try {
                for (int j = 0; ; j++) {
                    try {
                        n += 1;
                        if (j == x) continue outer;
                        if (i == 2 && j == 1) break outer;
                        if (i == 1 && j == 2) return n;
                        if (j == 3) break;
                    } finally {
                        n += 10;
                    }
                }
                n += 1000;
            } finally {
                n += 100;
            }
        }
        return n;
    }

    static int testNestedFinallyZero() {
        return nested(0);
    }

    static int testNestedFinallyOne() {
        return nested(1);
    }

    static int testNestedFinallyTwo() {
        return nested(2);
    }

    static int testNestedFinallyNine() {
        return nested(9);
    }

    static boolean testExceptionInCatchRunsFinally() {
        try {
            try {
                throw new IllegalStateException("first");
            } catch (IllegalStateException e) {
                log += "catch ";
                throw new IllegalArgumentException("second");
            } finally {
                log += "finally ";
            }
        } catch (IllegalArgumentException e) {
            log += "outer";
        }
        return taken().equals("catch finally outer");
    }

    static boolean testResources() {
        int n = 0;
        try (Closer a = new Closer("A", true); Closer none = null; Closer b = new Closer("B", true)) {
            log += "body ";
            throw new UnsupportedOperationException();
        } catch (UnsupportedOperationException e) {
            n = e.getSuppressed().length;
        } finally {
            log += "finally";
        }
        return n == 2 && taken().equals("openA openB body closeB closeA finally");
    }

    static boolean testResourceThatFailsAlone() {
        try (Closer a = new Closer("A", false); Closer b = new Closer("B", true)) {
            log += "body ";
        } catch (IllegalStateException e) {
            log += "caught";
        }
        return taken().equals("openA openB body closeB closeA caught");
    }

    static int closeOnReturn() {
        try (Closer a = new Closer("A", false)) {
            return say("return ", 3);
        }
    }

    static boolean testResourceOnReturn() {
        return closeOnReturn() == 3 && taken().equals("openA return closeA ");
    }

    static int testSynchronizedNull() {
        Object lock = null;
        synchronized (lock) {
            return 1;
        }
    }

    static int testAssertion() {
        assert counter < -1 : say("message", 1);
        return 1;
    }

    static boolean testForEach() {
        int[] array = {1, 2, 3};
        int sum = 0;
        for (int x : array) {
            array = new int[]{100, 100, 100};
            if (x == 2) continue;
            sum += x;
        }
        for (char c : new char[]{'a', 'b'}) sum += c;
        for (long v : new int[]{1, 2}) sum += v;
        return sum == 4 + 97 + 98 + 3;
    }

    static boolean testArgumentsAndCreation() {
        Cell cell = new Cell(say("a", 1) + say("b", 2)).self("c");
        Cell[] cells = {new Cell(say("d", 1)), cell.self("e"), null};
        int[][] grid = new int[say("f", 2)][say("g", 3)];
        return cells.length == 3 && grid[1].length == 3 && taken().equals("abcdefg");
    }

    static int testAssignmentChains() {
        Cell a = new Cell(0), b = new Cell(0);
        int x;
        a.value = b.value = x = say("", 4);
        a.next = b.next = a;
        int[] array = {0, 0};
        int i = 0;
        i = array[i] = 1;
        array[i] = i = 5;
        return a.value + b.value * 10 + x * 100 + array[0] * 1000 + array[1] * 10000 + (b.next == a ? i * 100000 : 0);
    }

    static int testPatterns() {
        Object[] objects = {1, "two", new Cell(3), null};
        int n = 0;
        for (Object o : objects) {
            if (o instanceof Integer i && i > 0) n += i;
            else if (!(o instanceof String s)) n += o instanceof Cell c && c.grow() == 4 ? c.value * 100 : 1000;
            else n += s.length() * 10;
        }
        return n;
    }

    static int depth(int n) {
        try {
            return n == 0 ? 1 / n : depth(n - 1);
        } finally {
            counter++;
        }
    }

    static int testFinallyOnTheWayUp() {
        counter = 0;
        try {
            return depth(5);
        } catch (ArithmeticException e) {
            return counter;
        }
    }

    static int testStringBuildingOrder() {
        int i = 1;
        String s = "" + i++ + i++ + (i += 2) + i;
        return s.equals("1255") ? 1 : 0;
    }

    static int testStaticInitialisationOrder() {
        log = "";
        int n = say("argument ", 1) + Lazy.twice(say("inner ", 2)) + Lazy.field;
        return taken().equals("argument inner init ") ? n : -1;
    }

    static class Lazy {
        static int field = say("init ", 40);

        static int twice(int x) {
            return 2 * x;
        }
    }

    static int testInitialisationByNewComesFirst() {
        log = "";
        Early made = new Early(say("argument ", 2));
        return taken().equals("init argument ") ? made.value : -1;
    }

    static class Early {
        static int field = say("init ", 0);
        int value;

        Early(int value) {
            this.value = value;
        }
    }
}
