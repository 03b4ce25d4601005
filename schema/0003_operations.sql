-- Operations: what was done to the games as a whole, so that it can be undone. Games that were removed, merged into
-- others or replaced stay where they are and are hidden from every question.

CREATE TABLE operation (
    id       INTEGER PRIMARY KEY,
    done     TEXT NOT NULL,
    program  TEXT NOT NULL,
    kind     TEXT NOT NULL CHECK (kind IN ('import', 'merge', 'drop', 'replace', 'remove', 'join', 'split')),
    what     TEXT NOT NULL,
    import   INTEGER REFERENCES import (id),
    undone   TEXT
) STRICT;
CREATE INDEX operation_import ON operation (import) WHERE import IS NOT NULL;

CREATE TABLE change (
    operation  INTEGER NOT NULL REFERENCES operation (id),
    number     INTEGER NOT NULL,
    kind       TEXT NOT NULL CHECK (kind IN ('added', 'hidden', 'continued')),
    first      INTEGER NOT NULL,
    last       INTEGER NOT NULL,
    successor  INTEGER REFERENCES game (id),
    PRIMARY KEY (operation, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE altered_game (
    operation        INTEGER NOT NULL REFERENCES operation (id),
    game             INTEGER NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    declared_word    TEXT,
    handicap         TEXT,
    clocks           BLOB,
    started          TEXT,
    ended            TEXT,
    time_control     TEXT,
    opening          TEXT,
    remarks          TEXT,
    producer         TEXT,
    rest             TEXT,
    black_rating     REAL,
    white_rating     REAL,
    black            INTEGER REFERENCES player (id),
    white            INTEGER REFERENCES player (id),
    event            INTEGER REFERENCES event (id),
    place            INTEGER REFERENCES place (id),
    headers          INTEGER REFERENCES header (id),
    facts            TEXT,
    agreement        TEXT NOT NULL,
    max_moves        INTEGER,
    impasse_points   INTEGER,
    broken_rule      TEXT,
    PRIMARY KEY (operation, game)
) STRICT, WITHOUT ROWID;

CREATE TABLE altered_alias (
    operation    INTEGER NOT NULL REFERENCES operation (id),
    state        TEXT NOT NULL CHECK (state IN ('before', 'after')),
    folded       TEXT NOT NULL,
    name         TEXT NOT NULL,
    person       TEXT NOT NULL,
    person_name  TEXT NOT NULL,
    PRIMARY KEY (operation, state, folded)
) STRICT, WITHOUT ROWID;

ALTER TABLE game ADD COLUMN hidden_by INTEGER REFERENCES operation (id);
ALTER TABLE game ADD COLUMN successor INTEGER REFERENCES game (id);
CREATE INDEX game_hidden ON game (hidden_by) WHERE hidden_by IS NOT NULL;
CREATE INDEX game_successor ON game (successor) WHERE successor IS NOT NULL;

ALTER TABLE source_path ADD COLUMN import INTEGER REFERENCES import (id);
