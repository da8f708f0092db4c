CREATE TABLE IF NOT EXISTS "notes" (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  'title' TEXT NOT NULL DEFAULT 'C:\' COLLATE NOCASE,
  [body text] TEXT DEFAULT "it's",
  `size` INTEGER DEFAULT (1 + 1),
  folder INTEGER REFERENCES folders ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  parent_id INT CONSTRAINT own_parent REFERENCES notes(id) ON DELETE SET NULL,
  length INT AS (length(title)) STORED,
  anything,
  made DATETIME DEFAULT CURRENT_TIMESTAMP, -- when; it was made (
  rank UNSIGNED BIG INT DEFAULT -1,
  CHECK (size > 0),
  UNIQUE (folder, title) ON CONFLICT REPLACE
);
CREATE TABLE sqlite_sequence(name,seq);
CREATE TABLE folders (
  id INTEGER PRIMARY KEY,
  name VARCHAR(80) NOT NULL UNIQUE,
  "check" BOOLEAN NOT NULL DEFAULT FALSE,
  data BLOB DEFAULT x'00ff'
) STRICT;
CREATE TABLE labels (
  name TEXT PRIMARY KEY,
  note INTEGER,
  FOREIGN KEY (note) REFERENCES notes(id)
) WITHOUT ROWID;
CREATE INDEX byRank ON notes(rank DESC);
CREATE UNIQUE INDEX byTitle ON notes(title) WHERE folder IS NULL;
CREATE INDEX byLower ON notes(lower(title));
CREATE VIRTUAL TABLE note_fts USING fts5(title, body, content='notes', content_rowid='id')
/* note_fts(title,body) */;
CREATE TABLE IF NOT EXISTS 'note_fts_data'(id INTEGER PRIMARY KEY, block BLOB);
CREATE TABLE IF NOT EXISTS 'note_fts_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS 'note_fts_docsize'(id INTEGER PRIMARY KEY, sz BLOB);
CREATE TABLE IF NOT EXISTS 'note_fts_config'(k PRIMARY KEY, v) WITHOUT ROWID;
CREATE TRIGGER notes_ai AFTER INSERT ON notes BEGIN
  INSERT INTO note_fts(rowid, title) VALUES (new.id, new.title);
  UPDATE notes SET rank = 1 WHERE id = new.id;
END;
CREATE VIEW recent AS SELECT * FROM notes WHERE made > '2024';
