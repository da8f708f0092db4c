#ifndef ALLOCATIONS_H
#define ALLOCATIONS_H

#include <stdbool.h>
#include <stddef.h>

/// The bytes that the process has allocated and not freed; 0 where the system cannot tell.
size_t allocated_bytes(void);

/// Whether ``allocation_count`` can tell.
bool allocations_are_counted(void);

/// How often the calling thread has asked for memory; every call counts, also one whose memory was freed at once.
size_t allocation_count(void);

#endif
