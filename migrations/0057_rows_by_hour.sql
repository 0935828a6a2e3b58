-- A row of the first page may be shown at some hours of each day only: breakfast in the morning. Empty is all day.
ALTER TABLE blocks ADD COLUMN day_from TEXT NOT NULL DEFAULT '';
ALTER TABLE blocks ADD COLUMN day_to TEXT NOT NULL DEFAULT '';
