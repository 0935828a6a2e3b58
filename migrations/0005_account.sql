-- What people keep with us about themselves: photos they send, and what they
-- agreed to.

-- A photo as we made it anew from what was sent. Its id cannot be guessed: who
-- knows it may look at it. owner is what it belongs to ("rating:ord_…"), empty
-- until it is attached; those without one go after a day.
CREATE TABLE photos (
  id         TEXT PRIMARY KEY,
  user_id    TEXT NOT NULL,
  owner      TEXT,
  position   BIGINT NOT NULL DEFAULT 0,
  width      BIGINT NOT NULL,
  height     BIGINT NOT NULL,
  jpeg       BYTES NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE INDEX photos_owner ON photos (owner, position, id) WHERE owner IS NOT NULL;
CREATE INDEX photos_loose ON photos (created_at, id) WHERE owner IS NULL;
CREATE INDEX photos_user ON photos (user_id, id);
