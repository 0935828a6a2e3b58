-- Customers: who they are, how they sign in, what they agreed to, what we told them.
-- A customer is a user_id everywhere.

-- A customer. Whoever deletes their account is emptied and marked erased; their orders stay and name nobody.
CREATE TABLE users (
  id                TEXT PRIMARY KEY,
  phone             TEXT NOT NULL,               -- E.164; unique through user_phones
  name              TEXT NOT NULL,
  email             TEXT,
  email_verified_at BIGINT,
  company_name      TEXT,
  birthdate         TEXT,                        -- YYYY-MM-DD
  gender            TEXT CHECK (gender IN ('male', 'female')), -- male | female
  photo             TEXT,                        -- id of a photo
  password_hash     TEXT,                        -- argon2id
  lang              TEXT NOT NULL DEFAULT 'ar',
  referral_code     TEXT,                        -- whose invitation they came with, as typed
  blocked_at        BIGINT,
  terms_accepted_at BIGINT,
  created_at        BIGINT NOT NULL,
  updated_at        BIGINT NOT NULL,
  erased_at         BIGINT                       -- when the account was deleted
);

-- Uniqueness across the whole shop lives in small tables keyed by the value, so that
-- users can be spread over machines later. Here: whose phone it is.
CREATE TABLE user_phones (
  phone   TEXT PRIMARY KEY,
  user_id TEXT NOT NULL
);

-- Whose e-mail it is: confirmed ones only, so that nobody can take another's.
CREATE TABLE user_emails (
  email   TEXT PRIMARY KEY,                    -- lower case
  user_id TEXT NOT NULL
);

-- A 4-digit code somebody was sent. The code itself is derived from nonce with
-- a key outside the database; code_hmac lets it be checked.
CREATE TABLE otp_challenges (
  id          TEXT PRIMARY KEY,
  purpose     TEXT NOT NULL,              -- login | reset | email
  phone       TEXT NOT NULL,              -- or the e-mail for purpose email
  asker       TEXT NOT NULL DEFAULT '',   -- the device (its digest) or customer we know; empty for everybody else
  channel     TEXT NOT NULL,
  nonce       TEXT NOT NULL,
  code_hmac   TEXT NOT NULL,
  tries       BIGINT NOT NULL DEFAULT 0,  -- by its name; raised before comparing; 3 at most
  blind_tries BIGINT NOT NULL DEFAULT 0,  -- by the phone alone; likewise
  created_at  BIGINT NOT NULL,
  expires_at  BIGINT NOT NULL,
  used_at     BIGINT,
  replaced_at BIGINT
);
CREATE INDEX otp_challenges_phone ON otp_challenges (phone, created_at, id);
CREATE INDEX otp_challenges_asker ON otp_challenges (asker, created_at, id);
CREATE INDEX otp_challenges_old ON otp_challenges (created_at);

-- One row per number: whoever asks for a code touches it first, so that two
-- requests for one number wait for each other on whatever node they run.
CREATE TABLE otp_phones (
  phone    TEXT PRIMARY KEY,
  asked_at BIGINT NOT NULL
);

-- Proof that a phone was verified, for the one registration that follows. One for each code.
CREATE TABLE registration_tickets (
  ticket_hash  TEXT PRIMARY KEY,
  phone        TEXT NOT NULL,
  challenge_id TEXT NOT NULL UNIQUE,  -- the code it was given for: one ticket each
  expires_at   BIGINT NOT NULL,
  used_at      BIGINT
);

-- Who is signed in where. Only the digest of a token is kept.
CREATE TABLE sessions (
  token_hash   TEXT PRIMARY KEY,
  id           TEXT NOT NULL UNIQUE,
  user_id      TEXT NOT NULL,
  challenge_id TEXT UNIQUE,                          -- the code it was opened with: one session each
  user_agent   TEXT NOT NULL,
  created_at   BIGINT NOT NULL,
  expires_at   BIGINT NOT NULL,
  last_seen_at BIGINT NOT NULL,
  revoked_at   BIGINT
);
CREATE INDEX sessions_user ON sessions (user_id, created_at, id);
CREATE INDEX sessions_old ON sessions (expires_at);

-- Browsers that a customer has signed in with. What they ask for is counted by itself, so that strangers cannot use it up.
-- One browser has one secret, whoever signs in with it; only its digest is kept.
CREATE TABLE known_devices (
  user_id     TEXT NOT NULL,
  secret_hash TEXT NOT NULL,
  created_at  BIGINT NOT NULL,
  seen_at     BIGINT NOT NULL,  -- the last sign-in with it
  PRIMARY KEY (user_id, secret_hash)
);
CREATE INDEX known_devices_secret ON known_devices (secret_hash);
CREATE INDEX known_devices_old ON known_devices (seen_at);

-- Offers made once that the phone of somebody who left has had: a keyed digest, for a year.
CREATE TABLE past_offers (
  offer      TEXT NOT NULL,    -- first_order | invitation
  phone_hash TEXT NOT NULL,
  until_at   BIGINT NOT NULL,
  PRIMARY KEY (offer, phone_hash)
);
CREATE INDEX past_offers_old ON past_offers (until_at);

-- The same of who came again with such a phone.
CREATE TABLE had_offers (
  user_id TEXT NOT NULL,
  offer   TEXT NOT NULL,
  PRIMARY KEY (user_id, offer)
);

-- How a customer likes the shop. Their language stands in users.
CREATE TABLE preferences (
  user_id    TEXT PRIMARY KEY REFERENCES users (id),
  figures    TEXT,                                    -- latn | arab; empty follows the language
  currency   TEXT,                                    -- empty is the shop's
  updated_at BIGINT NOT NULL
);

-- Every yes and no to being sent offers: who, over which channel, in which
-- words, when. Append-only and numbered; the last one of a channel holds.
CREATE TABLE consents (
  user_id    TEXT NOT NULL REFERENCES users (id),
  seq        BIGINT NOT NULL,
  kind       TEXT NOT NULL,                        -- offers
  channel    TEXT NOT NULL,                        -- sms | whatsapp | email
  given      BOOLEAN NOT NULL,
  wording    TEXT NOT NULL,                        -- version of the text that was agreed to
  lang       TEXT NOT NULL,                        -- the language it was read in
  session_id TEXT NOT NULL,
  at         BIGINT NOT NULL,
  PRIMARY KEY (user_id, seq)
);

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

-- The inbox of a customer's account.
CREATE TABLE notices (
  user_id    TEXT NOT NULL,
  id         TEXT NOT NULL,
  template   TEXT NOT NULL,
  params     TEXT NOT NULL,
  link       TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  read_at    BIGINT,
  PRIMARY KEY (user_id, id)
);
CREATE INDEX notices_newest ON notices (user_id, created_at, id);
CREATE INDEX notices_unread ON notices (user_id, id) WHERE read_at IS NULL;

-- Browsers that a customer switched notices on in. They are told as long as the session lasts.
CREATE TABLE push_subscriptions (
  user_id    TEXT NOT NULL,
  id         TEXT NOT NULL,
  endpoint   TEXT NOT NULL UNIQUE,
  p256dh     TEXT NOT NULL,
  auth       TEXT NOT NULL,
  lang       TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  session_id TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (user_id, id)
);
