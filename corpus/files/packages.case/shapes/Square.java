package shapes;

import static tools.Numbers.LIMIT;
import static tools.Numbers.square;

import tools.*;

public class Square extends Shape {
    int side;

    int area() {
        return Numbers.clamp(square(side), LIMIT);
    }
}
