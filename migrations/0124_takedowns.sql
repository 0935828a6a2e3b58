-- What the platform took from sight in a seller's store, only the platform brings back: which of
-- the ways a thing is out of sight is the platform's doing. Each holds while the thing is out of sight that way.
ALTER TABLE stores ADD COLUMN held_archived BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE stores ADD COLUMN held_hidden BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE branches ADD COLUMN held_archived BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE branches ADD COLUMN held_hidden BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE branches ADD COLUMN held_paused BOOLEAN NOT NULL DEFAULT FALSE; -- means nothing once the pause is over
ALTER TABLE products ADD COLUMN held_archived BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE products ADD COLUMN held_draft BOOLEAN NOT NULL DEFAULT FALSE;
