-- Version 8. The names of openings and castles that each game has, derived from its moves by definitions, and the
-- definitions themselves. All games are looked at after this.

CREATE TABLE opening_set (
    id       INTEGER PRIMARY KEY CHECK (id = 1),
    version  TEXT NOT NULL,
    added    TEXT NOT NULL,
    tables   BLOB NOT NULL
) STRICT;

CREATE TABLE opening_block (
    number  INTEGER PRIMARY KEY,
    names   BLOB NOT NULL
) STRICT;
