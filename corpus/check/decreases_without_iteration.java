// tightrope: --scope 2
// Holds: a loop that is never entered has no measure.
public class DecreasesWithoutIteration {
  static int lp(int n) { int i = 0;
    //@ decreases n - i;
    while (i < n && i < 5) i++;
    return i; }
}
