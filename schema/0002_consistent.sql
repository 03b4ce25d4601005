-- Version 2. Endings that nothing can verify and nothing contradicts have a value of their own, and the games' facts
-- are numbered, so that several readers can share them. The blocks of facts are made anew after this.

UPDATE game SET agreement = CASE agreement WHEN 'cannot_be_proved' THEN 'cannot_be_verified' ELSE 'consistent' END
WHERE agreement = 'cannot_be_proved' OR agreement = 'agrees' AND verified_ending = 'none';

CREATE TABLE facts_version (
    id       INTEGER PRIMARY KEY CHECK (id = 1),
    version  INTEGER NOT NULL
) STRICT;
INSERT INTO facts_version (id, version) VALUES (1, 1);

-- Games of other variants than shogi are few, and every answer about shogi says how many it left out.
CREATE INDEX game_variant ON game (variant) WHERE variant <> 'shogi';

DELETE FROM game_block;
