-- What a blocked customer reads as the reason. The activity log keeps the reason that staff read.
ALTER TABLE users ADD COLUMN block_message TEXT NOT NULL DEFAULT '';
