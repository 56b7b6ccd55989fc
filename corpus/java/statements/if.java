// if, with and without else; a dangling else belongs to the nearest if.
class Branches {
    int sign(int value, boolean strict) {
        int result = 0;
        if (value < 0) result = -1;
        else if (value > 0) {
            result = 1;
        }
        if (strict)
            if (result == 0)
                result = 5;
            else
                result++;
        return result;
    }
}
