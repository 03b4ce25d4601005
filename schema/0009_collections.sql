-- Version 9. What a source belongs to, and under which licence it was given away, as an import was told.

CREATE TABLE collection (
    id       INTEGER PRIMARY KEY,
    name     TEXT,
    licence  TEXT
) STRICT;

ALTER TABLE source ADD COLUMN collection INTEGER REFERENCES collection (id);
