// What Swift needs of a C library and of the compiler's runtime, for Words.swift in Wasm: memory that is never given back,
// and a place to print to.

typedef unsigned long size;
typedef unsigned long long word;

extern unsigned char __heap_base;
static size top;

static void *take(size count, size alignment) {
  if (!top) top = (size)&__heap_base;
  size start = (top + alignment - 1) & ~(alignment - 1);
  top = start + count;
  while (top > __builtin_wasm_memory_size(0) << 16)
    if (__builtin_wasm_memory_grow(0, 256) == (size)-1) __builtin_trap();
  return (void *)start;
}

void *malloc(size count) { return take(count, 16); }
int posix_memalign(void **result, size alignment, size count) {
  *result = take(count, alignment);
  return 0;
}
void free(void *memory) {}

void *memmove(void *to, const void *from, size count) {
  unsigned char *target = to;
  const unsigned char *source = from;
  if (target < source) for (size i = 0; i < count; i++) target[i] = source[i];
  else while (count--) target[count] = source[count];
  return to;
}
void *memcpy(void *to, const void *from, size count) { return memmove(to, from, count); }
void *memset(void *to, int byte, size count) {
  for (size i = 0; i < count; i++) ((unsigned char *)to)[i] = byte;
  return to;
}
int memcmp(const void *first, const void *second, size count) {
  const unsigned char *a = first, *b = second;
  for (size i = 0; i < count; i++) if (a[i] != b[i]) return a[i] - b[i];
  return 0;
}
void arc4random_buf(void *to, size count) { memset(to, 7, count); }

size __stack_chk_guard = 7;
void __stack_chk_fail(void) { __builtin_trap(); }

// The product of numbers of 128 bits, by parts of 32 bits.
__int128 __multi3(__int128 first, __int128 second) {
  word a[2] = {first, first >> 64}, b[2] = {second, second >> 64}, half = 0xFFFFFFFF;
  word low = (a[0] & half) * (b[0] & half);
  word middle = (a[0] >> 32) * (b[0] & half) + (low >> 32);
  word other = (a[0] & half) * (b[0] >> 32) + (middle & half);
  word high = (a[0] >> 32) * (b[0] >> 32) + (middle >> 32) + (other >> 32) + a[1] * b[0] + a[0] * b[1];
  return (__int128)(((unsigned __int128)high << 64) | (other << 32 | (low & half)));
}

__attribute__((import_module("wasi_snapshot_preview1"), import_name("fd_write")))
int fd_write(int file, const void *pieces, int count, size *written);

int putchar(int character) {
  unsigned char byte = character;
  struct { const unsigned char *start; size count; } piece = {&byte, 1};
  size written;
  fd_write(1, &piece, 1, &written);
  return character;
}

int main(int, char **);
void _start(void) { main(0, 0); }
