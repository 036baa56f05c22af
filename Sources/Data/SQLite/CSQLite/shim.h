#ifndef MONIKER_CSQLITE_SHIM_H
#define MONIKER_CSQLITE_SHIM_H

#include <sqlite3.h>
#include <stdint.h>
#include <string.h>

/// Makes closing the connection leave the WAL as it is. Swift cannot call sqlite3_db_config, which
/// takes a variable number of arguments.
static inline int moniker_leave_log_when_closed(sqlite3 *connection) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

/// The header of the index of a WAL, in the byte order of the machine.
///
/// Source: https://www.sqlite.org/walformat.html, section 2.1, "The WAL-Index Header".
typedef struct moniker_log_state {
  uint32_t version;
  uint32_t unused;
  /// Grows by one with each transaction that is committed.
  uint32_t changes;
  uint16_t is_initialized_and_order;
  uint16_t page_size;
  uint32_t last_frame;
  uint32_t page_count;
  uint32_t frame_checksum[2];
  uint32_t salt[2];
  uint32_t checksum[2];
} moniker_log_state;

/// Copies the header from the shared memory of a database.
///
/// A writer changes the second copy in the memory first, and the first one after a barrier.
///
/// Returns 0 if the two copies differ: a writer is changing them.
static inline int moniker_read_log_state(const void *memory, moniker_log_state *state) {
  const volatile uint64_t *words = memory;
  uint64_t copy[6];
  for (int i = 0; i < 6; i++) copy[i] = words[i];
  __sync_synchronize();
  for (int i = 0; i < 6; i++)
    if (words[6 + i] != copy[i]) return 0;
  memcpy(state, copy, sizeof copy);
  return 1;
}

#endif
