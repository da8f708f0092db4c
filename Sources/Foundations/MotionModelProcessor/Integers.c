#include "MotionModelProcessor.h"

/// An integer within ±2⁵⁵ to which this is added has nothing in its upper 8 bits.
#define BIAS (INT64_C(1) << 55)

static uint64_t plain_within(const int64_t *integers, int64_t least, int64_t greatest) {
  uint64_t found = 0;
  for (int index = 0; index < 64; index++)
    found |= (uint64_t)(least <= integers[index] && integers[index] <= greatest) << index;
  return found;
}

static bool plain_sum(const int64_t *integers, int64_t *sum) {
  uint64_t sums = 0, spread = 0;
  for (int index = 0; index < 64; index++) {
    sums += (uint64_t)integers[index];
    spread |= (uint64_t)integers[index] + BIAS;
  }
  *sum = (int64_t)sums;
  return spread >> 56 == 0;
}

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#define VECTORS __attribute__((target("avx2")))

/// Whether the processor has vectors of 32 bytes, and the system keeps them for each thread.
static bool has_vectors;

/// Called when the program starts.
__attribute__((constructor)) static void find_vectors(void) {
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_OSXSAVE)) return;
  __asm__("xgetbv" : "=a"(a), "=d"(d) : "c"(0));
  has_vectors = (a & 6) == 6 && __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_AVX2);
}

VECTORS static uint64_t vectors_within(const __m256i *next, int64_t least, int64_t greatest) {
  const __m256i lower = _mm256_set1_epi64x(least), upper = _mm256_set1_epi64x(greatest);
  uint64_t others = 0;
  for (int first = 0; first < 64; first += 4, next++) {
    const __m256i four = _mm256_loadu_si256(next);
    const __m256i beside = _mm256_or_si256(_mm256_cmpgt_epi64(lower, four), _mm256_cmpgt_epi64(four, upper));
    others |= (uint64_t)_mm256_movemask_pd(_mm256_castsi256_pd(beside)) << first;
  }
  return ~others;
}

VECTORS static bool vectors_sum(const __m256i *next, int64_t *sum) {
  const __m256i bias = _mm256_set1_epi64x(BIAS);
  __m256i sums = _mm256_setzero_si256(), spread = sums;
  for (int first = 0; first < 64; first += 4, next++) {
    const __m256i four = _mm256_loadu_si256(next);
    sums = _mm256_add_epi64(sums, four);
    spread = _mm256_or_si256(spread, _mm256_add_epi64(four, bias));
  }
  const __m128i two = _mm_add_epi64(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
  *sum = _mm_extract_epi64(two, 0) + _mm_extract_epi64(two, 1);
  return _mm256_testz_si256(spread, _mm256_set1_epi64x((int64_t)0xFF00000000000000));
}

uint64_t motionmodel_64_integers_within(const void *integers, int64_t least, int64_t greatest) {
  return has_vectors ? vectors_within(integers, least, greatest) : plain_within(integers, least, greatest);
}

bool motionmodel_64_integers_sum(const void *integers, int64_t *sum) {
  return has_vectors ? vectors_sum(integers, sum) : plain_sum(integers, sum);
}

#else

uint64_t motionmodel_64_integers_within(const void *integers, int64_t least, int64_t greatest) {
  return plain_within(integers, least, greatest);
}

bool motionmodel_64_integers_sum(const void *integers, int64_t *sum) { return plain_sum(integers, sum); }
#endif
