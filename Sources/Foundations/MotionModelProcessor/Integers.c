#include "MotionModelProcessor.h"

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#define VECTORS __attribute__((target("avx2")))

bool motionmodel_vectors_are_available(void) {
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_OSXSAVE)) return false;
  // Whether the system keeps both halves of the vectors.
  __asm__("xgetbv" : "=a"(a), "=d"(d) : "c"(0));
  return (a & 6) == 6 && __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_AVX2);
}

VECTORS uint64_t motionmodel_64_integers_within(const void *integers, int64_t least, int64_t greatest) {
  const __m256i *next = integers;
  const __m256i lower = _mm256_set1_epi64x(least), upper = _mm256_set1_epi64x(greatest);
  uint64_t others = 0;
  for (int first = 0; first < 64; first += 4, next++) {
    const __m256i four = _mm256_loadu_si256(next);
    const __m256i beside = _mm256_or_si256(_mm256_cmpgt_epi64(lower, four), _mm256_cmpgt_epi64(four, upper));
    others |= (uint64_t)_mm256_movemask_pd(_mm256_castsi256_pd(beside)) << first;
  }
  return ~others;
}

VECTORS bool motionmodel_64_integers_sum(const void *integers, int64_t *sum) {
  const __m256i *next = integers;
  const __m256i bias = _mm256_set1_epi64x(INT64_C(1) << 55);
  __m256i sums = _mm256_setzero_si256(), spread = sums;
  for (int first = 0; first < 64; first += 4, next++) {
    const __m256i four = _mm256_loadu_si256(next);
    sums = _mm256_add_epi64(sums, four);
    spread = _mm256_or_si256(spread, _mm256_add_epi64(four, bias));
  }
  *sum = _mm256_extract_epi64(sums, 0) + _mm256_extract_epi64(sums, 1) + _mm256_extract_epi64(sums, 2) +
         _mm256_extract_epi64(sums, 3);
  // Biased by 2⁵⁵, an integer within ±2⁵⁵ has nothing in the upper 8 bits.
  return _mm256_testz_si256(spread, _mm256_set1_epi64x(INT64_C(0xFF) << 56));
}

#else

bool motionmodel_vectors_are_available(void) { return false; }

uint64_t motionmodel_64_integers_within(const void *integers, int64_t least, int64_t greatest) { return 0; }

bool motionmodel_64_integers_sum(const void *integers, int64_t *sum) { return false; }
#endif
