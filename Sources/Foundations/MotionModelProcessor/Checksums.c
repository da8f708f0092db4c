#include "MotionModelProcessor.h"

#include <string.h>

#if defined(__x86_64__)
#include <cpuid.h>
#define INSTRUCTIONS __attribute__((target("sse4.2")))
#define NEXT_8(state, bytes) (uint32_t) __builtin_ia32_crc32di(state, bytes)
#define NEXT_1(state, byte) __builtin_ia32_crc32qi(state, byte)

bool motionmodel_crc32c_is_available(void) {
  unsigned a, b, c, d;
  return __get_cpuid(1, &a, &b, &c, &d) && (c & bit_SSE4_2);
}

#elif defined(__aarch64__) && (defined(__APPLE__) || defined(__linux__))
#ifdef __linux__
#include <sys/auxv.h>
#else
#include <sys/sysctl.h>
#endif
#define INSTRUCTIONS __attribute__((target("crc")))
#define NEXT_8(state, bytes) __builtin_arm_crc32cd(state, bytes)
#define NEXT_1(state, byte) __builtin_arm_crc32cb(state, byte)

bool motionmodel_crc32c_is_available(void) {
#ifdef __linux__
  return getauxval(AT_HWCAP) & (1 << 7);  // HWCAP_CRC32
#else
  // Processors before A10, such as that of the Apple TV HD, have none.
  int value = 0;
  size_t size = sizeof value;
  return sysctlbyname("hw.optional.armv8_crc32", &value, &size, 0, 0) == 0 && value != 0;
#endif
}

#else
#define INSTRUCTIONS
#define NEXT_8(state, bytes) state
#define NEXT_1(state, byte) state

bool motionmodel_crc32c_is_available(void) { return false; }
#endif

INSTRUCTIONS uint32_t motionmodel_crc32c(uint32_t state, const void *bytes, size_t count) {
  const uint8_t *next = bytes;
  for (; count >= 8; count -= 8, next += 8) {
    uint64_t eight;
    memcpy(&eight, next, 8);
    state = NEXT_8(state, eight);
  }
  for (; count > 0; count--, next++) state = NEXT_1(state, *next);
  return state;
}
