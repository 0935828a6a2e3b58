-- The most that a coupon of the platform pays a seller for a delivery fee that it waives: the
-- highest fee of the platform on the day of its first approval. Sellers set their fees, and bear the rest.
ALTER TABLE coupons ADD COLUMN delivery_cap BIGINT; -- minor units; NULL: no limit

UPDATE coupons SET delivery_cap = (SELECT CAST(COALESCE(MAX(z.fee), 0) AS BIGINT) FROM delivery_zones z
  JOIN branches b ON b.id = z.branch_id JOIN stores s ON s.id = b.store_id WHERE s.delivers <> 'store' OR s.commission_bp = 0)
WHERE kind = 'free_delivery' AND borne_by = 'shop';
