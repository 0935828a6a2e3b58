-- Platform and seller are two parties: who bears a coupon, and who gets the delivery fee.

ALTER TABLE coupons ADD COLUMN borne_by TEXT NOT NULL DEFAULT 'shop'; -- shop | store: the party of who made it

ALTER TABLE orders ADD COLUMN fee_to TEXT NOT NULL DEFAULT '';        -- shop | store: who gets the delivery fee; '' for orders from before, the shop
ALTER TABLE orders ADD COLUMN waived BIGINT NOT NULL DEFAULT 0;       -- of the delivery fee, by the coupon; 0 for orders from before
