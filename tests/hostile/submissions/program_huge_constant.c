// Has a constant of 4 GB, which would be written into the executable.
// expect: CE
// limits: compilation_time = 10
char huge[4L << 30] = {1};

int main(void) { return huge[0]; }
