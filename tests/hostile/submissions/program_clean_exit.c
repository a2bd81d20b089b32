// Ends with status 0 and has printed nothing.
// expect: WA
int main(void) { return 0; }
