// tightrope: --scope 2
// `get` holds: every constructor sets `lock` and `data`.
public class FinalFieldInitialiser {
  private final Object lock = new Object();
  private final int[] data = new int[4];
  int get(int i) { synchronized (lock) { return i >= 0 && i < 4 ? data[i] : 0; } }
}
