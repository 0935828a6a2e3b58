-- Points and late credit that the platform gave customers on the seller's word, by store and business day.
-- Bounded, because the platform sees neither the cash nor the delivery.
CREATE TABLE seller_cash_rewards (
  store_id TEXT NOT NULL,
  day      TEXT NOT NULL,
  amount   BIGINT NOT NULL, -- minor units
  PRIMARY KEY (store_id, day)
);
