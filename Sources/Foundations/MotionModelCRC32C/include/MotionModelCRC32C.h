// The processor's instructions for CRC-32C, which Swift does not offer.
#ifndef MOTIONMODEL_CRC32C_H
#define MOTIONMODEL_CRC32C_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Whether the processor has the instructions.
bool motionmodel_crc32c_is_available(void);

/// Continues the state of a checksum, without the inversions at its beginning and end. Only for processors that have
/// the instructions.
uint32_t motionmodel_crc32c(uint32_t state, const void *bytes, size_t count);

#endif
