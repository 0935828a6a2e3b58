-- A return takes back the points that its goods earned. The value of those that the customer has already used is taken
-- off the refund; its discount contains it, as the row's check wants.
ALTER TABLE returns ADD COLUMN points_value BIGINT NOT NULL DEFAULT 0 CHECK (points_value >= 0); -- minor units

-- Whose courier has the tip, as it is booked.
ALTER TABLE orders ADD COLUMN tip_to TEXT NOT NULL DEFAULT '' CHECK (tip_to IN ('', 'shop', 'store')); -- '': of orders from before, the branch's
