-- The branch whose price a favourite product had when it was marked: another branch's is no lower or higher price of it.
-- Empty where that is no longer known.
ALTER TABLE favourites ADD COLUMN branch_id TEXT NOT NULL DEFAULT '';
UPDATE favourites SET branch_id = COALESCE((SELECT MIN(bp.branch_id) FROM branch_prices bp WHERE bp.product_id = favourites.ref
  HAVING MIN(bp.branch_id) = MAX(bp.branch_id)), '') WHERE kind = 'product';
