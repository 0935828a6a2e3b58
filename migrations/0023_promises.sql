-- What was promised with an order, and what settling it later needs: whatever is set afterwards does not reach it.

-- What a store's orders are settled by.
ALTER TABLE stores ADD COLUMN commission_bp BIGINT NOT NULL DEFAULT 0;  -- of its goods, in basis points
ALTER TABLE stores ADD COLUMN delivers TEXT NOT NULL DEFAULT 'shop';    -- shop | store: whose couriers take its orders out

ALTER TABLE orders ADD COLUMN commission_bp BIGINT NOT NULL DEFAULT 0;
ALTER TABLE orders ADD COLUMN commission_base BIGINT NOT NULL DEFAULT 0; -- the money it is taken of
ALTER TABLE orders ADD COLUMN delivered_by TEXT NOT NULL DEFAULT '';     -- shop | store; '' where the customer collects, and for orders from before
ALTER TABLE orders ADD COLUMN discount_by TEXT NOT NULL DEFAULT '';      -- who bears the coupon: shop; '' where there is none
ALTER TABLE orders ADD COLUMN promises TEXT NOT NULL DEFAULT '';         -- JSON: what lateness is worth, what it earns; '' for orders from before

ALTER TABLE order_lines ADD COLUMN vat_class BIGINT;       -- of the product, also where the seller charges no VAT; NULL for lines from before, as below
ALTER TABLE order_lines ADD COLUMN as_new_hours BIGINT;    -- how long it may be given back, from its delivery
ALTER TABLE order_lines ADD COLUMN defective_hours BIGINT;
ALTER TABLE order_lines ADD COLUMN return_kind TEXT;
