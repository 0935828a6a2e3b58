-- Prices, list prices and costs of goods sold by weight are of a kilogram instead of a unit of so many grams. The grams
-- divide a kilogram, so each figure is exact and nothing costs anything else than before. Version moves on, so that
-- nothing that was read before brings a unit's price back.
UPDATE branch_prices SET price = price * (SELECT 1000 / p.unit_grams FROM products p WHERE p.id = branch_prices.product_id),
  offer_price = offer_price * (SELECT 1000 / p.unit_grams FROM products p WHERE p.id = branch_prices.product_id), version = version + 1
  WHERE product_id IN (SELECT id FROM products WHERE unit_grams > 0);
UPDATE price_waits SET price = price * (SELECT 1000 / p.unit_grams FROM products p WHERE p.id = price_waits.product_id),
  offer_price = offer_price * (SELECT 1000 / p.unit_grams FROM products p WHERE p.id = price_waits.product_id),
  highest = highest * (SELECT 1000 / p.unit_grams FROM products p WHERE p.id = price_waits.product_id), version = version + 1
  WHERE product_id IN (SELECT id FROM products WHERE unit_grams > 0);
UPDATE price_marks SET price = price * (SELECT 1000 / p.unit_grams FROM variants v JOIN products p ON p.id = v.product_id WHERE v.id = price_marks.variant_id)
  WHERE variant_id IN (SELECT v.id FROM variants v JOIN products p ON p.id = v.product_id WHERE p.unit_grams > 0);
UPDATE variant_costs SET cost = cost * (SELECT 1000 / p.unit_grams FROM variants v JOIN products p ON p.id = v.product_id WHERE v.id = variant_costs.variant_id)
  WHERE variant_id IN (SELECT v.id FROM variants v JOIN products p ON p.id = v.product_id WHERE p.unit_grams > 0);
UPDATE order_lines SET unit_price = unit_price * (1000 / unit_grams), list_price = list_price * (1000 / unit_grams), cost = cost * (1000 / unit_grams)
  WHERE unit_grams > 0;
UPDATE cart_items SET seen_price = seen_price * (1000 / unit_grams) WHERE unit_grams > 0;
UPDATE quotation_prices SET unit_price = unit_price * (SELECT 1000 / l.unit_grams FROM quotation_lines l WHERE l.quotation_id = quotation_prices.quotation_id AND l.id = quotation_prices.line_id),
  list_price = list_price * (SELECT 1000 / l.unit_grams FROM quotation_lines l WHERE l.quotation_id = quotation_prices.quotation_id AND l.id = quotation_prices.line_id)
  WHERE EXISTS (SELECT 1 FROM quotation_lines l WHERE l.quotation_id = quotation_prices.quotation_id AND l.id = quotation_prices.line_id AND l.unit_grams > 0);
-- What waited for a second person until now is priced by the unit.
ALTER TABLE quotation_proposals ADD COLUMN per_kilo BOOLEAN NOT NULL DEFAULT FALSE;
