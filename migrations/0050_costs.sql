-- What a variant costs the shop at a branch, and what it did when it was ordered.

-- Known only where somebody said it. Only what a branch has a price for has a cost.
CREATE TABLE variant_costs (
  branch_id  TEXT NOT NULL REFERENCES branches (id),
  variant_id TEXT NOT NULL REFERENCES variants (id),
  cost       BIGINT NOT NULL CHECK (cost >= 0), -- minor units of a unit, without the VAT that the shop gets back
  PRIMARY KEY (branch_id, variant_id)
);

ALTER TABLE order_lines ADD COLUMN cost BIGINT; -- of a unit, when it was ordered; NULL: not known
