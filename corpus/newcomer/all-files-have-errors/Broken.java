class Broken {
    int size = ;
}
