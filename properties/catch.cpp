// The only property file that knows Catch2: every key of the registry is one test case.
#if __has_include(<catch2/catch_test_macros.hpp>)
#include <catch2/catch_test_macros.hpp>
#include <catch2/internal/catch_test_registry.hpp>
using Owned = Catch::Detail::unique_ptr<Catch::ITestInvoker>;
#else
#include <catch2/catch.hpp>
using Owned = Catch::ITestInvoker*;
#endif
#include <cstdlib>
#include <iostream>
#include "run.hpp"
namespace {

void test(const attest::Entry& entry) {
  const auto* statement = attest::statement_of(entry.key);
  INFO(entry.key << ": no property was entered under this key");
  REQUIRE(statement);
  const auto verdict = attest::prove(*statement, attest::settings_from_environment());
  if (const char* folder = std::getenv("ATTEST_VERDICTS")) attest::write(verdict, folder);
  std::cout << attest::to_text(verdict) << std::flush;
  INFO(verdict.refutation);
  CHECK(verdict.refutation.empty());
  for (const auto& disorder : verdict.disorder) FAIL_CHECK(entry.key << ": " << disorder);
}

struct Invoker final : Catch::ITestInvoker {
  attest::Entry entry;
  explicit Invoker(const attest::Entry& e) : entry(e) {}
  void invoke() const override { test(entry); }
};

const bool entered = [] {
  for (const auto& entry : attest::lecture)
    if (entry.kind != attest::Kind::page)
      Catch::AutoReg(Owned(new Invoker(entry)), CATCH_INTERNAL_LINEINFO, Catch::StringRef(),
                     Catch::NameAndTags{std::string(entry.key), "[property]"});
  return true;
}();

}
