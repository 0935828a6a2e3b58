-- The most that a coupon of the platform pays a seller for a delivery fee that it waives: the
-- highest fee of the day on which it was first approved. The seller sets its fees, and bears the rest.
ALTER TABLE coupons ADD COLUMN delivery_cap BIGINT; -- minor units; NULL: no limit

UPDATE coupons SET delivery_cap = (SELECT CAST(COALESCE(MAX(fee), 0) AS BIGINT) FROM delivery_zones)
WHERE kind = 'free_delivery' AND borne_by = 'shop';
