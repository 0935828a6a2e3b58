-- The shop: places, services, stores, branches, the catalogue, content.

CREATE TABLE governorates (
  id TEXT PRIMARY KEY, name_en TEXT NOT NULL, name_ar TEXT NOT NULL, sort BIGINT NOT NULL
);
CREATE TABLE districts (
  id             TEXT PRIMARY KEY,          -- slug: maadi
  governorate_id TEXT NOT NULL REFERENCES governorates (id),
  name_en        TEXT NOT NULL,
  name_ar        TEXT NOT NULL,
  aliases        TEXT NOT NULL DEFAULT '[]',
  lat_e6         BIGINT NOT NULL,
  lng_e6         BIGINT NOT NULL,
  outline        TEXT NOT NULL,             -- JSON [[lat_e6,lng_e6],…], approximate
  active         BOOLEAN NOT NULL,
  sort           BIGINT NOT NULL
);

CREATE TABLE services (
  id           TEXT PRIMARY KEY,
  slug         TEXT NOT NULL UNIQUE,
  name_en      TEXT NOT NULL,
  name_ar      TEXT NOT NULL,
  tagline_en   TEXT NOT NULL,
  tagline_ar   TEXT NOT NULL,
  image        TEXT NOT NULL,
  tint         TEXT NOT NULL,               -- food | grocery | general
  promise      TEXT NOT NULL,               -- minutes | days
  promise_days BIGINT NOT NULL DEFAULT 2,
  active       BOOLEAN NOT NULL,
  sort         BIGINT NOT NULL
);
CREATE TABLE stores (
  id         TEXT PRIMARY KEY,
  slug       TEXT NOT NULL UNIQUE,
  service_id TEXT NOT NULL REFERENCES services (id),
  name_en    TEXT NOT NULL,
  name_ar    TEXT NOT NULL,
  about_en   TEXT NOT NULL DEFAULT '',
  about_ar   TEXT NOT NULL DEFAULT '',
  image      TEXT NOT NULL,
  main_branch_id TEXT NOT NULL,
  active     BOOLEAN NOT NULL,
  sort       BIGINT NOT NULL
);
CREATE INDEX stores_service ON stores (service_id, sort, id);
CREATE TABLE branches (
  id               TEXT PRIMARY KEY,
  slug             TEXT NOT NULL UNIQUE,
  store_id         TEXT NOT NULL REFERENCES stores (id),
  service_id       TEXT NOT NULL REFERENCES services (id),
  name_en          TEXT NOT NULL,
  name_ar          TEXT NOT NULL,
  address_en       TEXT NOT NULL,
  address_ar       TEXT NOT NULL,
  phone            TEXT NOT NULL,
  district_id      TEXT NOT NULL REFERENCES districts (id),
  lat_e6           BIGINT NOT NULL,
  lng_e6           BIGINT NOT NULL,
  hours            TEXT NOT NULL,           -- JSON: [{"day":0-6 (0 = Sunday),"open":"09:00","close":"02:00"}], close ≤ open runs past midnight
  switched_closed  BOOLEAN NOT NULL,        -- manual switch
  minimum_order    BIGINT NOT NULL,         -- minor units
  delivery_minutes BIGINT NOT NULL,         -- 0 for services that promise days
  accept_minutes   BIGINT NOT NULL DEFAULT 15,
  rating_sum       BIGINT NOT NULL DEFAULT 0,
  rating_count     BIGINT NOT NULL DEFAULT 0,
  active           BOOLEAN NOT NULL,
  sort             BIGINT NOT NULL
);
CREATE INDEX branches_service ON branches (service_id, sort, id);
CREATE INDEX branches_store ON branches (store_id, sort, id);
CREATE TABLE branch_exceptions (            -- dated opening hours; no hours = closed that day
  branch_id TEXT NOT NULL REFERENCES branches (id),
  day       TEXT NOT NULL,                  -- YYYY-MM-DD in Cairo
  hours     TEXT NOT NULL,                  -- JSON [{"open","close"}]
  note_en   TEXT NOT NULL DEFAULT '',
  note_ar   TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (branch_id, day)
);
CREATE TABLE delivery_zones (               -- where a branch delivers, for how much, how fast
  branch_id   TEXT NOT NULL REFERENCES branches (id),
  district_id TEXT NOT NULL REFERENCES districts (id),
  fee         BIGINT NOT NULL,
  minutes     BIGINT NOT NULL,
  PRIMARY KEY (branch_id, district_id)
);
CREATE INDEX delivery_zones_district ON delivery_zones (district_id, branch_id);

CREATE TABLE categories (
  id         TEXT PRIMARY KEY,
  slug       TEXT NOT NULL UNIQUE,
  service_id TEXT NOT NULL REFERENCES services (id),
  parent_id  TEXT REFERENCES categories (id),
  name_en    TEXT NOT NULL,
  name_ar    TEXT NOT NULL,
  image      TEXT NOT NULL,
  active     BOOLEAN NOT NULL,
  sort       BIGINT NOT NULL
);
CREATE INDEX categories_service ON categories (service_id, sort, id);

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
  images         TEXT NOT NULL,             -- JSON ["name", …]
  attributes     TEXT NOT NULL DEFAULT '[]',-- JSON [{"name":{"en","ar"},"value":{"en","ar"}}]
  options        TEXT NOT NULL DEFAULT '[]',-- JSON [{"id","name":{"en","ar"},"values":[{"id","name":{…}}]}]
  keywords       TEXT NOT NULL DEFAULT '',
  unit_en        TEXT NOT NULL DEFAULT '',
  unit_ar        TEXT NOT NULL DEFAULT '',
  min_qty        BIGINT NOT NULL DEFAULT 1,
  max_qty        BIGINT NOT NULL DEFAULT 0, -- 0: no limit but stock
  vat_bp         BIGINT NOT NULL,           -- VAT in basis points, contained in the price: 1400, 500, 0
  popularity     BIGINT NOT NULL DEFAULT 0,
  rating_sum     BIGINT NOT NULL DEFAULT 0,
  rating_count   BIGINT NOT NULL DEFAULT 0,
  active         BOOLEAN NOT NULL,
  created_at     BIGINT NOT NULL,
  updated_at     BIGINT NOT NULL
);
CREATE INDEX products_service ON products (service_id, popularity DESC, id);
CREATE INDEX products_store ON products (store_id, popularity DESC, id);
CREATE INDEX products_category ON products (category_id, popularity DESC, id);
CREATE INDEX products_newest ON products (service_id, created_at DESC, popularity DESC, id);
CREATE INDEX products_shelf ON products (category_id, store_id) WHERE active;

CREATE TABLE variants (
  id         TEXT PRIMARY KEY,
  product_id TEXT NOT NULL REFERENCES products (id),
  sku        TEXT NOT NULL UNIQUE,
  choices    TEXT NOT NULL DEFAULT '{}',    -- JSON {"size":"large"}: option id -> value id
  name_en    TEXT NOT NULL DEFAULT '',      -- "Large", empty where there is one variant
  name_ar    TEXT NOT NULL DEFAULT '',
  image      TEXT,
  active     BOOLEAN NOT NULL,
  sort       BIGINT NOT NULL
);
CREATE INDEX variants_product ON variants (product_id, sort, id);

-- What a branch asks for a variant. No row: not sold there.
CREATE TABLE branch_prices (
  branch_id  TEXT NOT NULL,
  variant_id TEXT NOT NULL,
  product_id TEXT NOT NULL,
  price      BIGINT NOT NULL,               -- minor units, VAT included
  offer_price BIGINT,
  offer_from BIGINT,
  offer_to   BIGINT,
  active     BOOLEAN NOT NULL,
  PRIMARY KEY (branch_id, variant_id)
);
CREATE INDEX branch_prices_product ON branch_prices (product_id, branch_id, variant_id);
CREATE INDEX branch_prices_offers ON branch_prices (product_id) WHERE offer_price IS NOT NULL;

-- The catalogue's version. Whatever changes what shoppers see raises it in the
-- same transaction; the row's lock makes versions appear in commit order, so
-- nodes can follow catalog_changes by cursor.
CREATE TABLE catalog_version (
  id      BIGINT PRIMARY KEY,
  version BIGINT NOT NULL
);
INSERT INTO catalog_version (id, version) VALUES (1, 1);
CREATE TABLE catalog_changes (
  version BIGINT NOT NULL,
  kind    TEXT NOT NULL,                    -- product | variant | branch | category | content | all
  ref     TEXT NOT NULL,
  PRIMARY KEY (version, kind, ref)
);

CREATE TABLE favourites (
  user_id TEXT NOT NULL,
  kind    TEXT NOT NULL,                    -- product | branch
  ref     TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (user_id, kind, ref)
);

CREATE TABLE banners (
  id          TEXT PRIMARY KEY,
  service_id  TEXT,
  district_id TEXT,
  title_en TEXT NOT NULL, title_ar TEXT NOT NULL,
  text_en  TEXT NOT NULL, text_ar  TEXT NOT NULL,
  action_en TEXT NOT NULL, action_ar TEXT NOT NULL,
  image    TEXT NOT NULL,
  link     TEXT NOT NULL,
  starts_at BIGINT, ends_at BIGINT,
  active   BOOLEAN NOT NULL,
  sort     BIGINT NOT NULL
);
CREATE TABLE blocks (                       -- product rows of the home page
  id         TEXT PRIMARY KEY,
  slug       TEXT NOT NULL UNIQUE,
  service_id TEXT NOT NULL REFERENCES services (id),
  district_id TEXT,
  title_en TEXT NOT NULL, title_ar TEXT NOT NULL,
  rule     TEXT NOT NULL,                   -- offers | newest | popular | category:<id> | list
  starts_at BIGINT, ends_at BIGINT,
  active   BOOLEAN NOT NULL,
  sort     BIGINT NOT NULL
);
CREATE TABLE block_products (
  block_id   TEXT NOT NULL REFERENCES blocks (id),
  product_id TEXT NOT NULL,
  sort       BIGINT NOT NULL,
  PRIMARY KEY (block_id, product_id)
);
CREATE TABLE pages (                        -- information/{name}
  name     TEXT PRIMARY KEY,
  title_en TEXT NOT NULL, title_ar TEXT NOT NULL,
  body_en  TEXT NOT NULL, body_ar TEXT NOT NULL, -- Markdown
  version  BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
