-- Requests that were sent with an Idempotency-Key, and what was answered.
DROP TABLE idempotency;
DROP TABLE return_keys;
DROP TABLE quotation_keys;
CREATE TABLE idempotency (
  caller      TEXT NOT NULL,                -- who sent it
  operation   TEXT NOT NULL,
  key         TEXT NOT NULL,
  subject     TEXT NOT NULL,                -- whom the answer tells of; erased with them
  body_hash   TEXT NOT NULL,                -- of the request's content
  status      TEXT NOT NULL,                -- running | done
  answer      BYTES,                        -- the body that was answered, to the byte; null while running
  made        TEXT NOT NULL,                -- what the first made while running; a crash in between is taken up there
  lease_until BIGINT NOT NULL,              -- while running: left alone by others with the key until then
  created_at  BIGINT NOT NULL,
  keep_until  BIGINT NOT NULL,
  PRIMARY KEY (caller, operation, key)
);
CREATE INDEX idempotency_subject ON idempotency (subject);
CREATE INDEX idempotency_old ON idempotency (keep_until);
