// switch over strings: compared by equals; a null selector throws.
class Commands {
    int code(String command) {
        switch (command) {
            case "add":
                return 1;
            case "re" + "move":
                return 2;
            case "":
            default:
                return 0;
        }
    }
}
