// Compiled only with the trait SQLite: the header of the system's SQLite.
#include <sqlite3.h>
