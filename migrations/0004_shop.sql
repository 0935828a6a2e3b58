-- The shop: services, their stores, the branches of those, where and when a branch delivers.

-- What is sold: food, groceries, everything else.
CREATE TABLE services (
  id           TEXT PRIMARY KEY,
  slug         TEXT NOT NULL UNIQUE,
  name_en      TEXT NOT NULL,
  name_ar      TEXT NOT NULL,
  tagline_en   TEXT NOT NULL,
  tagline_ar   TEXT NOT NULL,
  image        TEXT NOT NULL,
  tint         TEXT NOT NULL CHECK (tint IN ('food', 'grocery', 'general')),
  promise      TEXT NOT NULL CHECK (promise IN ('minutes', 'days')),
  promise_days BIGINT NOT NULL DEFAULT 2 CHECK (promise_days >= 0),
  active       BOOLEAN NOT NULL,
  sort         BIGINT NOT NULL
);

-- A seller of one service. main_branch_id has no foreign key: store and branch would need each other first.
CREATE TABLE stores (
  id             TEXT PRIMARY KEY,
  slug           TEXT NOT NULL UNIQUE,
  service_id     TEXT NOT NULL REFERENCES services (id),
  name_en        TEXT NOT NULL,
  name_ar        TEXT NOT NULL,
  about_en       TEXT NOT NULL DEFAULT '',
  about_ar       TEXT NOT NULL DEFAULT '',
  image          TEXT NOT NULL,
  main_branch_id TEXT NOT NULL,
  active         BOOLEAN NOT NULL,
  sort           BIGINT NOT NULL
);
CREATE INDEX stores_service ON stores (service_id, sort, id);

-- A place of a store that sells, with its own hours, prices and stock.
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
  hours            TEXT NOT NULL,              -- JSON: [{"day":0-6 (0 = Sunday),"open":"09:00","close":"02:00"}], close ≤ open runs past midnight
  switched_closed  BOOLEAN NOT NULL,           -- manual switch
  minimum_order    BIGINT NOT NULL CHECK (minimum_order >= 0), -- minor units
  delivery_minutes BIGINT NOT NULL CHECK (delivery_minutes >= 0), -- 0 for services that promise days
  accept_minutes   BIGINT NOT NULL DEFAULT 15 CHECK (accept_minutes > 0),
  rating_sum       BIGINT NOT NULL DEFAULT 0,
  rating_count     BIGINT NOT NULL DEFAULT 0,
  active           BOOLEAN NOT NULL,
  sort             BIGINT NOT NULL,
  slot_capacity    BIGINT NOT NULL DEFAULT 0 CHECK (slot_capacity >= 0), -- orders an hour; 0: no limit
  pickup_minutes   BIGINT NOT NULL DEFAULT 0 CHECK (pickup_minutes >= 0) -- until an order can be collected; 0: no pickup
);
CREATE INDEX branches_service ON branches (service_id, sort, id);
CREATE INDEX branches_store ON branches (store_id, sort, id);

-- Dated opening hours; no hours: closed that day.
CREATE TABLE branch_exceptions (
  branch_id TEXT NOT NULL REFERENCES branches (id),
  day       TEXT NOT NULL,                           -- YYYY-MM-DD in Cairo
  hours     TEXT NOT NULL,                           -- JSON [{"open","close"}]
  note_en   TEXT NOT NULL DEFAULT '',
  note_ar   TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (branch_id, day)
);

-- Where a branch delivers, for how much, how fast.
CREATE TABLE delivery_zones (
  branch_id   TEXT NOT NULL REFERENCES branches (id),
  district_id TEXT NOT NULL REFERENCES districts (id),
  fee         BIGINT NOT NULL CHECK (fee >= 0),
  minutes     BIGINT NOT NULL CHECK (minutes >= 0),
  PRIMARY KEY (branch_id, district_id)
);
CREATE INDEX delivery_zones_district ON delivery_zones (district_id, branch_id);

-- How many orders a branch has taken for one hour. Written by every purchase: no foreign key.
CREATE TABLE slot_bookings (
  branch_id TEXT NOT NULL,
  slot_at   BIGINT NOT NULL,                    -- when the hour begins
  used      BIGINT NOT NULL CHECK (used >= 0),
  PRIMARY KEY (branch_id, slot_at)
);
