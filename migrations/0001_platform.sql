-- The platform: background jobs, messages to people, settings, shared counters.
-- Times are milliseconds since 1970 in UTC; amounts are integers in minor units.

-- The outbox of side effects: written in the transaction that causes the work, leased by any node, retried
-- with backoff. unique_key lets periodic work be entered once a period.
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
  channel      TEXT NOT NULL,              -- sms | whatsapp | email | push
  recipient    TEXT NOT NULL,
  user_id      TEXT,                       -- the customer it is about; the recipient may be the contact person of their address
  template     TEXT NOT NULL,
  lang         TEXT NOT NULL,
  params       TEXT NOT NULL,
  challenge_id TEXT,
  state        TEXT NOT NULL,              -- queued | sent | delivered | failed | undelivered | skipped
  attempts     BIGINT NOT NULL DEFAULT 0,
  last_error   TEXT,
  created_at   BIGINT NOT NULL,
  sent_at      BIGINT,
  offer_to     TEXT,                       -- the customer an offer goes to; sent only while they agree. NULL for codes and news of their own orders
  link         TEXT,
  replaces     TEXT,                       -- the message it stands in for, which did not arrive
  provider     TEXT,
  provider_ref TEXT,                       -- the provider's own reference
  unsure       BIGINT NOT NULL DEFAULT 0,  -- sendings of which nobody told what became
  tried_at     BIGINT,
  delivered_at BIGINT
);
CREATE INDEX messages_recent ON messages (created_at, id);
CREATE UNIQUE INDEX messages_replaces ON messages (replaces) WHERE replaces IS NOT NULL;
CREATE UNIQUE INDEX messages_ref ON messages (provider, provider_ref) WHERE provider_ref IS NOT NULL;
CREATE INDEX messages_user ON messages (user_id, id) WHERE user_id IS NOT NULL;
CREATE INDEX messages_dead ON messages (created_at, id) WHERE state IN ('failed', 'undelivered');

-- Settings of the shop that every node must agree on, by key, as JSON. Secrets in them are encrypted with a key
-- outside the database. version guards a change by the state it was made from.
CREATE TABLE settings (
  key        TEXT PRIMARY KEY,
  value      TEXT NOT NULL,
  version    BIGINT NOT NULL DEFAULT 1,
  updated_at BIGINT NOT NULL
);

-- How much was sent lately: budgets per phone, address block, prefix and shop,
-- shared by all nodes. One row per key and window.
CREATE TABLE rate_counters (
  key       TEXT NOT NULL,
  window_at BIGINT NOT NULL,
  used      BIGINT NOT NULL,
  PRIMARY KEY (key, window_at)
);
CREATE INDEX rate_counters_old ON rate_counters (window_at);

-- Requests that came with an Idempotency-Key, and what was answered.
CREATE TABLE idempotency (
  caller      TEXT NOT NULL,   -- who sent it
  operation   TEXT NOT NULL,
  key         TEXT NOT NULL,
  subject     TEXT NOT NULL,   -- whose data the answer is; erased with them
  body_hash   TEXT NOT NULL,   -- of the typed request
  status      TEXT NOT NULL,   -- running | done
  answer      BYTES,           -- the body that was answered, to the byte; NULL while running
  made        TEXT NOT NULL,   -- what the first made while running; a crash in between is taken up there
  lease_until BIGINT NOT NULL, -- while running: others with the key leave it alone until then
  created_at  BIGINT NOT NULL,
  keep_until  BIGINT NOT NULL,
  PRIMARY KEY (caller, operation, key)
);
CREATE INDEX idempotency_subject ON idempotency (subject);
CREATE INDEX idempotency_old ON idempotency (keep_until);
