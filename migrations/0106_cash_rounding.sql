-- What is due in cash is rounded down to a step that the shop sets. The order keeps the step and what was taken off,
-- a return what of that it does not give back, which its discount contains.
ALTER TABLE orders ADD COLUMN round_step BIGINT NOT NULL DEFAULT 0 CHECK (round_step >= 0);
ALTER TABLE orders ADD COLUMN rounded BIGINT NOT NULL DEFAULT 0 CHECK (rounded >= 0);
ALTER TABLE returns ADD COLUMN rounded BIGINT NOT NULL DEFAULT 0 CHECK (rounded >= 0);
