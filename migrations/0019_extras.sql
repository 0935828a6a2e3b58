-- Extras: what is chosen along with a product, in groups that many products share. Menus: what is served at which hours.

ALTER TABLE products ADD COLUMN extra_groups BIGINT NOT NULL DEFAULT 0; -- how many groups in use it has; doctor counts them

-- A group of extras of a store: which size, which bread, what to add, what to leave out.
CREATE TABLE extra_groups (
  id          TEXT PRIMARY KEY,
  store_id    TEXT NOT NULL REFERENCES stores (id),
  name_en     TEXT NOT NULL,
  name_ar     TEXT NOT NULL,
  least       BIGINT NOT NULL CHECK (least >= 0),     -- units to choose at least; above 0 the choice is required
  most        BIGINT NOT NULL CHECK (most >= 1),      -- and at most
  archived_at BIGINT,                                 -- NULL: in use
  version     BIGINT NOT NULL DEFAULT 1,              -- raised by every change
  created_at  BIGINT NOT NULL,
  updated_at  BIGINT NOT NULL,
  CHECK (most >= least)
);
CREATE INDEX extra_groups_store ON extra_groups (store_id, id);

-- What there is to choose in a group.
CREATE TABLE extras (
  id       TEXT PRIMARY KEY,
  group_id TEXT NOT NULL REFERENCES extra_groups (id),
  name_en  TEXT NOT NULL,
  name_ar  TEXT NOT NULL,
  price    BIGINT NOT NULL CHECK (price >= 0),   -- minor units, VAT included, on top of the product's price
  most     BIGINT NOT NULL CHECK (most >= 1),    -- of this one, for one unit of the product
  preset   BIGINT NOT NULL CHECK (preset >= 0),  -- how many are chosen until the customer says otherwise
  active   BOOLEAN NOT NULL,                     -- offered
  sort     BIGINT NOT NULL,
  CHECK (preset <= most)
);
CREATE INDEX extras_group ON extras (group_id, sort, id);

-- Which groups a product has, in the order in which they are asked.
CREATE TABLE product_extras (
  product_id TEXT NOT NULL REFERENCES products (id),
  group_id   TEXT NOT NULL REFERENCES extra_groups (id),
  sort       BIGINT NOT NULL,
  PRIMARY KEY (product_id, group_id)
);
CREATE INDEX product_extras_group ON product_extras (group_id, product_id);

-- Where an extra is sold out, until the branch's next business day.
CREATE TABLE extra_outs (
  branch_id TEXT NOT NULL REFERENCES branches (id),
  extra_id  TEXT NOT NULL REFERENCES extras (id),
  out_until BIGINT NOT NULL,
  PRIMARY KEY (branch_id, extra_id)
);
CREATE INDEX extra_outs_extra ON extra_outs (extra_id);

-- A menu of a store: what is on one can be ordered only for its hours.
CREATE TABLE menus (
  id          TEXT PRIMARY KEY,
  store_id    TEXT NOT NULL REFERENCES stores (id),
  name_en     TEXT NOT NULL,
  name_ar     TEXT NOT NULL,
  branches    TEXT NOT NULL,            -- JSON ["id", …]; none: every branch of the store
  hours       TEXT NOT NULL,            -- JSON, as branches.hours
  categories  TEXT NOT NULL,            -- JSON ["id", …], with what is below them
  products    TEXT NOT NULL,            -- JSON ["id", …]
  active      BOOLEAN NOT NULL,
  archived_at BIGINT,                   -- NULL: in use
  version     BIGINT NOT NULL DEFAULT 1,
  created_at  BIGINT NOT NULL,
  updated_at  BIGINT NOT NULL,
  CHECK (archived_at IS NULL OR NOT active)
);
CREATE INDEX menus_store ON menus (store_id, id);

-- Two lines of one variant with different extras are two lines.
ALTER TABLE cart_items ADD COLUMN extras TEXT NOT NULL DEFAULT ''; -- ids in order, each with *n where n were chosen
DROP INDEX cart_items_variant;
CREATE UNIQUE INDEX cart_items_line ON cart_items (cart_id, variant_id, extras);

ALTER TABLE order_lines ADD COLUMN extras TEXT NOT NULL DEFAULT '';             -- JSON of names and prices as they were; '' for none
ALTER TABLE order_lines ADD COLUMN extras_price BIGINT NOT NULL DEFAULT 0;      -- what they add to unit_price, contained in it
ALTER TABLE quotation_lines ADD COLUMN extras TEXT NOT NULL DEFAULT '';         -- likewise
ALTER TABLE quotation_lines ADD COLUMN extras_price BIGINT NOT NULL DEFAULT 0;  -- what they added to the shelf's price then
