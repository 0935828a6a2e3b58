-- Staff: who may use the console, and what they did there.

-- Who may use the console.
CREATE TABLE staff (
  id            TEXT PRIMARY KEY,
  email         TEXT UNIQUE,                 -- or a phone, to sign in with; one of them at least
  name          TEXT NOT NULL,
  role          TEXT NOT NULL CHECK (role IN ('owner', 'editor', 'manager', 'picker', 'support', 'finance', 'courier')), -- owner | editor | manager | picker | support | finance | courier
  password_hash TEXT NOT NULL,
  lang          TEXT NOT NULL DEFAULT 'ar',
  disabled_at   BIGINT,                      -- locked out since
  owner_until   BIGINT,                      -- was an owner until then, for the last time
  created_at    BIGINT NOT NULL,
  phone         TEXT UNIQUE,                 -- E.164, also for the customer to call a courier
  signed_in_at  BIGINT,                      -- for the last time
  temporary_until BIGINT,                    -- somebody else set the password: it must be changed by then
  totp_secret   BYTES,                       -- encrypted with a key outside the database; NULL without a second factor
  totp_since    BIGINT,                      -- confirmed with a code; NULL while it is being set up
  totp_step     BIGINT NOT NULL DEFAULT 0,   -- of the last code that was used: an older one is refused
  version       BIGINT NOT NULL DEFAULT 1
);

-- Who was invited to work for the shop: a link to hand over that works once. Its secret is stored as a digest.
CREATE TABLE staff_invitations (
  id         TEXT PRIMARY KEY,
  token_hash TEXT NOT NULL UNIQUE,
  name       TEXT NOT NULL,
  email      TEXT,
  phone      TEXT,
  role       TEXT NOT NULL CHECK (role IN ('owner', 'editor', 'manager', 'picker', 'support', 'finance', 'courier')), -- owner | editor | manager | picker | support | finance | courier
  branches   TEXT NOT NULL DEFAULT '[]',
  invited_by TEXT NOT NULL REFERENCES staff (id),
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  used_at    BIGINT                          -- taken up, withdrawn, or replaced by a newer one
);
CREATE INDEX staff_invitations_open ON staff_invitations (expires_at) WHERE used_at IS NULL;

-- Codes that replace a second factor whose device is lost, each once. An HMAC is stored.
CREATE TABLE staff_recovery_codes (
  staff_id  TEXT NOT NULL REFERENCES staff (id),
  code_hash TEXT NOT NULL,
  used_at   BIGINT,
  PRIMARY KEY (staff_id, code_hash)
);

-- Browsers in which a member of staff has signed in: they have password tries of their own, which nobody else can
-- use up. Several members share a tablet and so a secret.
CREATE TABLE staff_devices (
  secret_hash  TEXT NOT NULL,
  staff_id     TEXT NOT NULL REFERENCES staff (id),
  id           TEXT NOT NULL UNIQUE,
  last_used_at BIGINT NOT NULL,
  PRIMARY KEY (secret_hash, staff_id)
);
CREATE INDEX staff_devices_staff ON staff_devices (staff_id, last_used_at);

-- Branches a member of staff works for; no row means all of them for roles
-- that are not tied to a branch, none for those that are.
CREATE TABLE staff_branches (
  staff_id  TEXT NOT NULL REFERENCES staff (id),
  branch_id TEXT NOT NULL REFERENCES branches (id),
  PRIMARY KEY (staff_id, branch_id)
);

-- Who of the staff is signed in where: 8 hours, 30 minutes idle.
CREATE TABLE staff_sessions (
  token_hash   TEXT PRIMARY KEY,
  id           TEXT NOT NULL UNIQUE,
  staff_id     TEXT NOT NULL REFERENCES staff (id),
  created_at   BIGINT NOT NULL,
  expires_at   BIGINT NOT NULL,                      -- 8 h
  last_seen_at BIGINT NOT NULL,                      -- idle 30 min
  revoked_at   BIGINT,
  user_agent   TEXT NOT NULL DEFAULT '',
  address      TEXT NOT NULL DEFAULT ''              -- it was opened from
);
CREATE INDEX staff_sessions_staff ON staff_sessions (staff_id, created_at, id);

-- Every action of staff: who, what, before, after, why. Append-only; staff_id names the command line, too.
CREATE TABLE audit_log (
  id       TEXT PRIMARY KEY,
  staff_id TEXT NOT NULL,
  action   TEXT NOT NULL,
  object   TEXT NOT NULL,
  before   TEXT NOT NULL,
  after    TEXT NOT NULL,
  reason   TEXT NOT NULL,
  at       BIGINT NOT NULL
);
CREATE INDEX audit_log_object ON audit_log (object, at, id);
CREATE INDEX audit_log_newest ON audit_log (at DESC, id DESC);
CREATE INDEX audit_log_staff ON audit_log (staff_id, at DESC, id DESC);
