-- What the platform gave customers (points, late credit) for orders whose cash their seller
-- collects, by business day: bounded, because the platform sees neither the cash nor the delivery.
CREATE TABLE seller_cash_rewards (
  store_id TEXT NOT NULL,
  day      TEXT NOT NULL,
  amount   BIGINT NOT NULL, -- minor units
  PRIMARY KEY (store_id, day)
);
