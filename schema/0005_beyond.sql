-- What a record says and no other column has: moves behind the legal ones, and statements about endings.

ALTER TABLE game ADD COLUMN beyond TEXT;
ALTER TABLE altered_game ADD COLUMN beyond TEXT;
