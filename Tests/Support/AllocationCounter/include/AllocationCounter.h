#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

/// What one thread has allocated and freed so far.
struct allocation_figures {
  /// How many times memory was asked for.
  long allocations;
  /// How many bytes it has allocated more than it has freed, with what the system adds to each.
  long bytes;
  /// How many bytes it has allocated, whether it has freed them or not.
  long total;
  /// The most bytes that were allocated at once since the peak was forgotten.
  long peak;
};

/// Whether allocations are counted: on Linux with glibc, and not under a sanitizer, which does it in its own way.
int allocations_are_counted(void);

/// The figures of the calling thread.
struct allocation_figures allocations_so_far(void);

/// Begins the peak of the calling thread anew.
void allocations_forget_peak(void);

#endif
