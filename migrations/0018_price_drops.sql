-- Prices that fall far below what was asked before take a second person.

-- Since when the present list price stands; 0: long enough, or let by somebody.
ALTER TABLE branch_prices ADD COLUMN price_since BIGINT NOT NULL DEFAULT 0;

-- List prices that stood before the present one, oldest version first.
CREATE TABLE price_marks (
  branch_id  TEXT NOT NULL,
  variant_id TEXT NOT NULL,
  version    BIGINT NOT NULL,                     -- of the price that took its place
  price      BIGINT NOT NULL CHECK (price > 0),
  since      BIGINT NOT NULL,
  until      BIGINT NOT NULL,
  PRIMARY KEY (branch_id, variant_id, version)
);

-- Prices that wait for a second person: one for a variant at a branch.
CREATE TABLE price_waits (
  id          TEXT PRIMARY KEY,
  branch_id   TEXT NOT NULL,
  variant_id  TEXT NOT NULL,
  product_id  TEXT NOT NULL,
  price       BIGINT NOT NULL CHECK (price > 0),
  offer_price BIGINT,
  offer_from  BIGINT,
  offer_to    BIGINT,
  active      BOOLEAN NOT NULL,
  highest     BIGINT NOT NULL,                    -- what it is compared with
  makers      TEXT NOT NULL,                      -- JSON ids of staff
  asked_at    BIGINT NOT NULL,
  version     BIGINT NOT NULL DEFAULT 1,
  UNIQUE (branch_id, variant_id)
);
CREATE INDEX price_waits_oldest ON price_waits (asked_at, id);
