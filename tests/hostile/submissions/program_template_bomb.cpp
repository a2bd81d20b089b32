// Makes the compiler compute for ever: templates that double.
// expect: CE
// limits: compilation_time = 1
template <int depth, long path> struct Bomb {
    static const long value = Bomb<depth - 1, 2 * path>::value + Bomb<depth - 1, 2 * path + 1>::value;
};
template <long path> struct Bomb<0, path> { static const long value = path; };

int main() { return Bomb<40, 1>::value; }
