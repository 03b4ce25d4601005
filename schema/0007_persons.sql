-- Version 7. Whose name a player's name is: without rank, title and rating, nobody's for `?` and the like, exact for names
-- of servers. Every name is looked at after this.

ALTER TABLE player ADD COLUMN key TEXT NOT NULL DEFAULT '';
CREATE INDEX player_key ON player (key);
