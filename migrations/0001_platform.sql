-- What the platform itself keeps: background jobs (the outbox of side effects),
-- messages to people, settings and the catalogue's version.

CREATE TABLE jobs (
  id           TEXT PRIMARY KEY,
  kind         TEXT NOT NULL,
  payload      TEXT NOT NULL,
  unique_key   TEXT UNIQUE,
  run_at       BIGINT NOT NULL,
  attempts     BIGINT NOT NULL DEFAULT 0,
  leased_until BIGINT,
  leased_by    TEXT,
  done_at      BIGINT,
  dead_at      BIGINT,
  last_error   TEXT,
  created_at   BIGINT NOT NULL
);
CREATE INDEX jobs_due ON jobs (run_at, id) WHERE done_at IS NULL AND dead_at IS NULL;
CREATE INDEX jobs_done ON jobs (done_at, id) WHERE done_at IS NOT NULL;
CREATE INDEX jobs_dead ON jobs (dead_at, id) WHERE dead_at IS NOT NULL;

-- One row per message to one person over one channel. A code is never stored:
-- challenge_id lets the sender derive it with the key outside the database.
CREATE TABLE messages (
  id           TEXT PRIMARY KEY,
  channel      TEXT NOT NULL,
  recipient    TEXT NOT NULL,
  template     TEXT NOT NULL,
  lang         TEXT NOT NULL,
  params       TEXT NOT NULL,
  challenge_id TEXT,
  state        TEXT NOT NULL,
  attempts     BIGINT NOT NULL DEFAULT 0,
  last_error   TEXT,
  created_at   BIGINT NOT NULL,
  sent_at      BIGINT
);
CREATE INDEX messages_recent ON messages (created_at, id);

-- Small switches of the shop that every node must agree on.
CREATE TABLE settings (
  key        TEXT PRIMARY KEY,
  value      TEXT NOT NULL,
  updated_at BIGINT NOT NULL
);
