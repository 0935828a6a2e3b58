-- When the customer of a late order was told when it is expected now: once for an order.
ALTER TABLE orders ADD COLUMN delay_told_at BIGINT;
CREATE INDEX orders_delayed ON orders (promised_at, id) WHERE delay_told_at IS NULL AND status IN ('processing', 'shipped', 'out_for_delivery');
