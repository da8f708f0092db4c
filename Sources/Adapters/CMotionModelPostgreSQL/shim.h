// Compiled only with the trait PostgreSQL: the header of the system's libpq, which Debian keeps in a folder of its own.
#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#else
#include <postgresql/libpq-fe.h>
#endif
