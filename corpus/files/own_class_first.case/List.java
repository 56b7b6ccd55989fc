// A class of the same package wins over an on-demand import; an import by name wins over both.
package lists;

class List {
    int length;
}
