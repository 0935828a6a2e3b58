-- What a courier, or the counter, handed over to a branch: counted by somebody who
-- took it, with the reason where it was not what it should have been.
CREATE TABLE cash_handovers (
  id         TEXT PRIMARY KEY,
  branch_id  TEXT NOT NULL,
  courier_id TEXT NOT NULL,           -- '': paid at the counter
  day        TEXT NOT NULL,           -- the business day it was taken in
  orders     BIGINT NOT NULL CHECK (orders > 0),
  expected   BIGINT NOT NULL,
  counted    BIGINT NOT NULL CHECK (counted >= 0),
  reason     TEXT NOT NULL DEFAULT '',
  taken_by   TEXT NOT NULL,
  at         BIGINT NOT NULL
);
CREATE INDEX cash_handovers_newest ON cash_handovers (branch_id, at, id);

-- An order's cash is handed over once.
CREATE TABLE cash_handed (
  order_id    TEXT PRIMARY KEY,
  handover_id TEXT NOT NULL,
  amount      BIGINT NOT NULL
);
CREATE INDEX cash_handed_handover ON cash_handed (handover_id, order_id);

-- Cash that was taken for an order and is not handed over yet.
CREATE TABLE cash_open (
  order_id   TEXT PRIMARY KEY,
  branch_id  TEXT NOT NULL,
  courier_id TEXT NOT NULL,           -- '': paid at the counter
  amount     BIGINT NOT NULL,
  at         BIGINT NOT NULL
);
CREATE INDEX cash_open_holder ON cash_open (branch_id, courier_id, order_id);
CREATE INDEX refunds_done ON refunds (updated_at, id) WHERE state = 'done';
