// Filled by the adapter's tests.
