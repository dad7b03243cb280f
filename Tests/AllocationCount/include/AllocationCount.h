#pragma once

/// What a thread has asked of the heap since it began, where the C library lets its functions be replaced (glibc).
typedef struct {
    /// Blocks that were asked for.
    long blocks;
    /// Bytes that are held; a block that another thread frees is never subtracted.
    long bytes;
} heap_use;

heap_use heap_use_of_thread(void);

/// Whether anything is counted.
int heap_use_is_counted(void);
