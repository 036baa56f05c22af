#ifndef MONIKER_CPOSTGRESQL_SHIM_H
#define MONIKER_CPOSTGRESQL_SHIM_H

#include <libpq-fe.h>

#endif
