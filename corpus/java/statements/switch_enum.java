// switch over an enum: labels are the simple names of its constants; a null selector throws.
enum Color {
    RED, BLACK
}

class Painter {
    Color flip(Color color) {
        switch (color) {
            case RED:
                return Color.BLACK;
            case BLACK:
                return Color.RED;
        }
        throw new IllegalStateException();
    }
}
