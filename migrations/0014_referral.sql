-- Referrals: who invited whom, and what both earn by it.

-- Every customer's own code, unique in the whole shop.
CREATE TABLE referral_codes (
  code       TEXT PRIMARY KEY,      -- upper case
  user_id    TEXT NOT NULL UNIQUE,
  created_at BIGINT NOT NULL
);

-- One row per friend who registered with somebody's code. What was promised
-- then is kept, whatever the settings say later.
CREATE TABLE referrals (
  friend_id        TEXT PRIMARY KEY,
  id               TEXT NOT NULL UNIQUE,
  referrer_id      TEXT NOT NULL,
  code             TEXT NOT NULL,
  state            TEXT NOT NULL,               -- joined | waiting | held | paid | refused
  reason           TEXT NOT NULL DEFAULT '',    -- why it is held or was refused
  cleared          TEXT NOT NULL DEFAULT '[]',  -- reasons somebody looked at and let pass
  evidence         TEXT NOT NULL DEFAULT '[]',  -- who else is involved, for the one who looks
  reward_referrer  BIGINT NOT NULL,
  reward_friend    BIGINT NOT NULL,
  rate_bp          BIGINT NOT NULL,             -- commission on the friend's orders
  window_days      BIGINT NOT NULL,             -- an order counts this long after its delivery
  commission_until BIGINT NOT NULL,             -- orders placed until then earn commission
  order_id         TEXT,                        -- the friend's first order that was delivered
  due_at           BIGINT,                      -- when its return window is over
  paid_at          BIGINT,
  created_at       BIGINT NOT NULL,
  updated_at       BIGINT NOT NULL
);
CREATE INDEX referrals_referrer ON referrals (referrer_id, created_at, id);
CREATE INDEX referrals_due ON referrals (due_at, id) WHERE state = 'waiting';
CREATE INDEX referrals_held ON referrals (updated_at, id) WHERE state = 'held';

-- Commission on one order of a friend.
CREATE TABLE referral_commissions (
  referrer_id TEXT NOT NULL,
  order_id    TEXT NOT NULL,
  friend_id   TEXT NOT NULL,
  referral_id TEXT NOT NULL,
  rate_bp     BIGINT NOT NULL,
  purchase    BIGINT NOT NULL,           -- items after discount, less what came back
  amount      BIGINT NOT NULL,
  state       TEXT NOT NULL,             -- waiting | paid | void
  reason      TEXT NOT NULL DEFAULT '',  -- why it is void
  due_at      BIGINT NOT NULL,
  paid_at     BIGINT,
  created_at  BIGINT NOT NULL,
  PRIMARY KEY (referrer_id, order_id)
);
CREATE INDEX referral_commissions_due ON referral_commissions (due_at, order_id) WHERE state = 'waiting';
CREATE INDEX referral_commissions_friend ON referral_commissions (friend_id, order_id);

-- What one customer has been paid in a month; guarded.
CREATE TABLE referral_months (
  user_id    TEXT NOT NULL,
  month      TEXT NOT NULL,     -- 2026-11
  rewards    BIGINT NOT NULL,   -- how many
  commission BIGINT NOT NULL,   -- minor units
  PRIMARY KEY (user_id, month)
);

-- What accounts of one person have in common, as keyed digests: a device, a
-- network with a browser, a phone, an e-mail, a name.
CREATE TABLE referral_signals (
  kind    TEXT NOT NULL,
  value   TEXT NOT NULL,
  user_id TEXT NOT NULL,
  seen_at BIGINT NOT NULL,
  PRIMARY KEY (kind, value, user_id)
);
CREATE INDEX referral_signals_user ON referral_signals (user_id, kind, value);
