# The lecture's words: as C++ for the command line (ATTEST_STATEMENTS), and as pages (target docs, build/html).
find_package(Python3 3.8 REQUIRED COMPONENTS Interpreter)

file(GLOB attest_words CONFIGURE_DEPENDS
  "${PROJECT_SOURCE_DIR}/include/attest/lecture/*.hpp" "${PROJECT_SOURCE_DIR}/properties/*.cpp")
set(ATTEST_STATEMENTS "${PROJECT_BINARY_DIR}/generated/statements.cpp")
set(attest_theme "${PROJECT_SOURCE_DIR}/docs/theme")
add_custom_command(
  OUTPUT "${ATTEST_STATEMENTS}"
  COMMAND Python3::Interpreter "${attest_theme}/statements.py" "${PROJECT_SOURCE_DIR}" "${ATTEST_STATEMENTS}"
  DEPENDS ${attest_words} "${PROJECT_SOURCE_DIR}/Doxyfile" "${attest_theme}/statements.py" "${attest_theme}/lecture.py"
  COMMENT "Reading the statements out of the comment blocks"
  VERBATIM)

set(attest_pages Python3::Interpreter "${attest_theme}/build.py"
  --source "${PROJECT_SOURCE_DIR}" --build "${PROJECT_BINARY_DIR}")
if(ATTEST_KATEX)
  list(APPEND attest_pages --katex "${ATTEST_KATEX}")
endif()
add_custom_target(docs COMMAND ${attest_pages} USES_TERMINAL VERBATIM)
