#pragma once
#include <string_view>
/// \file
/// \brief The items of the lecture, in order: key, clauses, source, worlds, kind.
namespace attest {

/// \brief How the lecture's text supports a statement.
///
/// printed: it stands in the text. reconstructed: the statement is gone, its proof or references to it remain. inferred:
/// only its number can be concluded. referenced: the text speaks of it and shows nothing. ours: the project needs it.
enum class Source { printed, reconstructed, inferred, referenced, ours };

/// \brief What a claim is: for all inputs, "it can happen that", a sample with a band, or links to other claims.
enum class Kind { property, exhibit, measured, page };

/// \brief The arithmetics in which an item claims something.
enum Worlds : unsigned {
  no_world = 0,
  exact_world = 1,
  mp_world = 2,
  double_world = 4,
  float_world = 8,
  dyadic_world = 16,
  float_worlds = 12,
  real_worlds = 14,
  all_worlds = 15,
  sampled_world = 4,
  exact_and_double = 5,
  exact_to_double = 7,
  log_worlds = 30,
  every_world = 31
};

/// \def ATTEST_LECTURE(X)
/// \brief One line an item, in the order of the lecture.
#define ATTEST_LECTURE(X) \
  X(display_0_update,      "abcde",  printed,    all_worlds,     property) \
  X(section_0_transformer, "abcd",   printed,    real_worlds,    property) \
  X(display_0_layer_norm,  "abcdef", ours,       all_worlds,     property) \
  X(display_1_embedding,   "ab",   printed,       all_worlds,    property) \
  X(display_1_context,     "ab",   printed,       all_worlds,    property) \
  X(display_2_row_softmax, "abc",  printed,       all_worlds,    property) \
  X(definition_2_2,        "abc",  reconstructed, all_worlds,    property) \
  X(display_2_cross,       "a",    printed,       all_worlds,    property) \
  X(example_2_3,           "ab",   referenced,    all_worlds,    exhibit)  \
  X(result_2_rank,         "abc",  reconstructed, exact_world,   property) \
  X(remark_2_5,            "ab",   printed,       exact_world,   exhibit)  \
  X(display_3_simplex,     "ab",   printed,       all_worlds,    property) \
  X(proposition_3_1,       "abc",  reconstructed, all_worlds,    property) \
  X(display_3_expectation, "ab",   printed,       all_worlds,    property) \
  X(display_3_bounds,      "abcd", printed,       all_worlds,    property) \
  X(remark_3_4,            "abc",  printed,       all_worlds,    exhibit)  \
  X(aside_3_6,             "ab",   printed,       exact_world,   property) \
  X(definition_4_1,        "abcd", reconstructed, all_worlds,    property) \
  X(example_4_2,           "ab",   referenced,    all_worlds,    exhibit)  \
  X(proposition_4_3,       "abcd", reconstructed, all_worlds,    property) \
  X(display_4_prefix_hull, "a",    printed,       all_worlds,    property) \
  X(aside_4_4,             "abcd", printed,       all_worlds,    property) \
  X(remark_4_5,            "ab",   printed,       all_worlds,    property) \
  X(display_5_shift,       "abc",  printed,       every_world,   property) \
  X(proposition_5_1,       "abcdef", reconstructed, all_worlds,  property) \
  X(display_5_jacobian,    "abcd", printed,       all_worlds,    property) \
  X(display_5_gibbs,       "ab",   printed,       log_worlds,    property) \
  X(proposition_5_2,       "abcd", reconstructed, log_worlds,    property) \
  X(remark_5_4,            "abc",  printed,       all_worlds,    property) \
  X(lemma_5_5,             "abcde", reconstructed, exact_and_double, measured) \
  X(remark_5_6,            "abcd", printed,       all_worlds,    property) \
  X(aside_5_7,             "ab",   printed,       exact_to_double, measured) \
  X(display_6_action,       "ab",    printed,       all_worlds, property) \
  X(theorem_6_1,            "abcde", reconstructed, all_worlds, property) \
  X(display_6_positionwise, "ab",    printed,       all_worlds, property) \
  X(result_6_positions,     "abc",   reconstructed, all_worlds, property) \
  X(remark_6_3_precision,   "ab",    printed,       all_worlds, property) \
  X(display_6_sinusoid,     "abc",   printed,       all_worlds, property) \
  X(display_6_rotary,       "abcd",  printed,       all_worlds, property) \
  X(remark_6_3_mask,        "ab",    printed,       all_worlds, property) \
  X(definition_7_smoother, "ab",   inferred,      all_worlds,    property) \
  X(result_7_smoothing,    "abc",  reconstructed, all_worlds,    property) \
  X(special_7_uniform,     "ab",   printed,       all_worlds,    property) \
  X(example_7_4,           "abc",  referenced,    all_worlds,    property) \
  X(special_7_retrieval,   "a",    printed,       all_worlds,    property) \
  X(remark_7_3,            "abc",  printed,       all_worlds,    property) \
  X(table_8_cost,           "ab",     printed, all_worlds, property) \
  X(display_8_memory,       "ab",     printed, all_worlds, property) \
  X(display_8_parameters,   "abc",    printed, all_worlds, property) \
  X(aside_8_1,              "abcde",  printed, all_worlds, property) \
  X(section_8_cache,        "abcde",  printed, all_worlds, property) \
  X(section_8_multi_head,   "abc",    printed, all_worlds, property) \
  X(section_9_batch,        "ab",     printed, all_worlds, property) \
  X(table_9_assertions,     "abcdef", printed, no_world,   page)     \
  X(section_9_heatmap,      "abcdef", printed, all_worlds, property) \
  X(exercise_1,            "ab",    printed, no_world,    page)     \
  X(exercise_2,            "abcde", printed, all_worlds,  exhibit)  \
  X(exercise_3,            "ab",    printed, no_world,    page)     \
  X(exercise_4,            "ab",    printed, no_world,    page)     \
  X(exercise_5,            "abc",   printed, all_worlds,  exhibit)  \
  X(exercise_6,            "abc",   printed, no_world,    page)     \
  X(exercise_7,            "abc",   printed, no_world,    page)     \
  X(exercise_8,            "ab",    printed, exact_world, exhibit)  \
  X(exercise_9,            "abc",   printed, all_worlds,  property) \
  X(exercise_10,           "ab",    printed, all_worlds,  property) \
  X(exercise_11,           "abcd",  printed, exact_world, property) \
  X(exercise_12,           "abc",   printed, real_worlds, property) \
  X(exercise_13,           "ab",    printed, no_world,    page)     \
  X(exercise_14,           "ab",    printed, no_world,    page)

/// \cond
enum class item {
#define X(key, clauses, source, worlds, kind) key,
  ATTEST_LECTURE(X)
#undef X
};
struct Entry {
  std::string_view key, clauses;
  Source source;
  Worlds worlds;
  Kind kind;
};
inline constexpr Entry lecture[]{
#define X(key, clauses, source, worlds, kind) {#key, clauses, Source::source, worlds, Kind::kind},
  ATTEST_LECTURE(X)
#undef X
};
constexpr const Entry& entry(item i) { return lecture[static_cast<int>(i)]; }
/// \endcond

}
