-- Only the platform shows again what it hid in a seller's store. Each column records one way of hiding,
-- and has a meaning only while the row is hidden in that way.
ALTER TABLE stores ADD COLUMN held_archived BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE stores ADD COLUMN held_hidden BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE branches ADD COLUMN held_archived BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE branches ADD COLUMN held_hidden BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE branches ADD COLUMN held_paused BOOLEAN NOT NULL DEFAULT FALSE; -- means nothing once the pause is over
ALTER TABLE products ADD COLUMN held_archived BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE products ADD COLUMN held_draft BOOLEAN NOT NULL DEFAULT FALSE;
