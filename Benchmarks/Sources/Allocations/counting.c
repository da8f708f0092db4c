#include "allocations.h"

#include <errno.h>
#include <stdlib.h>

#if defined(__GLIBC__)
// Takes the place of the C library's functions, which it calls under their other names, as the library's manual allows.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static __thread size_t count;

void *malloc(size_t size) {
  count++;
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count++;
  return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
  count++;
  return __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count++;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  count++;
  *memory = __libc_memalign(alignment, size);
  return *memory ? 0 : ENOMEM;
}

bool allocations_are_counted(void) { return true; }
size_t allocation_count(void) { return count; }
#else
bool allocations_are_counted(void) { return false; }
size_t allocation_count(void) { return 0; }
#endif
