#pragma once
#include <string>
// Catch2 version 3, or the single header of version 2.
#if __has_include(<catch2/catch_test_macros.hpp>)
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
namespace attest_test {
inline auto contains(const std::string& part) { return Catch::Matchers::ContainsSubstring(part); }
}  // namespace attest_test
#else
#include <catch2/catch.hpp>
namespace attest_test {
inline auto contains(const std::string& part) { return Catch::Matchers::Contains(part); }
}  // namespace attest_test
#endif
