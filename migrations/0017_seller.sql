-- Who sold an order, as it stood when it was placed.

-- JSON of names, tax numbers, codes and whether VAT was charged; '' for orders from before.
ALTER TABLE orders ADD COLUMN seller TEXT NOT NULL DEFAULT '';
