// Includes itself, twice each time.
// expect: CE
// limits: compilation_time = 1
#include __FILE__
#include __FILE__
