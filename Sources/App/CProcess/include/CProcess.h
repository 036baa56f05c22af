#ifndef MONIKER_CPROCESS_H
#define MONIKER_CPROCESS_H

#include <malloc.h>

/// How many arguments the process was started with, its name among them.
int process_argument_count(void);

/// One of them; NULL for a position that there is not.
const char *process_argument(int position);

#endif
