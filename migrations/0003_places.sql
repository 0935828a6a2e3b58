-- Places: governorates and districts, and the addresses customers have things delivered to.

-- The governorates of Egypt.
CREATE TABLE governorates (
  id      TEXT PRIMARY KEY,
  name_en TEXT NOT NULL,
  name_ar TEXT NOT NULL,
  active  BOOLEAN NOT NULL DEFAULT TRUE,
  sort    BIGINT NOT NULL,
  version BIGINT NOT NULL DEFAULT 1
);

-- Where people live and branches deliver. The id is the slug: maadi.
CREATE TABLE districts (
  id             TEXT PRIMARY KEY,            -- slug: maadi
  governorate_id TEXT NOT NULL REFERENCES governorates (id),
  name_en        TEXT NOT NULL,
  name_ar        TEXT NOT NULL,
  aliases        TEXT NOT NULL DEFAULT '[]',
  lat_e6         BIGINT NOT NULL,
  lng_e6         BIGINT NOT NULL,
  outline        TEXT NOT NULL,               -- JSON [[lat_e6,lng_e6],…], approximate; [] where nobody has drawn one
  active         BOOLEAN NOT NULL,            -- customers can choose it
  sort           BIGINT NOT NULL,
  version        BIGINT NOT NULL DEFAULT 1
);

-- Where customers have things delivered. A deleted one stays while orders name it.
CREATE TABLE addresses (
  user_id        TEXT NOT NULL,
  id             TEXT NOT NULL,
  type           TEXT NOT NULL CHECK (type IN ('home', 'work', 'other')), -- home | work | other
  name           TEXT NOT NULL,
  contact_name   TEXT NOT NULL,
  phone          TEXT NOT NULL,
  country        TEXT NOT NULL DEFAULT 'EG',
  governorate_id TEXT NOT NULL, -- region/state
  district_id    TEXT NOT NULL,
  city           TEXT NOT NULL,
  address        TEXT NOT NULL,               -- street
  building       TEXT NOT NULL,
  floor          TEXT NOT NULL DEFAULT '',
  apartment      TEXT NOT NULL DEFAULT '',
  landmark       TEXT NOT NULL DEFAULT '',
  postal_code    TEXT NOT NULL DEFAULT '',
  lat_e6         BIGINT NOT NULL,             -- degrees × 1,000,000
  lng_e6         BIGINT NOT NULL,
  created_at     BIGINT NOT NULL,
  updated_at     BIGINT NOT NULL,
  deleted_at     BIGINT,
  PRIMARY KEY (user_id, id)
);

-- Exactly one default address for a customer who has any: one row per customer.
CREATE TABLE default_addresses (
  user_id    TEXT PRIMARY KEY,
  address_id TEXT NOT NULL,
  FOREIGN KEY (user_id, address_id) REFERENCES addresses (user_id, id)
);
