-- Version 4. What a record is (a game, a lone position, a forfeit, …) and the placing of the pieces at its beginning.
-- Games from other positions than the even one are looked at one by one after this, and the blocks of facts made anew.

ALTER TABLE game ADD COLUMN kind TEXT NOT NULL DEFAULT 'game';
ALTER TABLE game ADD COLUMN placing TEXT NOT NULL DEFAULT 'even';

UPDATE game SET placing = 'set', kind = 'set_position' WHERE start IS NOT NULL;
UPDATE game SET kind = 'position' WHERE plies = 0;
UPDATE game SET kind = 'forfeit' WHERE declared_ending = 'forfeit';

-- A further record of a game may say that it is of another kind.
ALTER TABLE altered_game ADD COLUMN kind TEXT NOT NULL DEFAULT 'game';

-- Whatever is no game is counted apart in every answer.
CREATE INDEX game_kind ON game (kind) WHERE kind <> 'game';
CREATE INDEX game_placing ON game (placing) WHERE placing <> 'even';

DELETE FROM game_block;
