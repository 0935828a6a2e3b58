-- The catalogue: categories, products and their variants, prices and stock per branch.

-- Categories of a service, as a tree.
CREATE TABLE categories (
  id         TEXT PRIMARY KEY,
  slug       TEXT NOT NULL UNIQUE,
  service_id TEXT NOT NULL REFERENCES services (id),
  parent_id  TEXT REFERENCES categories (id),
  name_en    TEXT NOT NULL,
  name_ar    TEXT NOT NULL,
  image      TEXT NOT NULL,
  active     BOOLEAN NOT NULL,
  sort       BIGINT NOT NULL,
  archived_at BIGINT,                   -- NULL: in use
  version    BIGINT NOT NULL DEFAULT 1, -- raised by every change
  CHECK (archived_at IS NULL OR NOT active)
);
CREATE INDEX categories_service ON categories (service_id, sort, id);

-- What a store sells. What can be ordered is one of its variants.
CREATE TABLE products (
  id             TEXT PRIMARY KEY,
  slug           TEXT NOT NULL UNIQUE,
  service_id     TEXT NOT NULL REFERENCES services (id),
  store_id       TEXT NOT NULL REFERENCES stores (id),
  category_id    TEXT NOT NULL REFERENCES categories (id),
  name_en        TEXT NOT NULL,
  name_ar        TEXT NOT NULL,
  description_en TEXT NOT NULL DEFAULT '',
  description_ar TEXT NOT NULL DEFAULT '',
  images         TEXT NOT NULL,               -- JSON ["name", …]
  attributes     TEXT NOT NULL DEFAULT '[]',  -- JSON [{"name":{"en","ar"},"value":{"en","ar"}}]
  options        TEXT NOT NULL DEFAULT '[]',  -- JSON [{"id","name":{"en","ar"},"values":[{"id","name":{…}}]}]
  keywords       TEXT NOT NULL DEFAULT '',
  unit_en        TEXT NOT NULL DEFAULT '',
  unit_ar        TEXT NOT NULL DEFAULT '',
  min_qty        BIGINT NOT NULL DEFAULT 1 CHECK (min_qty >= 1),
  max_qty        BIGINT NOT NULL DEFAULT 0 CHECK (max_qty >= 0), -- 0: no limit but stock
  vat_bp         BIGINT NOT NULL CHECK (vat_bp BETWEEN 0 AND 10000), -- VAT in basis points, contained in the price: 1400, 500, 0
  popularity     BIGINT NOT NULL DEFAULT 0,
  rating_sum     BIGINT NOT NULL DEFAULT 0,
  rating_count   BIGINT NOT NULL DEFAULT 0,
  active         BOOLEAN NOT NULL,             -- published; drafts and what is archived are not
  archived_at    BIGINT,                       -- NULL: in use
  version        BIGINT NOT NULL DEFAULT 1,    -- raised by every change of the product or its variants
  created_at     BIGINT NOT NULL,
  updated_at     BIGINT NOT NULL,
  CHECK (archived_at IS NULL OR NOT active)
);
CREATE INDEX products_service ON products (service_id, popularity DESC, id);
CREATE INDEX products_store ON products (store_id, popularity DESC, id);
CREATE INDEX products_category ON products (category_id, popularity DESC, id);
CREATE INDEX products_newest ON products (service_id, created_at DESC, popularity DESC, id);
CREATE INDEX products_shelf ON products (category_id, store_id) WHERE active;

-- The orderable form of a product: size, colour. A product without options has one.
CREATE TABLE variants (
  id         TEXT PRIMARY KEY,
  product_id TEXT NOT NULL REFERENCES products (id),
  sku        TEXT NOT NULL UNIQUE,
  choices    TEXT NOT NULL DEFAULT '{}',              -- JSON {"size":"large"}: option id -> value id
  name_en    TEXT NOT NULL DEFAULT '',                -- "Large", empty where there is one variant
  name_ar    TEXT NOT NULL DEFAULT '',
  image      TEXT,
  active     BOOLEAN NOT NULL,
  sort       BIGINT NOT NULL,
  barcode    TEXT NOT NULL DEFAULT '',                -- '' for none
  weight_grams BIGINT NOT NULL DEFAULT 0 CHECK (weight_grams >= 0) -- 0: not known
);
CREATE INDEX variants_product ON variants (product_id, sort, id);
CREATE INDEX variants_barcode ON variants (barcode) WHERE barcode <> '';

-- What a branch asks for a variant, VAT included. No row: not sold there.
CREATE TABLE branch_prices (
  branch_id   TEXT NOT NULL REFERENCES branches (id),
  variant_id  TEXT NOT NULL REFERENCES variants (id),
  product_id  TEXT NOT NULL REFERENCES products (id),
  price       BIGINT NOT NULL CHECK (price >= 0),  -- minor units, VAT included
  offer_price BIGINT CHECK (offer_price >= 0),
  offer_from  BIGINT,
  offer_to    BIGINT,
  active      BOOLEAN NOT NULL,
  version     BIGINT NOT NULL DEFAULT 1, -- raised by every change
  PRIMARY KEY (branch_id, variant_id)
);
CREATE INDEX branch_prices_product ON branch_prices (product_id, branch_id, variant_id);
CREATE INDEX branch_prices_offers ON branch_prices (product_id) WHERE offer_price IS NOT NULL;

-- The catalogue's version. Whatever changes what customers see raises it in the
-- same transaction; the row's lock makes versions appear in commit order, so
-- nodes can follow catalog_changes by cursor.
CREATE TABLE catalog_version (
  id      BIGINT PRIMARY KEY,
  version BIGINT NOT NULL
);
INSERT INTO catalog_version (id, version) VALUES (1, 1);

-- What changed with each version: what kind of thing, which one, in which branch, and which side of it.
CREATE TABLE catalog_changes (
  version   BIGINT NOT NULL,
  kind      TEXT NOT NULL,          -- product | variant | branch | place | category | content | shop | all
  ref       TEXT NOT NULL,
  branch_id TEXT NOT NULL,          -- where prices or stock changed; '' for every branch
  aspect    TEXT NOT NULL,          -- price | stock | text; '' for any of them
  PRIMARY KEY (version, kind, ref, branch_id, aspect)
);

-- Stock of a variant at a branch. Where it is counted, available = on_hand - reserved; where it is not, there is always
-- some. Sold out by hand there is none. Written by every purchase: no foreign key.
CREATE TABLE stock (
  branch_id  TEXT NOT NULL,
  variant_id TEXT NOT NULL,
  on_hand    BIGINT NOT NULL CHECK (on_hand >= 0),
  reserved   BIGINT NOT NULL CHECK (reserved >= 0),
  counted    BOOLEAN NOT NULL DEFAULT TRUE,
  out_until  BIGINT,                                     -- sold out by hand until then; NULL: not
  warn_at    BIGINT NOT NULL DEFAULT 0 CHECK (warn_at >= 0), -- so few left are worth a warning; 0: none
  PRIMARY KEY (branch_id, variant_id),
  CHECK (reserved <= on_hand)
);
CREATE INDEX stock_out ON stock (out_until) WHERE out_until IS NOT NULL;

-- Why on_hand is what it is: append-only, one row per cause.
CREATE TABLE stock_moves (
  branch_id  TEXT NOT NULL,
  variant_id TEXT NOT NULL,
  id         TEXT NOT NULL,
  qty        BIGINT NOT NULL,              -- + in, - out
  reason     TEXT NOT NULL,                -- opening | received | sold | returned | scrapped | corrected | written_off
  source     TEXT NOT NULL,                -- order line, import, staff action
  at         BIGINT NOT NULL,
  staff_id   TEXT NOT NULL DEFAULT '',     -- who did it, where somebody did
  fault      TEXT NOT NULL DEFAULT '',     -- of what was written off: branch | courier | shop | customer | supplier
  note       TEXT NOT NULL DEFAULT '',     -- why, in their words
  PRIMARY KEY (branch_id, variant_id, id)
);
CREATE UNIQUE INDEX stock_moves_source ON stock_moves (branch_id, variant_id, reason, source);

-- Units held for an order line. active until committed (moved out) or released.
CREATE TABLE reservations (
  branch_id  TEXT NOT NULL,
  variant_id TEXT NOT NULL,
  order_id   TEXT NOT NULL,
  qty        BIGINT NOT NULL CHECK (qty > 0),
  counted    BOOLEAN NOT NULL DEFAULT TRUE,      -- FALSE: held of stock that was not counted, which nothing was taken from
  state      TEXT NOT NULL,                      -- active | committed | released
  expires_at BIGINT,                             -- only while the order is a draft
  created_at BIGINT NOT NULL,
  ended_at   BIGINT,
  PRIMARY KEY (branch_id, variant_id, order_id)
);
CREATE INDEX reservations_order ON reservations (order_id, variant_id);

-- Runs of files of products, prices and stock.
CREATE TABLE imports (
  id         TEXT PRIMARY KEY,
  file       TEXT NOT NULL,    -- what it was called
  format     TEXT NOT NULL,
  staff_id   TEXT NOT NULL,
  rows_read  BIGINT NOT NULL,
  counts     TEXT NOT NULL,    -- JSON {"added":3,…}
  started_at BIGINT NOT NULL,
  ended_at   BIGINT,           -- NULL: under way, or cut off
  undone_at  BIGINT
);
CREATE INDEX imports_newest ON imports (started_at DESC, id DESC);

-- What a run changed, in its order, to be undone backwards.
CREATE TABLE import_changes (
  import_id  TEXT NOT NULL REFERENCES imports (id),
  seq        BIGINT NOT NULL,
  kind       TEXT NOT NULL,    -- product | price | stock
  ref        TEXT NOT NULL,    -- of the product or variant
  branch_id  TEXT NOT NULL,    -- '' of products
  before     TEXT NOT NULL,    -- JSON of what it was; '' where there was nothing
  version    BIGINT NOT NULL,  -- what it was raised to, of shelves what they then held
  undone     BOOLEAN NOT NULL,
  PRIMARY KEY (import_id, seq)
);
