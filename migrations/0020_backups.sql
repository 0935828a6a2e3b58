-- Backups that were made, and what became of them. The files lie outside the database.
CREATE TABLE backups (
  id          TEXT PRIMARY KEY,
  name        TEXT NOT NULL,     -- of the file
  state       TEXT NOT NULL CHECK (state IN ('running', 'good', 'failed')),
  why         TEXT NOT NULL,     -- nightly | console | command
  staff_id    TEXT NOT NULL,     -- who asked, or ''
  node        TEXT NOT NULL,     -- the machine whose disk has it
  size        BIGINT NOT NULL,
  started_at  BIGINT NOT NULL,
  lease_until BIGINT NOT NULL,   -- while running; whoever works on it moves it on
  ended_at    BIGINT,
  problem     TEXT NOT NULL,     -- what went wrong, in one word; '' when nothing did
  detail      TEXT NOT NULL,     -- in the words of whoever found it
  kept_here   BOOLEAN NOT NULL,  -- the file is on the machine's disk
  kept_far    BOOLEAN NOT NULL   -- and in the second place
);
CREATE INDEX backups_recent ON backups (started_at, id);
-- One at a time, whoever makes it.
CREATE UNIQUE INDEX backups_one ON backups (state) WHERE state = 'running';
