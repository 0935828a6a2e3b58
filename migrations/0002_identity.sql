-- People: shoppers, their sign-in codes, sessions and addresses; staff.

CREATE TABLE users (
  id               TEXT PRIMARY KEY,
  phone            TEXT NOT NULL,          -- E.164; unique through user_phones
  name             TEXT NOT NULL,
  email            TEXT,
  email_verified_at BIGINT,
  company_name     TEXT,
  birthdate        TEXT,                   -- YYYY-MM-DD
  gender           TEXT,                   -- male | female
  photo            TEXT,
  password_hash    TEXT,                   -- argon2id
  lang             TEXT NOT NULL DEFAULT 'ar',
  referral_code    TEXT,                   -- whose invitation they came with, as typed
  blocked_at       BIGINT,
  terms_accepted_at BIGINT,
  created_at       BIGINT NOT NULL,
  updated_at       BIGINT NOT NULL
);

-- Global uniqueness lives in small tables keyed by the value, so that users
-- can be spread over machines later.
CREATE TABLE user_phones (
  phone   TEXT PRIMARY KEY,
  user_id TEXT NOT NULL
);
CREATE TABLE user_emails (                -- confirmed ones only: nobody can take another's
  email   TEXT PRIMARY KEY,               -- lower case
  user_id TEXT NOT NULL
);

-- A 4-digit code somebody was sent. The code itself is derived from nonce with
-- a key outside the database; code_hmac lets it be checked.
CREATE TABLE otp_challenges (
  id          TEXT PRIMARY KEY,
  purpose     TEXT NOT NULL,               -- login | reset | email
  phone       TEXT NOT NULL,               -- or the e-mail for purpose email
  channel     TEXT NOT NULL,
  nonce       TEXT NOT NULL,
  code_hmac   TEXT NOT NULL,
  tries       BIGINT NOT NULL DEFAULT 0,   -- raised before comparing; 3 at most
  created_at  BIGINT NOT NULL,
  expires_at  BIGINT NOT NULL,
  used_at     BIGINT,
  replaced_at BIGINT
);
CREATE INDEX otp_challenges_phone ON otp_challenges (phone, created_at, id);
CREATE INDEX otp_challenges_old ON otp_challenges (created_at);

-- One row per number: whoever asks for a code touches it first, so that two
-- requests for one number wait for each other on whatever node they run.
CREATE TABLE otp_phones (
  phone   TEXT PRIMARY KEY,
  asked_at BIGINT NOT NULL
);

-- How much was sent lately: budgets per phone, address block, prefix and shop,
-- shared by all nodes. One row per key and window.
CREATE TABLE rate_counters (
  key        TEXT NOT NULL,
  window_at  BIGINT NOT NULL,
  used       BIGINT NOT NULL,
  PRIMARY KEY (key, window_at)
);
CREATE INDEX rate_counters_old ON rate_counters (window_at);

CREATE TABLE registration_tickets (
  ticket_hash TEXT PRIMARY KEY,
  phone       TEXT NOT NULL,
  challenge_id TEXT NOT NULL UNIQUE,       -- the code it was given for: one ticket each
  expires_at  BIGINT NOT NULL,
  used_at     BIGINT
);

CREATE TABLE sessions (
  token_hash   TEXT PRIMARY KEY,
  id           TEXT NOT NULL UNIQUE,
  user_id      TEXT NOT NULL,
  challenge_id TEXT UNIQUE,                -- the code it was opened with: one session each
  user_agent   TEXT NOT NULL,
  created_at   BIGINT NOT NULL,
  expires_at   BIGINT NOT NULL,
  last_seen_at BIGINT NOT NULL,
  revoked_at   BIGINT
);
CREATE INDEX sessions_user ON sessions (user_id, created_at, id);
CREATE INDEX sessions_old ON sessions (expires_at);

CREATE TABLE addresses (
  user_id       TEXT NOT NULL,
  id            TEXT NOT NULL,
  type          TEXT NOT NULL,             -- home | work | other
  name          TEXT NOT NULL,
  contact_name  TEXT NOT NULL,
  phone         TEXT NOT NULL,
  country       TEXT NOT NULL DEFAULT 'EG',
  governorate_id TEXT NOT NULL,            -- region/state
  district_id   TEXT NOT NULL,
  city          TEXT NOT NULL,
  address       TEXT NOT NULL,             -- street
  building      TEXT NOT NULL,
  floor         TEXT NOT NULL DEFAULT '',
  apartment     TEXT NOT NULL DEFAULT '',
  landmark      TEXT NOT NULL DEFAULT '',
  postal_code   TEXT NOT NULL DEFAULT '',
  lat_e6        BIGINT NOT NULL,           -- degrees × 1,000,000
  lng_e6        BIGINT NOT NULL,
  created_at    BIGINT NOT NULL,
  updated_at    BIGINT NOT NULL,
  deleted_at    BIGINT,
  PRIMARY KEY (user_id, id)
);
-- Exactly one default address for a shopper who has any: one row per shopper.
CREATE TABLE default_addresses (
  user_id    TEXT PRIMARY KEY,
  address_id TEXT NOT NULL
);

CREATE TABLE staff (
  id            TEXT PRIMARY KEY,
  email         TEXT NOT NULL UNIQUE,
  name          TEXT NOT NULL,
  role          TEXT NOT NULL,  -- owner | editor | manager | picker | support | finance | courier
  password_hash TEXT NOT NULL,
  lang          TEXT NOT NULL DEFAULT 'ar',
  disabled_at   BIGINT,
  created_at    BIGINT NOT NULL
);
-- Branches a member of staff works for; no row means all of them for roles
-- that are not tied to a branch, none for those that are.
CREATE TABLE staff_branches (
  staff_id  TEXT NOT NULL,
  branch_id TEXT NOT NULL,
  PRIMARY KEY (staff_id, branch_id)
);
CREATE TABLE staff_sessions (
  token_hash   TEXT PRIMARY KEY,
  id           TEXT NOT NULL UNIQUE,
  staff_id     TEXT NOT NULL,
  created_at   BIGINT NOT NULL,
  expires_at   BIGINT NOT NULL,            -- 8 h
  last_seen_at BIGINT NOT NULL,            -- idle 30 min
  revoked_at   BIGINT
);
CREATE INDEX staff_sessions_staff ON staff_sessions (staff_id, created_at, id);
-- Every staff action: who, what, before, after, why. Append-only.
CREATE TABLE audit_log (
  id         TEXT PRIMARY KEY,
  staff_id   TEXT NOT NULL,
  action     TEXT NOT NULL,
  object     TEXT NOT NULL,
  before     TEXT NOT NULL,
  after      TEXT NOT NULL,
  reason     TEXT NOT NULL,
  at         BIGINT NOT NULL
);
CREATE INDEX audit_log_object ON audit_log (object, at, id);
