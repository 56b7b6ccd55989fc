// switch with colons: fall-through, a default in the middle, several labels, char and boxed selectors, break.
class Switches {
    int kind(int value) {
        int result = 0;
        switch (value) {
            case 1:
                result++;
            case 2:
            case 3:
                result += 10;
                break;
            default:
                result = -1;
            case 4, 5:
                result += 100;
        }
        return result;
    }

    boolean vowel(char letter, Byte boxed) {
        switch (boxed) {
            case 1: break;
        }
        switch (letter) {
            case 'a': case 'e':
                return true;
            default:
        }
        return false;
    }
}
