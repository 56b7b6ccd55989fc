// tightrope: --scope 2
// `isRed` is violated; the others hold, because the constants are the only receivers.
public enum EnumReceiver { RED, GREEN, BLUE;
  //@ ensures !\result;
  boolean isRed() { return this == RED; }
  EnumReceiver next() { return values()[(ordinal() + 1) % 3]; }
  int code() { switch (this) { case RED: return 1; case GREEN: return 2; case BLUE: return 3; } throw new IllegalStateException(); }
}
