#ifndef ALLOCATIONS_H
#define ALLOCATIONS_H

#include <stddef.h>

/// The bytes that the process has allocated and not freed; 0 where the system cannot tell.
size_t allocated_bytes(void);

#endif
