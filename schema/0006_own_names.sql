-- Version 6. The names of whoever asks: which games are "mine".

CREATE TABLE own_name (
    folded  TEXT PRIMARY KEY,
    name    TEXT NOT NULL
) STRICT, WITHOUT ROWID;
