// What the static executable has in the place of two parts of its libraries that look for things which need
// not be there: scripts/build-release has the linker lead their callers here. Other builds have no use for it.

// Swift's runtime looks at each start for the program that tells of crashes, in eight places, and ends the
// process where there is no /proc to tell it where to begin.
char *__wrap_swift_copyAuxiliaryExecutablePath(const char *name, const char *folder) {
  (void)name;
  (void)folder;
  return 0;
}

// libdispatch counts by /proc how many of its workers run, to add some where all of them wait, and crashes
// where it is not mounted. What waits here has threads of its own.
void __wrap__dispatch_workq_worker_register(void *queue) { (void)queue; }
void __wrap__dispatch_workq_worker_unregister(void *queue) { (void)queue; }
