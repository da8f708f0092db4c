#include "AllocationCounter.h"

#include <stddef.h>
#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define IS_SANITIZED 1
#endif
#endif

#if defined(__linux__) && defined(__GLIBC__) && !defined(IS_SANITIZED)

#include <errno.h>
#include <malloc.h>

// glibc's own functions under their other names. Those below stand before them for the whole program, libraries included.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *memory);

// A thread has figures of its own, so that tests may run side by side.
static __thread struct allocation_figures figures __attribute__((tls_model("initial-exec")));

int allocations_are_counted(void) { return 1; }

struct allocation_figures allocations_so_far(void) { return figures; }

void allocations_forget_peak(void) { figures.peak = figures.bytes; }

static void *counted(void *memory) {
  figures.allocations += 1;
  if (memory) {
    long size = (long)malloc_usable_size(memory);
    figures.bytes += size;
    figures.total += size;
    if (figures.bytes > figures.peak) figures.peak = figures.bytes;
  }
  return memory;
}

void *malloc(size_t size) { return counted(__libc_malloc(size)); }

void *calloc(size_t count, size_t size) { return counted(__libc_calloc(count, size)); }

void *realloc(void *memory, size_t size) {
  size_t before = memory ? malloc_usable_size(memory) : 0;
  void *moved = __libc_realloc(memory, size);
  if (!moved && size > 0) return NULL;
  figures.bytes -= (long)before;
  return moved ? counted(moved) : NULL;
}

void *memalign(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }

void *aligned_alloc(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }

int posix_memalign(void **memory, size_t alignment, size_t size) {
  void *allocated = __libc_memalign(alignment, size);
  if (!allocated) return ENOMEM;
  *memory = counted(allocated);
  return 0;
}

void free(void *memory) {
  if (memory) figures.bytes -= (long)malloc_usable_size(memory);
  __libc_free(memory);
}

#else

int allocations_are_counted(void) { return 0; }

struct allocation_figures allocations_so_far(void) { return (struct allocation_figures){0, 0, 0, 0}; }

void allocations_forget_peak(void) {}

#endif
