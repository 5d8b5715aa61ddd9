# The tests that are scripts: traceability, lints, programs that must not compile, pages. Needs docs/theme/docs.cmake.
add_test(NAME trace COMMAND Python3::Interpreter "${CMAKE_CURRENT_SOURCE_DIR}/tests/trace.py"
  "${CMAKE_CURRENT_SOURCE_DIR}" --verdicts "${CMAKE_CURRENT_BINARY_DIR}/verdicts")
add_test(NAME house COMMAND Python3::Interpreter "${CMAKE_CURRENT_SOURCE_DIR}/tests/house.py"
  "${CMAKE_CURRENT_SOURCE_DIR}")
add_test(NAME breaks COMMAND Python3::Interpreter "${CMAKE_CURRENT_SOURCE_DIR}/tests/breaks.py"
  "${CMAKE_CURRENT_SOURCE_DIR}")
set_tests_properties(trace house breaks PROPERTIES LABELS lint TIMEOUT 300)

file(GLOB attest_rejects CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/tests/reject/*.cpp")
foreach(program IN LISTS attest_rejects)
  get_filename_component(name "${program}" NAME_WE)
  add_test(NAME "reject.${name}" COMMAND Python3::Interpreter "${CMAKE_CURRENT_SOURCE_DIR}/tests/reject/run.py"
    "${CMAKE_CXX_COMPILER}" "${CMAKE_CURRENT_SOURCE_DIR}/include" "${program}")
  set_tests_properties("reject.${name}" PROPERTIES LABELS reject TIMEOUT 300)
endforeach()

# Alone, because it reads the verdicts that the properties write.
add_test(NAME docs COMMAND ${attest_pages})
set_tests_properties(docs PROPERTIES LABELS docs RUN_SERIAL TRUE TIMEOUT 600)
