#include "CProcess.h"

static int count;
static char **arguments;

// The C library hands them to what is called before main, which Swift has no name for.
__attribute__((constructor)) static void keep(int argc, char **argv, char **envp) {
  (void)envp;
  count = argc;
  arguments = argv;
}

int process_argument_count(void) { return count; }

const char *process_argument(int position) {
  return position >= 0 && position < count ? arguments[position] : 0;
}
