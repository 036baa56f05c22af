#ifndef MONIKER_CMALLOC_SHIM_H
#define MONIKER_CMALLOC_SHIM_H

#include <malloc.h>

#endif
