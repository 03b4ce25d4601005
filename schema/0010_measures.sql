-- Version 10. What statistics over clocks, evaluations and every move need of each game, derived from its rows.

CREATE TABLE measure_block (
    number       INTEGER PRIMARY KEY,
    numbers      BLOB NOT NULL,
    clocks       BLOB NOT NULL,
    evaluations  BLOB NOT NULL
) STRICT;
