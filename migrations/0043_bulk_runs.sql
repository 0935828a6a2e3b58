-- An action on more rows of a list than a request waits for: what was asked for,
-- how far it is, and what was refused. Deleted after a week.
CREATE TABLE bulk_runs (
  id         TEXT PRIMARY KEY,
  staff_id   TEXT NOT NULL,           -- with whose rights each row is done
  op         TEXT NOT NULL,           -- the operation that was called
  action     TEXT NOT NULL,
  lang       TEXT NOT NULL CHECK (lang IN ('en', 'ar')), -- of the refusals
  ids        TEXT NOT NULL,           -- JSON: of the rows, in order
  worked     BIGINT NOT NULL,         -- so many of them are done or refused
  refused    TEXT NOT NULL,           -- JSON: each with its code and message
  started_at BIGINT NOT NULL,
  ended_at   BIGINT
);
CREATE INDEX bulk_runs_started ON bulk_runs (started_at);
