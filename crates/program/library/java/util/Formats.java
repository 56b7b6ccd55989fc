// The texts of `String.format`, as far as they do not depend on a language. It is no class of Java's.
package java.util;

public final class Formats {
    private Formats() {
    }

    // What is not modelled stops the run; where nobody sees the text, only what cannot be read does.
    public static String format(String format, Object[] args, boolean isSeen) {
        String text = "";
        int next = 0;
        int at = 0;
        while (at < format.length()) {
            char unit = format.charAt(at++);
            if (unit != '%') {
                text += unit;
                continue;
            }
            int start = at;
            while (at < format.length() && !isConversion(format.charAt(at))) {
                at++;
            }
            if (at == format.length()) {
                stop(format);
            }
            String flags = format.substring(start, at);
            char conversion = format.charAt(at++);
            if (conversion == 'n' && flags.isEmpty()) {
                text += "\n";
            } else if (conversion == '%' && flags.isEmpty()) {
                text += "%";
            } else {
                if (args == null || next >= args.length) {
                    if (flags.indexOf('$') >= 0 || flags.indexOf('<') >= 0) {
                        stop(format);
                    }
                    throw new MissingFormatArgumentException("%" + flags + conversion);
                }
                text += padded(converted(conversion, args[next++], format, flags, isSeen), flags, conversion, format);
            }
        }
        return text;
    }

    private static boolean isConversion(char unit) {
        return unit >= 'a' && unit <= 'z' || unit >= 'A' && unit <= 'Z' || unit == '%';
    }

    private static String converted(char conversion, Object value, String format, String flags, boolean isSeen) {
        switch (conversion) {
            case 's':
                return String.valueOf(value);
            case 'b':
                return value == null ? "false" : (value instanceof Boolean ? value.toString() : "true");
            case 'd':
                if (value != null && !isIntegral(value)) {
                    throw new IllegalFormatConversionException(conversion);
                }
                return String.valueOf(value);
            case 'x':
                if (value == null) {
                    return "null";
                }
                if (value instanceof Integer) {
                    return Integer.toHexString((Integer) value);
                }
                if (value instanceof Long) {
                    return Long.toHexString((Long) value);
                }
                break;
            case 'c':
                if (value == null || value instanceof Character) {
                    return String.valueOf(value);
                }
                if (value instanceof Boolean || value instanceof String) {
                    throw new IllegalFormatConversionException(conversion);
                }
                break;
            case 'f':
            case 'e':
                if (value != null && !(value instanceof Double) && !(value instanceof Float)) {
                    if (isIntegral(value) || value instanceof String || value instanceof Character) {
                        throw new IllegalFormatConversionException(conversion);
                    }
                    break;
                }
                if (!isSeen) {
                    return "";
                }
                break;
            default:
                break;
        }
        stop(format);
        return null;
    }

    private static boolean isIntegral(Object value) {
        return value instanceof Integer || value instanceof Long || value instanceof Short || value instanceof Byte;
    }

    private static String padded(String text, String flags, char conversion, String format) {
        if (flags.isEmpty()) {
            return text;
        }
        boolean isLeft = flags.charAt(0) == '-';
        boolean isZero = flags.charAt(0) == '0';
        int width = 0;
        int at = isLeft || isZero ? 1 : 0;
        while (at < flags.length() && Character.isDigit(flags.charAt(at)) && width < 1000) {
            width = width * 10 + Character.digit(flags.charAt(at), 10);
            at++;
        }
        boolean hasPrecision = at < flags.length() && flags.charAt(at) == '.' && (conversion == 'f' || conversion == 'e');
        if (at < flags.length() && !hasPrecision || width == 0 && !hasPrecision) {
            stop(format);
        }
        if (isZero && (conversion != 'd' || text.startsWith("-") || text.equals("null"))) {
            stop(format);
        }
        while (text.length() < width) {
            text = isLeft ? text + " " : (isZero ? "0" + text : " " + text);
        }
        return text;
    }

    // The one text that a regular expression stands for.
    public static String literal(String expression) {
        String text = "";
        for (int i = 0; i < expression.length(); i++) {
            char unit = expression.charAt(i);
            if (unit == '\\' && i + 1 < expression.length() && !Character.isLetterOrDigit(expression.charAt(i + 1))) {
                text += expression.charAt(++i);
            } else if ("\\^$.|?*+()[{".indexOf(unit) >= 0) {
                stop(expression);
            } else {
                text += unit;
            }
        }
        return text;
    }

    // Formats and regular expressions beyond these are not modelled.
    private static native void stop(String text);
}
