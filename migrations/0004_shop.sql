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
  active       BOOLEAN NOT NULL,              -- shown to customers
  sort         BIGINT NOT NULL,
  version      BIGINT NOT NULL DEFAULT 1,
  archived_at  BIGINT                         -- closed for good since
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
  cover          TEXT NOT NULL DEFAULT '',
  legal_name     TEXT NOT NULL DEFAULT '',        -- of the seller, as on the tax register
  tax_number     TEXT NOT NULL DEFAULT '',        -- tax registration number, 9 digits
  main_branch_id TEXT NOT NULL,                   -- '' until it has a branch
  active         BOOLEAN NOT NULL,
  sort           BIGINT NOT NULL,
  version        BIGINT NOT NULL DEFAULT 1,
  archived_at    BIGINT                           -- closed for good since
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
  pickup_minutes   BIGINT NOT NULL DEFAULT 0 CHECK (pickup_minutes >= 0), -- until an order can be collected; 0: no pickup
  free_from        BIGINT NOT NULL DEFAULT 0 CHECK (free_from >= 0), -- items from which delivery is free; 0: never
  paused_until     BIGINT,                     -- takes no orders until then
  pause_reason     TEXT NOT NULL DEFAULT '',   -- of the pause or the switch: busy | staff | stock | power | other
  seller_code      TEXT NOT NULL DEFAULT '',   -- what the seller calls the branch
  legal_name       TEXT NOT NULL DEFAULT '',   -- where the branch sells under another name than its store
  tax_number       TEXT NOT NULL DEFAULT '',
  tax_branch_code  TEXT NOT NULL DEFAULT '',   -- of the branch in e-receipts
  version          BIGINT NOT NULL DEFAULT 1,  -- of the profile
  hours_version    BIGINT NOT NULL DEFAULT 1,
  zones_version    BIGINT NOT NULL DEFAULT 1,
  archived_at      BIGINT                      -- closed for good since
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

-- Hours of some days that have a name (Ramadan, a feast), for as many branches as keep them.
CREATE TABLE hour_ranges (
  id          TEXT PRIMARY KEY,
  name_en     TEXT NOT NULL,
  name_ar     TEXT NOT NULL,
  starts_on   TEXT NOT NULL,                         -- YYYY-MM-DD in Cairo
  ends_on     TEXT NOT NULL,                         -- the last day
  hours       TEXT NOT NULL,                         -- as branches.hours
  version     BIGINT NOT NULL DEFAULT 1,
  archived_at BIGINT
);
CREATE TABLE hour_range_branches (
  range_id  TEXT NOT NULL REFERENCES hour_ranges (id),
  branch_id TEXT NOT NULL REFERENCES branches (id),
  PRIMARY KEY (range_id, branch_id)
);

-- Where a branch delivers, for how much, how fast. Of several zones in one district the one with the highest priority
-- counts whose shape holds the customer's place.
CREATE TABLE delivery_zones (
  branch_id   TEXT NOT NULL REFERENCES branches (id),
  district_id TEXT NOT NULL REFERENCES districts (id),
  priority    BIGINT NOT NULL DEFAULT 0,
  fee         BIGINT NOT NULL CHECK (fee >= 0),
  minutes     BIGINT NOT NULL CHECK (minutes >= 0),
  minimum     BIGINT CHECK (minimum >= 0),           -- least order; NULL: the branch's
  free_from   BIGINT CHECK (free_from >= 0),         -- items from which delivery is free, 0: never; NULL: the branch's
  shape       TEXT NOT NULL DEFAULT '',              -- JSON [[lat_e6,lng_e6],…] that narrows the district; '' for all of it
  PRIMARY KEY (branch_id, district_id, priority)
);
CREATE INDEX delivery_zones_district ON delivery_zones (district_id, branch_id);

-- How many orders a branch has taken for one hour. Written by every purchase: no foreign key.
CREATE TABLE slot_bookings (
  branch_id TEXT NOT NULL,
  slot_at   BIGINT NOT NULL,                    -- when the hour begins
  used      BIGINT NOT NULL CHECK (used >= 0),
  PRIMARY KEY (branch_id, slot_at)
);
