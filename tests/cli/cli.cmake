# The program as a stranger meets it: one test per script.
foreach(script arguments tour head heatmap items measures)
  add_test(NAME "cli: ${script}" COMMAND Python3::Interpreter "${attest_tests}/cli/${script}.py")
  set_tests_properties("cli: ${script}" PROPERTIES LABELS cli TIMEOUT 900
    ENVIRONMENT "ATTEST=$<TARGET_FILE:attest_command>")
endforeach()
