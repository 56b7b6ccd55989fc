// tightrope: --scope 2
// All hold only by what is assumed of hash tables, and the verdicts say so.
import java.util.*;
public class HashOrder {
  //@ ensures \result == 2;
  static int m() { Set<Integer> s = new HashSet<>(); s.add(2); s.add(1); return s.iterator().next(); }
  //@ ensures \result == 2;
  static int p() { Map<Integer,Integer> s = new HashMap<>(); s.put(2, 0); s.put(1, 0); return s.keySet().iterator().next(); }
  //@ ensures \result;
  static boolean q() { Map<Integer,Integer> s = new HashMap<>(); return s.keySet() != s.keySet(); }
  //@ ensures \result;
  static boolean r() { Map<Integer,Integer> l = new HashMap<>(); l.put(2, 1); l.put(1, 2); for (Integer x : l.keySet()) if (x == 1) l.remove(1); return true; }
}
