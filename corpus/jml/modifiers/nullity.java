// nullable and non_null: fields, parameters, results, locals and array elements; non-null is the default in a file with JML.
class Person {
    String name = "";
    /*@ nullable @*/ Person partner;
    /*@ non_null @*/ Person[] friends = new Person[0];

    /*@ nullable @*/ Person find(String wanted, /*@ nullable @*/ Person start) {
        /*@ nullable @*/ Person person = start;
        while (person != null && !person.name.equals(wanted)) {
            person = person.partner;
        }
        return person;
    }

    //@ ensures partner == other;
    void marry(/*@ non_null */ Person other) {
        partner = other;
    }
}
