# The lecture's words: as C++ for the command line (ATTEST_STATEMENTS), and as pages (target docs, build/html).
find_package(Python3 3.8 REQUIRED COMPONENTS Interpreter)

file(GLOB attest_words CONFIGURE_DEPENDS
  "${CMAKE_CURRENT_SOURCE_DIR}/include/attest/lecture/*.hpp" "${CMAKE_CURRENT_SOURCE_DIR}/properties/*.cpp")
set(ATTEST_STATEMENTS "${CMAKE_CURRENT_BINARY_DIR}/generated/statements.cpp")
add_custom_command(
  OUTPUT "${ATTEST_STATEMENTS}"
  COMMAND Python3::Interpreter "${CMAKE_CURRENT_SOURCE_DIR}/docs/theme/statements.py"
          "${CMAKE_CURRENT_SOURCE_DIR}" "${ATTEST_STATEMENTS}"
  DEPENDS ${attest_words} Doxyfile docs/theme/statements.py docs/theme/lecture.py
  COMMENT "Reading the statements out of the comment blocks"
  VERBATIM)

set(ATTEST_KATEX "" CACHE PATH "Folder of katex.js, katex.min.css and fonts; empty: the usual places")
set(attest_pages "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_SOURCE_DIR}/docs/theme/build.py"
  --source "${CMAKE_CURRENT_SOURCE_DIR}" --build "${CMAKE_CURRENT_BINARY_DIR}")
if(ATTEST_KATEX)
  list(APPEND attest_pages --katex "${ATTEST_KATEX}")
endif()
add_custom_target(docs COMMAND ${attest_pages} USES_TERMINAL VERBATIM)
