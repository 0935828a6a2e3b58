-- The list of all orders is read on by when they were placed, takings by when they
-- were delivered.
CREATE INDEX orders_newest ON orders (created_at, id);
CREATE INDEX orders_delivered ON orders (delivered_at, id) WHERE delivered_at IS NOT NULL;
