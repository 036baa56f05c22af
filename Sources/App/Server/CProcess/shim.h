#ifndef MONIKER_CPROCESS_SHIM_H
#define MONIKER_CPROCESS_SHIM_H

#include <sys/prctl.h>

/// Makes the memory and the files of this process in /proc private from other processes of its user,
/// and forbids core dumps. Swift cannot call prctl, which takes a variable number of arguments.
static inline int moniker_forbid_inspection(void) {
  return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

#endif
