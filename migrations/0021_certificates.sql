-- What nodes that hold the shop's own domain share: the certificate, the account it came with, and the answers to
-- challenges under way. Encrypted with a key outside the database.
CREATE TABLE certificates (
  name       TEXT PRIMARY KEY,
  sealed     TEXT NOT NULL,
  updated_at BIGINT NOT NULL
);
