-- Whose a store is: the platform pays no commission to itself, and what customers pay a seller in
-- cash does not reach the platform.
ALTER TABLE stores ADD COLUMN owned_by TEXT NOT NULL DEFAULT 'platform'; -- platform | seller

UPDATE stores SET owned_by = 'seller' WHERE commission_bp <> 0;

ALTER TABLE orders ADD COLUMN store_owner TEXT NOT NULL DEFAULT ''; -- platform | seller, as placed; '' for orders from before: by their commission
