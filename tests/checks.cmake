# The tests that are scripts: traceability, lints, what must be noticed, programs that must not compile, pages.
# After docs/theme/docs.cmake, which finds Python.
set(attest_tests "${PROJECT_SOURCE_DIR}/tests")
add_test(NAME "trace" COMMAND Python3::Interpreter "${attest_tests}/trace.py" "${PROJECT_SOURCE_DIR}"
  --verdicts "${PROJECT_BINARY_DIR}/verdicts")
add_test(NAME "house" COMMAND Python3::Interpreter "${attest_tests}/house.py" "${PROJECT_SOURCE_DIR}")
add_test(NAME "breaks" COMMAND Python3::Interpreter "${attest_tests}/breaks.py" "${PROJECT_SOURCE_DIR}")
set_tests_properties("trace" "house" "breaks" PROPERTIES LABELS lint TIMEOUT 600)

add_test(NAME "exhaustive" COMMAND Python3::Interpreter "${attest_tests}/once.py" "${PROJECT_BINARY_DIR}/exhaustive.passed"
  $<TARGET_FILE:exhaustive>)
set_tests_properties("exhaustive" PROPERTIES LABELS unit TIMEOUT 600 COST 100)

file(GLOB attest_rejects CONFIGURE_DEPENDS "${attest_tests}/reject/*.cpp")
foreach(program IN LISTS attest_rejects)
  get_filename_component(name "${program}" NAME_WE)
  add_test(NAME "reject: ${name}" COMMAND Python3::Interpreter "${attest_tests}/reject/run.py"
    "${CMAKE_CXX_COMPILER}" "${PROJECT_SOURCE_DIR}/include" "${program}")
  set_tests_properties("reject: ${name}" PROPERTIES LABELS reject TIMEOUT 300)
endforeach()

include("${attest_tests}/cli/cli.cmake" OPTIONAL)

# Alone, because the pages read the verdicts that the properties write.
add_test(NAME "docs" COMMAND ${attest_pages})
set_tests_properties("docs" PROPERTIES LABELS docs RUN_SERIAL TRUE TIMEOUT 600)
