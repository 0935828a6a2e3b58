-- Goods sold by weight: one unit of theirs is so many grams, and quantities, stock and prices count units. 0: sold by
-- the piece. The grams divide a kilogram, so a unit's whole price is a whole price per kilogram.
ALTER TABLE products ADD COLUMN unit_grams BIGINT NOT NULL DEFAULT 0 CHECK (unit_grams IN (0, 10, 20, 25, 40, 50, 100, 125, 200, 250, 500, 1000));
ALTER TABLE cart_items ADD COLUMN unit_grams BIGINT NOT NULL DEFAULT 0;
ALTER TABLE order_lines ADD COLUMN unit_grams BIGINT NOT NULL DEFAULT 0;
ALTER TABLE quotation_lines ADD COLUMN unit_grams BIGINT NOT NULL DEFAULT 0;
