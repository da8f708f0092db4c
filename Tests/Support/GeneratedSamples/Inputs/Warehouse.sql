-- What a warehouse has in SQLite.
CREATE TABLE warehouses (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  city VARCHAR(60),
  opened_on DATE
);

CREATE TABLE shelves (
  id INTEGER PRIMARY KEY,
  warehouse_id INTEGER NOT NULL REFERENCES warehouses (id) ON DELETE CASCADE,
  label TEXT NOT NULL DEFAULT '?',
  capacity INTEGER NOT NULL DEFAULT 10 CHECK (capacity > 0),
  load REAL NOT NULL DEFAULT 0.0,
  is_cooled BOOLEAN NOT NULL DEFAULT FALSE,
  photo BLOB
);

CREATE INDEX shelves_of_warehouses ON shelves (warehouse_id, label);

CREATE TABLE parcels (
  code TEXT PRIMARY KEY,
  shelf_id INTEGER REFERENCES shelves (id) ON DELETE SET NULL,
  weight DECIMAL(8, 2) NOT NULL,
  arrived_at TIMESTAMP,
  created_at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP
);
