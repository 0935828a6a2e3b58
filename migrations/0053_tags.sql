-- The short words a shop sorts its products by, in its order.
ALTER TABLE products ADD COLUMN tags TEXT NOT NULL DEFAULT '[]';
