-- Quantities that can be ordered of a product are its least, and a step more each: 2, 4, 6.
ALTER TABLE products ADD COLUMN step_qty BIGINT NOT NULL DEFAULT 1 CHECK (step_qty >= 1);
