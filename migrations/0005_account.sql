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

-- A person who left: their orders stay, nothing says whose they were.
ALTER TABLE users ADD COLUMN erased_at BIGINT;

-- So that an order's shopper can reach who brings it. E.164.
ALTER TABLE staff ADD COLUMN phone TEXT;

-- Whom a message advertises something to; empty for news of their own orders
-- and for codes. It is sent only while they agree to it.
ALTER TABLE messages ADD COLUMN offer_to TEXT;

-- How a shopper likes the shop. Their language stands with them in users.
CREATE TABLE preferences (
  user_id    TEXT PRIMARY KEY,
  figures    TEXT,                         -- latn | arab; empty follows the language
  currency   TEXT,                         -- empty is the shop's
  updated_at BIGINT NOT NULL
);

-- Every yes and no to being sent offers: who, over which channel, in which
-- words, when. Append-only and numbered; the last one of a channel holds.
CREATE TABLE consents (
  user_id TEXT NOT NULL,
  seq     BIGINT NOT NULL,
  kind    TEXT NOT NULL,                   -- offers
  channel TEXT NOT NULL,                   -- sms | whatsapp | email
  given   BOOLEAN NOT NULL,
  wording TEXT NOT NULL,                   -- version of the text that was agreed to
  lang    TEXT NOT NULL,                   -- the language it was read in
  session_id TEXT NOT NULL,
  at      BIGINT NOT NULL,
  PRIMARY KEY (user_id, seq)
);
