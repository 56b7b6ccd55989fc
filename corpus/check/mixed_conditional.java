// Operands of a conditional, and results of a switch, that have only interfaces in common.
import java.util.*;
class MixedConditional {
    static boolean b = true;
    static String text() { return "" + (b ? 'a' : "none"); }
    static String bool() { return "" + (b ? true : "none"); }
    static boolean isInt() { return (b ? 0 : "x") instanceof Integer; }
    static boolean present() { return Optional.of(b ? 0 : "x").isPresent(); }
    //@ ensures c ==> \result.equals("97");
    static String viaCheck(boolean c) { return "" + (c ? 'a' : "none"); }
    static String sw(int k) { return "" + switch (k) { case 1 -> 'a'; default -> "z"; }; }
}
