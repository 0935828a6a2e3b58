-- What goods sold by weight weighed when they were picked, and how much of it is paid for: what was paid ahead pays for
-- no more than was ordered. NULL: not weighed, and paid for as ordered.
ALTER TABLE order_lines ADD COLUMN weighed_grams BIGINT;
ALTER TABLE order_lines ADD COLUMN charged_grams BIGINT;
-- Of what had been paid: what went back because less was in the bag.
ALTER TABLE orders ADD COLUMN weighed_back BIGINT NOT NULL DEFAULT 0 CHECK (weighed_back >= 0);
