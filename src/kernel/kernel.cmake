# The kernels, once for each instruction level; the tool chooses one at run time. Included after attest_own exists.
# Whatever the build type is, they are optimised: without that the tiles are not in registers and each level's copy of a
# library function could become the one that all of the program calls. Their symbols are checked (tests/kernel_symbols.py).
set(kernel_folder "${CMAKE_CURRENT_LIST_DIR}")
set(kernel_levels baseline)
set(kernel_baseline "")
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64|amd64" AND CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
  list(APPEND kernel_levels avx2 avx512)
  set(kernel_avx2 -march=x86-64-v3)
  set(kernel_avx512 -march=x86-64-v4 -mprefer-vector-width=512)
endif()
foreach(level IN LISTS kernel_levels)
  add_library(attest_kernel_${level} OBJECT "${kernel_folder}/${level}.cpp")
  target_link_libraries(attest_kernel_${level} PRIVATE attest_own)
  target_include_directories(attest_kernel_${level} PRIVATE "${PROJECT_SOURCE_DIR}/src")
  target_compile_options(attest_kernel_${level} PRIVATE -O3 -g0 ${kernel_${level}}
    # g++: lanes are unrolled after they are vectors and not before, and a tile is stored from its registers, not by memcpy
    $<$<CXX_COMPILER_ID:GNU>:--param=max-completely-peel-times=4 -fno-tree-loop-distribute-patterns>)
  list(APPEND kernel_objects $<TARGET_OBJECTS:attest_kernel_${level}>)
endforeach()
add_library(attest_kernel STATIC "${kernel_folder}/levels.cpp" ${kernel_objects})
target_link_libraries(attest_kernel PUBLIC attest_own)
target_include_directories(attest_kernel PUBLIC "${PROJECT_SOURCE_DIR}/src")
find_package(Threads REQUIRED)
target_link_libraries(attest_kernel PUBLIC Threads::Threads)
if("avx2" IN_LIST kernel_levels)
  target_compile_definitions(attest_kernel PRIVATE ATTEST_X86_LEVELS)
endif()
