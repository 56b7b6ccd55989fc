// tightrope: --scope 2
/** The calls of a finding are Java: a string stands there with its quotes. */
class TextArguments {
    /*@ ensures \result; @*/
    boolean accepts(String text) {
        return text.equals("yes \"sir\"");
    }
}
