// Instructions of the processor that Swift does not offer.
#ifndef MOTIONMODEL_PROCESSOR_H
#define MOTIONMODEL_PROCESSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Whether the processor has the instructions for CRC-32C.
bool motionmodel_crc32c_is_available(void);

/// Continues the state of a checksum, without the inversions at its beginning and end. Only for processors that have
/// the instructions.
uint32_t motionmodel_crc32c(uint32_t state, const void *bytes, size_t count);

/// Returns which of 64 integers of 8 bytes are in a closed interval: a bit for each, the lowest for the first. On
/// processors with vectors of 32 bytes, it uses these.
uint64_t motionmodel_64_integers_within(const void *integers, int64_t least, int64_t greatest);

#endif
