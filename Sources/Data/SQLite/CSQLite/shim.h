#ifndef MONIKER_CSQLITE_SHIM_H
#define MONIKER_CSQLITE_SHIM_H

#include <sqlite3.h>

#endif
