
    // What the test needs to build a heap and to read it; plain reflection.

    /** The objects that the call works on, and a copy that stays as it was before. */
    private Object[] now, old;
    private final java.util.Map<Object, Object> toOld = new java.util.IdentityHashMap<>(), toNow = new java.util.IdentityHashMap<>();
    private final java.util.List<Object> roots = new java.util.ArrayList<>();

    private void pair() {
        for (int i = 0; i < now.length; i++) {
            toOld.put(now[i], old[i]);
            toNow.put(old[i], now[i]);
        }
    }

    private Object before(Object object) { return toOld.getOrDefault(object, object); }

    private Object today(Object object) { return toNow.getOrDefault(object, object); }

    private boolean isFresh(Object object) { return object != null && !toOld.containsKey(object); }

    private static Class<?> type(String name) throws Exception {
        switch (name) {
            case "boolean": return boolean.class;
            case "byte": return byte.class;
            case "short": return short.class;
            case "char": return char.class;
            case "int": return int.class;
            case "long": return long.class;
            case "float": return float.class;
            case "double": return double.class;
            default: return Class.forName(name);
        }
    }

    /** An object on which no constructor has run. */
    private static Object make(String name) throws Exception {
        java.lang.reflect.Field unsafe = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe");
        unsafe.setAccessible(true);
        return unsafe.getType().getMethod("allocateInstance", Class.class).invoke(unsafe.get(null), Class.forName(name));
    }

    private static java.lang.reflect.Field field(String owner, String name) throws Exception {
        java.lang.reflect.Field field = name.startsWith("this$") ? enclosing(owner) : Class.forName(owner).getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }

    /** The instance that an inner object belongs to: the compiler numbers such fields by depth. */
    private static java.lang.reflect.Field enclosing(String owner) throws Exception {
        for (java.lang.reflect.Field field : Class.forName(owner).getDeclaredFields()) if (field.getName().startsWith("this$")) return field;
        throw new NoSuchFieldException(owner + " does not know its enclosing instance");
    }

    private static Object read(Object object, String owner, String name) {
        try {
            return field(owner, name).get(java.util.Objects.requireNonNull(object));
        } catch (RuntimeException problem) {
            throw problem;
        } catch (Exception problem) {
            throw new IllegalStateException(problem);
        }
    }

    private Object get(Object object, String owner, String name) { return read(object, owner, name); }

    private Object getOld(Object object, String owner, String name) { return today(read(before(object), owner, name)); }

    private Object getStatic(String owner, String name) {
        try {
            return field(owner, name).get(null);
        } catch (Exception problem) {
            throw new IllegalStateException(problem);
        }
    }

    private Object element(Object array, int index) { return java.lang.reflect.Array.get(array, index); }

    private Object elementOld(Object array, int index) { return today(java.lang.reflect.Array.get(before(array), index)); }

    private static Object invoke(String owner, String name, String[] types, Object receiver, Object[] arguments) throws Throwable {
        Class<?>[] parameters = new Class<?>[types.length];
        for (int i = 0; i < types.length; i++) parameters[i] = type(types[i]);
        try {
            if (name.equals("<init>")) {
                java.lang.reflect.Constructor<?> constructor = Class.forName(owner).getDeclaredConstructor(parameters);
                constructor.setAccessible(true);
                return constructor.newInstance(arguments);
            }
            java.lang.reflect.Method method = Class.forName(owner).getDeclaredMethod(name, parameters);
            method.setAccessible(true);
            return method.invoke(receiver, arguments);
        } catch (java.lang.reflect.InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void rethrow(Throwable thrown) throws T { throw (T) thrown; }

    private Object call(String owner, String name, String[] types, Object receiver, Object... arguments) {
        try {
            return invoke(owner, name, types, receiver, arguments);
        } catch (Throwable thrown) {
            JUNIT_CLASS.<RuntimeException>rethrow(thrown);
            return null;
        }
    }

    /** Does it assert nothing that is false? */
    private static boolean holds(Runnable assertions) {
        try {
            assertions.run();
            return true;
        } catch (AssertionError failure) {
            return false;
        }
    }

    private Object callOld(String owner, String name, String[] types, Object receiver, Object... arguments) {
        Object[] copies = new Object[arguments.length];
        for (int i = 0; i < copies.length; i++) copies[i] = before(arguments[i]);
        return today(call(owner, name, types, before(receiver), copies));
    }

    private static boolean isA(Object object, String name) {
        try {
            return type(name).isInstance(object);
        } catch (Exception problem) {
            throw new IllegalStateException(problem);
        }
    }

    /** What can be reached by these fields (`Owner:name`), or by all; through and among objects of a class, if one is given. */
    private java.util.Set<Object> reach(boolean isOld, Object root, String type, String... fields) {
        java.util.Set<Object> found = java.util.Collections.newSetFromMap(new java.util.IdentityHashMap<>());
        java.util.ArrayDeque<Object> pending = new java.util.ArrayDeque<>();
        if (root != null) pending.add(root);
        while (!pending.isEmpty()) {
            Object object = pending.poll();
            if (type != null && !isA(object, type) || !found.add(object)) continue;
            for (Object next : targets(isOld ? before(object) : object, fields)) {
                Object shown = isOld ? today(next) : next;
                if (shown != null) pending.add(shown);
            }
        }
        return found;
    }

    private static java.util.List<Object> targets(Object object, String[] fields) {
        java.util.List<Object> targets = new java.util.ArrayList<>();
        try {
            if (object instanceof Object[]) {
                java.util.Collections.addAll(targets, (Object[]) object);
                return targets;
            }
            for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass()) {
                if (type.getName().startsWith("java.")) break;
                for (java.lang.reflect.Field field : type.getDeclaredFields()) {
                    boolean isStatic = java.lang.reflect.Modifier.isStatic(field.getModifiers());
                    boolean isWanted = fields.length == 0 || java.util.Arrays.asList(fields).contains(type.getName() + ":" + field.getName());
                    if (isStatic || field.getType().isPrimitive() || !isWanted) continue;
                    field.setAccessible(true);
                    targets.add(field.get(object));
                }
            }
        } catch (Exception problem) {
            throw new IllegalStateException(problem);
        }
        return targets;
    }

    /** All objects of a class that the heap has, or had before the call. */
    private java.util.Set<Object> objects(String type) {
        java.util.Set<Object> all = java.util.Collections.newSetFromMap(new java.util.IdentityHashMap<>());
        for (Object root : roots) all.addAll(reach(false, root, null));
        for (Object object : now) all.addAll(reach(false, object, null));
        all.removeIf(object -> !isA(object, type));
        return all;
    }

    private static boolean forAll(java.util.Collection<Object> all, java.util.function.Predicate<Object> test) { return all.stream().allMatch(test); }

    private static boolean forAllInts(long from, long to, java.util.function.IntPredicate test) {
        for (long i = from; i < to; i++) if (!test.test((int) i)) return false;
        return true;
    }

    private static long countInts(long from, long to, java.util.function.IntPredicate test) {
        long count = 0;
        for (long i = from; i < to; i++) if (test.test((int) i)) count++;
        return count;
    }

    private static java.util.Set<Object> set(java.util.Set<Object> one, java.util.Set<Object> other, char operation) {
        java.util.Set<Object> result = java.util.Collections.newSetFromMap(new java.util.IdentityHashMap<>());
        result.addAll(one);
        if (operation == '+') result.addAll(other);
        else if (operation == '-') result.removeIf(other::contains);
        else result.removeIf(object -> !other.contains(object));
        return result;
    }
}
