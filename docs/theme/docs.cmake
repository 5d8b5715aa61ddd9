# The pages: target docs, test docs, both build/html. ATTEST_KATEX names the folder of katex.js where it is unusual.
set(attest_pages Python3::Interpreter "${PROJECT_SOURCE_DIR}/docs/theme/build.py"
  --source "${PROJECT_SOURCE_DIR}" --build "${PROJECT_BINARY_DIR}")
if(ATTEST_KATEX)
  list(APPEND attest_pages --katex "${ATTEST_KATEX}")
endif()
add_custom_target(docs COMMAND ${attest_pages} USES_TERMINAL VERBATIM)

# Alone, because it reads the verdicts that the properties write.
add_test(NAME "docs" COMMAND ${attest_pages})
set_tests_properties("docs" PROPERTIES LABELS docs RUN_SERIAL TRUE TIMEOUT 600)
