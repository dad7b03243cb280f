// Counts heap allocations by standing in front of the C library's allocator: a program's own `malloc` is the one that
// every library calls too. No unsafe flag, no preloaded library; only where glibc exports what it replaces.

#include "AllocationCount.h"

static _Thread_local heap_use use;

heap_use heap_use_of_thread(void) { return use; }

#if defined(__linux__) && defined(__GLIBC__) || __has_include(<gnu/libc-version.h>)

#include <errno.h>
#include <malloc.h>
#include <stddef.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

int heap_use_is_counted(void) { return 1; }

static void *counted(void *block) {
    if (block) {
        use.blocks += 1;
        use.bytes += (long)malloc_usable_size(block);
    }
    return block;
}

void *malloc(size_t size) { return counted(__libc_malloc(size)); }
void *calloc(size_t count, size_t size) { return counted(__libc_calloc(count, size)); }
void *memalign(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }
void *aligned_alloc(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }

int posix_memalign(void **block, size_t alignment, size_t size) {
    void *made = counted(__libc_memalign(alignment, size));
    if (!made) return ENOMEM;
    *block = made;
    return 0;
}

void *realloc(void *block, size_t size) {
    if (block) use.bytes -= (long)malloc_usable_size(block);
    return counted(__libc_realloc(block, size));
}

void free(void *block) {
    if (!block) return;
    use.bytes -= (long)malloc_usable_size(block);
    __libc_free(block);
}

#else

int heap_use_is_counted(void) { return 0; }

#endif
