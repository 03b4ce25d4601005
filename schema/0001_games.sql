-- Version 1. What every table and column means stands in README.md beside this file.

CREATE TABLE import (
    id        INTEGER PRIMARY KEY,
    started   TEXT NOT NULL,
    finished  TEXT,
    program   TEXT NOT NULL,
    paths     TEXT NOT NULL
) STRICT;

CREATE TABLE unread (
    import    INTEGER NOT NULL REFERENCES import (id),
    path      TEXT NOT NULL,
    message   TEXT NOT NULL
) STRICT;

CREATE TABLE source_block (
    id        INTEGER PRIMARY KEY,
    bytes     INTEGER NOT NULL,
    packed    BLOB NOT NULL
) STRICT;

CREATE TABLE source (
    id           INTEGER PRIMARY KEY,
    sha256       BLOB NOT NULL UNIQUE,
    bytes        INTEGER NOT NULL,
    encoding     TEXT NOT NULL,
    evidence     TEXT NOT NULL,
    format       TEXT,
    games        INTEGER NOT NULL,
    import       INTEGER NOT NULL REFERENCES import (id),
    block        INTEGER REFERENCES source_block (id),
    block_start  INTEGER,
    complete     INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX source_import ON source (import);

CREATE TABLE source_part (
    source       INTEGER NOT NULL REFERENCES source (id),
    start        INTEGER NOT NULL,
    bytes        INTEGER NOT NULL,
    block        INTEGER NOT NULL REFERENCES source_block (id),
    block_start  INTEGER NOT NULL,
    PRIMARY KEY (source, start)
) STRICT, WITHOUT ROWID;

CREATE TABLE source_path (
    source    INTEGER NOT NULL REFERENCES source (id),
    path      TEXT NOT NULL,
    member    TEXT NOT NULL DEFAULT '',
    shown     TEXT GENERATED ALWAYS AS (CASE member WHEN '' THEN path ELSE path || '/' || member END) VIRTUAL,
    PRIMARY KEY (source, path, member)
) STRICT, WITHOUT ROWID;

CREATE TABLE player (
    id      INTEGER PRIMARY KEY,
    name    TEXT NOT NULL UNIQUE,
    folded  TEXT NOT NULL,
    person  TEXT NOT NULL
) STRICT;
CREATE INDEX player_folded ON player (folded);
CREATE INDEX player_person ON player (person);

CREATE TABLE player_alias (
    folded  TEXT PRIMARY KEY,
    name    TEXT NOT NULL,
    person  TEXT NOT NULL,
    person_name TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX player_alias_person ON player_alias (person);

CREATE TABLE event (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, folded TEXT NOT NULL) STRICT;
CREATE TABLE place (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, folded TEXT NOT NULL) STRICT;

CREATE TABLE header (
    id     INTEGER PRIMARY KEY,
    hash   INTEGER NOT NULL,
    pairs  TEXT NOT NULL
) STRICT;
CREATE INDEX header_hash ON header (hash);

CREATE TABLE game (
    id               INTEGER PRIMARY KEY,
    variant          TEXT NOT NULL DEFAULT 'shogi',
    start            TEXT,
    handicap         TEXT,
    moves            BLOB NOT NULL,
    plies            INTEGER NOT NULL,
    clocks           BLOB,
    black            INTEGER REFERENCES player (id),
    white            INTEGER REFERENCES player (id),
    black_rating     REAL,
    white_rating     REAL,
    event            INTEGER REFERENCES event (id),
    place            INTEGER REFERENCES place (id),
    started          TEXT,
    date             TEXT GENERATED ALWAYS AS (substr(started, 1, 10)) VIRTUAL,
    ended            TEXT,
    time_control     TEXT,
    opening          TEXT,
    max_moves        INTEGER,
    impasse_points   INTEGER,
    declared_ending  TEXT NOT NULL,
    declared_word    TEXT,
    declared_winner  TEXT CHECK (declared_winner IN ('black', 'white')),
    verified_ending  TEXT NOT NULL,
    verified_winner  TEXT CHECK (verified_winner IN ('black', 'white')),
    agreement        TEXT NOT NULL,
    winner           TEXT GENERATED ALWAYS AS
                     (CASE verified_ending WHEN 'none' THEN declared_winner ELSE verified_winner END) VIRTUAL,
    facts            TEXT,
    broken_rule      TEXT,
    rest             TEXT,
    headers          INTEGER REFERENCES header (id),
    producer         TEXT,
    remarks          TEXT,
    fingerprint      INTEGER NOT NULL,
    identity         INTEGER
) STRICT;
CREATE INDEX game_identity ON game (identity);
CREATE INDEX game_black ON game (black);
CREATE INDEX game_white ON game (white);

CREATE VIEW game_header (game, number, key, value) AS
SELECT g.id, j.key, j.value ->> 0,
    CASE j.value ->> 1
        WHEN '{black}' THEN b.name
        WHEN '{white}' THEN w.name
        WHEN '{event}' THEN e.name
        WHEN '{place}' THEN p.name
        WHEN '{started}' THEN g.started
        WHEN '{started/}' THEN replace(replace(g.started, '-', '/'), 'T', ' ')
        WHEN '{ended}' THEN g.ended
        WHEN '{ended/}' THEN replace(replace(g.ended, '-', '/'), 'T', ' ')
        WHEN '{time_control}' THEN g.time_control
        WHEN '{opening}' THEN g.opening
        WHEN '{handicap}' THEN g.handicap
        ELSE CASE WHEN substr(j.value ->> 1, 1, 3) = '{=}' THEN substr(j.value ->> 1, 4) ELSE j.value ->> 1 END
    END
FROM game g JOIN header h ON h.id = g.headers JOIN json_each(h.pairs) j
    LEFT JOIN player b ON b.id = g.black LEFT JOIN player w ON w.id = g.white
    LEFT JOIN event e ON e.id = g.event LEFT JOIN place p ON p.id = g.place;

CREATE TABLE branch (
    game    INTEGER NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    number  INTEGER NOT NULL,
    parent  INTEGER NOT NULL,
    after   INTEGER NOT NULL,
    moves   BLOB NOT NULL,
    clocks  BLOB,
    ending  TEXT,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE note (
    game    INTEGER NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    number  INTEGER NOT NULL,
    line    INTEGER NOT NULL,
    ply     INTEGER NOT NULL,
    kind    TEXT NOT NULL CHECK (kind IN ('comment', 'bookmark')),
    text    TEXT NOT NULL,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE evaluation (
    game        INTEGER NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    number      INTEGER NOT NULL,
    line        INTEGER NOT NULL,
    ply         INTEGER NOT NULL,
    centipawns  INTEGER,
    mate_for    TEXT CHECK (mate_for IN ('black', 'white')),
    mate_plies  INTEGER,
    depth       INTEGER,
    nodes       INTEGER,
    engine      TEXT,
    variation   TEXT,
    PRIMARY KEY (game, number),
    CHECK ((centipawns IS NULL) <> (mate_for IS NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE entry (
    source    INTEGER NOT NULL REFERENCES source (id),
    number    INTEGER NOT NULL,
    byte_start INTEGER NOT NULL,
    byte_end  INTEGER NOT NULL,
    bucket    TEXT NOT NULL CHECK (bucket IN ('stored', 'duplicate', 'rejected')),
    game      INTEGER REFERENCES game (id),
    code      TEXT,
    PRIMARY KEY (source, number),
    CHECK ((bucket = 'rejected') = (game IS NULL)),
    CHECK ((bucket = 'rejected') = (code IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX entry_game ON entry (game);

CREATE TABLE diagnostic (
    source    INTEGER NOT NULL REFERENCES source (id),
    number    INTEGER,
    code      TEXT NOT NULL,
    severity  TEXT NOT NULL CHECK (severity IN ('info', 'warning', 'error')),
    line      INTEGER NOT NULL,
    "column"  INTEGER NOT NULL,
    message   TEXT NOT NULL
) STRICT;
CREATE INDEX diagnostic_source ON diagnostic (source, number);

CREATE TABLE segment (
    id       INTEGER PRIMARY KEY,
    level    INTEGER NOT NULL,
    entries  INTEGER NOT NULL
) STRICT;

CREATE TABLE segment_block (
    segment    INTEGER NOT NULL REFERENCES segment (id) ON DELETE CASCADE,
    last_key   INTEGER NOT NULL,
    number     INTEGER NOT NULL,
    first_key  INTEGER NOT NULL,
    entries    INTEGER NOT NULL,
    packed     BLOB NOT NULL,
    PRIMARY KEY (segment, number)
) STRICT;
CREATE INDEX segment_block_key ON segment_block (segment, last_key);

CREATE TABLE game_block (
    number       INTEGER PRIMARY KEY,
    rows         BLOB NOT NULL,
    first_moves  BLOB NOT NULL
) STRICT;
