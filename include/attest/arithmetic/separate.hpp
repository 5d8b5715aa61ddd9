#pragma once
// Bodies that need Boost stand in .ipp files. A program that only includes the headers gets them inline. A build that
// defines ATTEST_SEPARATE compiles them once, in the translation unit that includes exact.ipp and multiprecision.ipp.
#ifdef ATTEST_SEPARATE
#define ATTEST_INLINE
#else
#define ATTEST_INLINE inline
#endif
