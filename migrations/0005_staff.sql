-- Staff: who may use the console, and what they did there.

-- Who may use the console.
CREATE TABLE staff (
  id            TEXT PRIMARY KEY,
  email         TEXT NOT NULL UNIQUE,
  name          TEXT NOT NULL,
  role          TEXT NOT NULL CHECK (role IN ('owner', 'editor', 'manager', 'picker', 'support', 'finance', 'courier')), -- owner | editor | manager | picker | support | finance | courier
  password_hash TEXT NOT NULL,
  lang          TEXT NOT NULL DEFAULT 'ar',
  disabled_at   BIGINT,
  created_at    BIGINT NOT NULL,
  phone         TEXT                         -- E.164, for the customer to call a courier
);

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
  revoked_at   BIGINT
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
