-- The VAT class that a new product of a category begins with; NULL: that of the category above, at the top the standard one.
ALTER TABLE categories ADD COLUMN vat_bp BIGINT CHECK (vat_bp BETWEEN 0 AND 10000);
