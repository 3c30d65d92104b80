package bundle

import "syscall"

// populate maps all pages at once: the checksum reads each of them.
const populate = syscall.MAP_POPULATE
