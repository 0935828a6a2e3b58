-- When an order reached its branch, where that was after it was placed: with its payment, or with the call that let it go
-- on. 0: not yet. NULL: when it was placed, as of all orders from before.
ALTER TABLE orders ADD COLUMN reached_at BIGINT;
