#ifndef MONIKER_CPROCESS_SHIM_H
#define MONIKER_CPROCESS_SHIM_H

#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/// Makes the memory and the files of this process in /proc private from other processes of its user,
/// and forbids core dumps. Swift cannot call prctl, which takes a variable number of arguments.
static inline int moniker_forbid_inspection(void) {
  return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

/// The number of processors that this process may use; 0 if it is unknown. Swift cannot call syscall, which takes a
/// variable number of arguments, and the C library shows its own function only to programs of GNU.
static inline int moniker_processor_count(void) {
  // The kernel has at most 8,192.
  unsigned long set[128];
  long size = syscall(SYS_sched_getaffinity, 0, sizeof(set), set);
  int count = 0;
  for (long i = 0; i < size / (long)sizeof(set[0]); i++) count += __builtin_popcountl(set[i]);
  return count;
}

#endif
