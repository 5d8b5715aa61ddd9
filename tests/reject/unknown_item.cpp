// .proposition_99_1. is not a member of .attest::item|no member named .proposition_99_1. in .attest::item
#include "theorem.hpp"
#ifdef REFUSED
const auto opened = attest::theorem<attest::item::proposition_99_1>();
#else
const auto opened = attest::theorem<attest::item::proposition_3_1>();
#endif
int main() {}
