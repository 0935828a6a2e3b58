-- Which version of the privacy policy and terms a customer accepted, when, and with which order: once for
-- each version. Append-only; a version without a row is asked for again.
CREATE TABLE policy_acceptances (
  user_id  TEXT NOT NULL REFERENCES users (id),
  version  TEXT NOT NULL,
  order_id TEXT NOT NULL,                      -- whose press accepted it
  lang     TEXT NOT NULL,                      -- the language it was read in
  at       BIGINT NOT NULL,
  PRIMARY KEY (user_id, version)
);
