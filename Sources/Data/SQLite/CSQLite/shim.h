#ifndef MONIKER_CSQLITE_SHIM_H
#define MONIKER_CSQLITE_SHIM_H

#include <sqlite3.h>

/// Makes closing the connection leave the WAL as it is. Swift cannot call sqlite3_db_config, which
/// takes a variable number of arguments.
static inline int moniker_leave_log_when_closed(sqlite3 *connection) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

#endif
