-- The ledger, wallets and loyalty points.

-- The ledger: append-only double entry. Posting twice for one source does nothing.
CREATE TABLE ledger_transactions (
  id     TEXT PRIMARY KEY,
  source TEXT NOT NULL UNIQUE,  -- posting twice for one source is a no-op
  kind   TEXT NOT NULL,
  at     BIGINT NOT NULL
);

-- The lines of a transaction, which add up to zero in each currency.
CREATE TABLE ledger_postings (
  transaction_id TEXT NOT NULL,
  line           BIGINT NOT NULL,
  account        TEXT NOT NULL,       -- kind:owner, e.g. branch_payable:br_…, gateway:sandbox, cash_due:br_…
  currency       TEXT NOT NULL,
  amount         BIGINT NOT NULL,     -- + debit, - credit; a transaction sums to zero
  PRIMARY KEY (transaction_id, line)
);
CREATE INDEX ledger_postings_account ON ledger_postings (account, currency, transaction_id);

-- Cached balances of accounts that must not be overdrawn (customers'); system
-- accounts have none, they would be one hot row for the whole shop.
CREATE TABLE ledger_balances (
  account  TEXT NOT NULL,
  currency TEXT NOT NULL,
  balance  BIGINT NOT NULL,
  PRIMARY KEY (account, currency)
);

-- What a customer sees of their wallet. refund_card and refund_bank tell of
-- money that goes elsewhere; all others that are done add up to the balance.
CREATE TABLE wallet_entries (
  user_id    TEXT NOT NULL,
  id         TEXT NOT NULL,
  type       TEXT NOT NULL,
  amount     BIGINT NOT NULL,           -- + in, - out
  status     TEXT NOT NULL,             -- pending | done | failed
  source     TEXT NOT NULL,
  order_id   TEXT,
  note       TEXT NOT NULL DEFAULT '',
  created_at BIGINT NOT NULL,
  done_at    BIGINT,
  PRIMARY KEY (user_id, id)
);
CREATE UNIQUE INDEX wallet_entries_source ON wallet_entries (user_id, source);
CREATE INDEX wallet_entries_newest ON wallet_entries (user_id, created_at DESC, id DESC);

-- Money a member of staff gives; above a limit another one approves.
CREATE TABLE wallet_grants (
  id         TEXT PRIMARY KEY,
  user_id    TEXT NOT NULL,
  amount     BIGINT NOT NULL CHECK (amount > 0),
  reason     TEXT NOT NULL,
  state      TEXT NOT NULL,                       -- waiting | done | declined
  asked_by   TEXT NOT NULL,
  key        TEXT NOT NULL,                       -- Idempotency-Key of who asked
  decided_by TEXT,
  created_at BIGINT NOT NULL,
  decided_at BIGINT
);
CREATE UNIQUE INDEX wallet_grants_key ON wallet_grants (asked_by, key);
CREATE INDEX wallet_grants_newest ON wallet_grants (created_at DESC, id DESC);

-- What staff gave away: credits, refunds that one person inspected and settled, quotations below the list price,
-- and what coupons can take off.
CREATE TABLE given (
  object      TEXT NOT NULL,                      -- credit:grt_… | return:ret_… | quotation:quo_… | coupon:cpn_…
  part        BIGINT NOT NULL,                    -- the offer, or the version of the coupon
  giver       TEXT NOT NULL,
  receiver    TEXT,                               -- the customer; NULL where it is for anybody
  amount      BIGINT CHECK (amount > 0),          -- at most; NULL: nothing bounds it
  day         TEXT NOT NULL,                      -- the business day
  basis       TEXT NOT NULL,                      -- alone | sole_owner | two
  second      TEXT,                               -- who agreed
  at          BIGINT NOT NULL,
  released_at BIGINT,                             -- can no longer be had since
  PRIMARY KEY (object, part)
);
CREATE INDEX given_days_lines ON given (day, giver);

-- What one person gave by themselves on a business day ("giver:stf_…"), and what a customer was given so ("receiver:usr_…").
CREATE TABLE given_days (
  who   TEXT NOT NULL,
  day   TEXT NOT NULL,
  given BIGINT NOT NULL CHECK (given >= 0 AND given <= most),
  most  BIGINT NOT NULL,                          -- the limit when something was given last
  PRIMARY KEY (who, day)
);

-- One row per customer with points; its lock puts everything that happens to
-- their points in a row. debt: points to be taken from the next earnings.
CREATE TABLE points_accounts (
  user_id TEXT PRIMARY KEY,
  debt    BIGINT NOT NULL DEFAULT 0 CHECK (debt >= 0),
  version BIGINT NOT NULL DEFAULT 0
);

-- Points by the day they were earned, since each lot expires by itself. The oldest are spent first.
CREATE TABLE points_lots (
  user_id    TEXT NOT NULL,
  id         TEXT NOT NULL,
  source     TEXT NOT NULL,
  order_id   TEXT,
  points     BIGINT NOT NULL CHECK (points > 0),
  unused     BIGINT NOT NULL CHECK (unused >= 0 AND unused <= points),
  earned_at  BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  nudged_at  BIGINT,
  PRIMARY KEY (user_id, id)
);
CREATE UNIQUE INDEX points_lots_source ON points_lots (user_id, source);
CREATE INDEX points_lots_expiring ON points_lots (expires_at, user_id, id) WHERE unused > 0;

-- Which lots a taking took: points = unused + what uses still hold of it.
CREATE TABLE points_uses (
  user_id    TEXT NOT NULL,
  lot_id     TEXT NOT NULL,
  source     TEXT NOT NULL,
  kind       TEXT NOT NULL,                       -- spent | converted | reversed | expired
  points     BIGINT NOT NULL CHECK (points > 0),
  given_back BIGINT NOT NULL DEFAULT 0 CHECK (given_back >= 0 AND given_back <= points),
  at         BIGINT NOT NULL,
  PRIMARY KEY (user_id, lot_id, source)
);
CREATE INDEX points_uses_source ON points_uses (user_id, source, lot_id);

-- What a customer sees of their points.
CREATE TABLE points_entries (
  user_id    TEXT NOT NULL,
  id         TEXT NOT NULL,
  type       TEXT NOT NULL,    -- earned | spent | returned | converted | expired | reversed | netted
  points     BIGINT NOT NULL,  -- + in, - out
  source     TEXT NOT NULL,
  order_id   TEXT,
  expires_at BIGINT,
  at         BIGINT NOT NULL,
  PRIMARY KEY (user_id, id)
);
CREATE UNIQUE INDEX points_entries_source ON points_entries (user_id, source);
CREATE INDEX points_entries_newest ON points_entries (user_id, at DESC, id DESC);

-- What each delivered order earned, and what of it returns took back.
CREATE TABLE points_earned (
  user_id  TEXT NOT NULL,
  order_id TEXT NOT NULL,
  base     BIGINT NOT NULL,            -- money that earned
  rate     BIGINT NOT NULL,            -- points for 100 pounds
  points   BIGINT NOT NULL,
  returned BIGINT NOT NULL DEFAULT 0,  -- of share
  share    BIGINT NOT NULL DEFAULT 0,
  reversed BIGINT NOT NULL DEFAULT 0 CHECK (reversed >= 0 AND reversed <= points),
  at       BIGINT NOT NULL,
  PRIMARY KEY (user_id, order_id)
);

-- The programme's figures. service_id '' is every service without a row.
CREATE TABLE loyalty_rates (
  service_id TEXT PRIMARY KEY,
  points     BIGINT NOT NULL CHECK (points >= 0)  -- for 100 pounds
);
INSERT INTO loyalty_rates (service_id, points) VALUES ('', 40);

-- What points are worth and how long they last: one row.
CREATE TABLE loyalty_terms (
  id            TEXT PRIMARY KEY,
  worth         BIGINT NOT NULL CHECK (worth > 0),  -- minor units for 100 points
  life_days     BIGINT NOT NULL CHECK (life_days > 0),
  nudge_days    BIGINT NOT NULL CHECK (nudge_days >= 0),
  least_convert BIGINT NOT NULL CHECK (least_convert > 0)
);
INSERT INTO loyalty_terms (id, worth, life_days, nudge_days, least_convert) VALUES ('shop', 500, 365, 14, 100);
