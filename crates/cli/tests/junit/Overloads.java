public class Overloads {
    int size;
    //@ ensures size == 1;
    public void add(int x) { size = 2; }
    //@ ensures size == 1;
    public void add(long x) { size = 3; }
    //@ ensures size == 1;
    public void Add(long x) { size = 3; }
    //@ ensures size == 1;
    public void größe() { size = 3; }
    //@ ensures size == 1;
    public void gräße() { size = 4; }
}
