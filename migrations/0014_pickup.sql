-- Pickup: orders that shoppers collect at the branch.

ALTER TABLE branches ADD COLUMN pickup_minutes BIGINT NOT NULL DEFAULT 0;      -- until an order can be collected; 0: nothing is collected here
ALTER TABLE orders ADD COLUMN fulfilment TEXT NOT NULL DEFAULT 'delivery';     -- or 'pickup'
