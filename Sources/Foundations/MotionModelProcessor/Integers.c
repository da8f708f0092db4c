#include "MotionModelProcessor.h"

static uint64_t plain_within(const int64_t *integers, int64_t least, int64_t greatest) {
  uint64_t found = 0;
  for (int index = 0; index < 64; index++)
    found |= (uint64_t)(least <= integers[index] && integers[index] <= greatest) << index;
  return found;
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

/// An interval that is not empty. An integer is in it if it is no more than `last` after `shift` was added, with
/// overflow: so one comparison suffices.
typedef struct {
  __m256i shift, last;
} interval;

VECTORS static inline interval interval_of(int64_t least, int64_t greatest) {
  const uint64_t first = (uint64_t)INT64_MIN - (uint64_t)least;
  return (interval){_mm256_set1_epi64x((int64_t)first), _mm256_set1_epi64x((int64_t)((uint64_t)greatest + first))};
}

/// Returns −1 for those of four integers that are beside an interval, and 0 for the others.
VECTORS static inline __m256i beside(const __m256i *four, interval bounds) {
  return _mm256_cmpgt_epi64(_mm256_add_epi64(_mm256_loadu_si256(four), bounds.shift), bounds.last);
}

/// Returns the same of eight integers, in 32 bits each: the first two of each four, and then the others.
VECTORS static inline __m256i eight_beside(const __m256i *next, interval bounds) {
  const __m256 first = _mm256_castsi256_ps(beside(next, bounds)), last = _mm256_castsi256_ps(beside(next + 1, bounds));
  return _mm256_castps_si256(_mm256_shuffle_ps(first, last, _MM_SHUFFLE(2, 0, 2, 0)));
}

VECTORS static uint64_t vectors_within(const __m256i *next, int64_t least, int64_t greatest) {
  if (least > greatest) return 0;
  const interval bounds = interval_of(least, greatest);
  uint64_t others = 0;
  for (int first = 0; first < 64; first += 32, next += 8) {
    const __m256i low = _mm256_packs_epi32(eight_beside(next, bounds), eight_beside(next + 2, bounds));
    const __m256i high = _mm256_packs_epi32(eight_beside(next + 4, bounds), eight_beside(next + 6, bounds));
    const __m256i pairs = _mm256_packs_epi16(low, high);
    const __m128i even = _mm256_castsi256_si128(pairs), odd = _mm256_extracti128_si256(pairs, 1);
    const uint32_t start = (uint32_t)_mm_movemask_epi8(_mm_unpacklo_epi16(even, odd));
    const uint32_t end = (uint32_t)_mm_movemask_epi8(_mm_unpackhi_epi16(even, odd));
    others |= (uint64_t)(start | end << 16) << first;
  }
  return ~others;
}

uint64_t motionmodel_64_integers_within(const void *integers, int64_t least, int64_t greatest) {
  return has_vectors ? vectors_within(integers, least, greatest) : plain_within(integers, least, greatest);
}

#else

uint64_t motionmodel_64_integers_within(const void *integers, int64_t least, int64_t greatest) {
  return plain_within(integers, least, greatest);
}
#endif
