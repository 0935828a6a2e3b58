CREATE TABLE schema_migrations (
  version    INTEGER PRIMARY KEY,
  name       TEXT NOT NULL,
  checksum   TEXT NOT NULL,
  applied_at INTEGER NOT NULL
) STRICT;

CREATE TABLE jobs (
  id           TEXT PRIMARY KEY,
  kind         TEXT NOT NULL,
  payload      TEXT NOT NULL,
  unique_key   TEXT UNIQUE,
  run_at       INTEGER NOT NULL,
  attempts     INTEGER NOT NULL DEFAULT 0,
  leased_until INTEGER,
  leased_by    TEXT,
  done_at      INTEGER,
  dead_at      INTEGER,
  last_error   TEXT,
  created_at   INTEGER NOT NULL
) STRICT;

CREATE INDEX jobs_due ON jobs (run_at, id) WHERE done_at IS NULL AND dead_at IS NULL;

CREATE INDEX jobs_done ON jobs (done_at, id) WHERE done_at IS NOT NULL;

CREATE INDEX jobs_dead ON jobs (dead_at, id) WHERE dead_at IS NOT NULL;

CREATE TABLE messages (
  id           TEXT PRIMARY KEY,
  channel      TEXT NOT NULL,              -- sms | whatsapp | email | push
  recipient    TEXT NOT NULL,
  user_id      TEXT,                       -- the customer it is about; the recipient may be the contact person of their address
  template     TEXT NOT NULL,
  lang         TEXT NOT NULL,
  params       TEXT NOT NULL,
  challenge_id TEXT,
  state        TEXT NOT NULL,              -- queued | sent | delivered | failed | undelivered | skipped
  attempts     INTEGER NOT NULL DEFAULT 0,
  last_error   TEXT,
  created_at   INTEGER NOT NULL,
  sent_at      INTEGER,
  offer_to     TEXT,                       -- the customer an offer goes to; sent only while they agree. NULL for codes and news of their own orders
  link         TEXT,
  replaces     TEXT,                       -- the message it stands in for, which did not arrive
  provider     TEXT,
  provider_ref TEXT,                       -- the provider's own reference
  unsure       INTEGER NOT NULL DEFAULT 0,  -- sendings of which nobody told what became
  tried_at     INTEGER,
  delivered_at INTEGER
, caused_by TEXT, caused_from TEXT) STRICT;

CREATE INDEX messages_recent ON messages (created_at, id);

CREATE UNIQUE INDEX messages_replaces ON messages (replaces) WHERE replaces IS NOT NULL;

CREATE UNIQUE INDEX messages_ref ON messages (provider, provider_ref) WHERE provider_ref IS NOT NULL;

CREATE INDEX messages_user ON messages (user_id, id) WHERE user_id IS NOT NULL;

CREATE INDEX messages_dead ON messages (created_at, id) WHERE state IN ('failed', 'undelivered');

CREATE TABLE settings (
  key        TEXT PRIMARY KEY,
  value      TEXT NOT NULL,
  version    INTEGER NOT NULL DEFAULT 1,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE rate_counters (
  key       TEXT NOT NULL,
  window_at INTEGER NOT NULL,
  used      INTEGER NOT NULL,
  PRIMARY KEY (key, window_at)
) STRICT;

CREATE INDEX rate_counters_old ON rate_counters (window_at);

CREATE TABLE idempotency (
  caller      TEXT NOT NULL,   -- who sent it
  operation   TEXT NOT NULL,
  key         TEXT NOT NULL,
  subject     TEXT NOT NULL,   -- whose data the answer is; erased with them
  body_hash   TEXT NOT NULL,   -- of the typed request
  status      TEXT NOT NULL,   -- running | done
  answer      BLOB,           -- the body that was answered, to the byte; NULL while running
  made        TEXT NOT NULL,   -- what the first made while running; a crash in between is taken up there
  lease_until INTEGER NOT NULL, -- while running: others with the key leave it alone until then
  created_at  INTEGER NOT NULL,
  keep_until  INTEGER NOT NULL,
  PRIMARY KEY (caller, operation, key)
) STRICT;

CREATE INDEX idempotency_subject ON idempotency (subject);

CREATE INDEX idempotency_old ON idempotency (keep_until);

CREATE TABLE users (
  id                TEXT PRIMARY KEY,
  phone             TEXT NOT NULL,               -- E.164; unique through user_phones
  name              TEXT NOT NULL,
  email             TEXT,
  email_verified_at INTEGER,
  company_name      TEXT,
  birthdate         TEXT,                        -- YYYY-MM-DD
  gender            TEXT CHECK (gender IN ('male', 'female')), -- male | female
  photo             TEXT,                        -- id of a photo
  password_hash     TEXT,                        -- argon2id
  lang              TEXT NOT NULL DEFAULT 'ar',
  referral_code     TEXT,                        -- whose invitation they came with, as typed
  blocked_at        INTEGER,
  terms_accepted_at INTEGER,
  created_at        INTEGER NOT NULL,
  updated_at        INTEGER NOT NULL,
  erased_at         INTEGER                       -- when the account was deleted
, block_version INTEGER NOT NULL DEFAULT 0) STRICT;

CREATE TABLE user_phones (
  phone   TEXT PRIMARY KEY,
  user_id TEXT NOT NULL
) STRICT;

CREATE TABLE user_emails (
  email   TEXT PRIMARY KEY,                    -- lower case
  user_id TEXT NOT NULL
) STRICT;

CREATE TABLE otp_challenges (
  id          TEXT PRIMARY KEY,
  purpose     TEXT NOT NULL,              -- login | reset | email
  phone       TEXT NOT NULL,              -- or the e-mail for purpose email
  asker       TEXT NOT NULL DEFAULT '',   -- the device (its digest) or customer we know; empty for everybody else
  channel     TEXT NOT NULL,
  nonce       TEXT NOT NULL,
  code_hmac   TEXT NOT NULL,
  tries       INTEGER NOT NULL DEFAULT 0,  -- by its name; raised before comparing; 3 at most
  blind_tries INTEGER NOT NULL DEFAULT 0,  -- by the phone alone; likewise
  created_at  INTEGER NOT NULL,
  expires_at  INTEGER NOT NULL,
  used_at     INTEGER,
  replaced_at INTEGER
) STRICT;

CREATE INDEX otp_challenges_phone ON otp_challenges (phone, created_at, id);

CREATE INDEX otp_challenges_asker ON otp_challenges (asker, created_at, id);

CREATE INDEX otp_challenges_old ON otp_challenges (created_at);

CREATE TABLE otp_phones (
  phone    TEXT PRIMARY KEY,
  asked_at INTEGER NOT NULL
) STRICT;

CREATE TABLE registration_tickets (
  ticket_hash  TEXT PRIMARY KEY,
  phone        TEXT NOT NULL,
  challenge_id TEXT NOT NULL UNIQUE,  -- the code it was given for: one ticket each
  expires_at   INTEGER NOT NULL,
  used_at      INTEGER
) STRICT;

CREATE TABLE sessions (
  token_hash   TEXT PRIMARY KEY,
  id           TEXT NOT NULL UNIQUE,
  user_id      TEXT NOT NULL,
  challenge_id TEXT UNIQUE,                          -- the code it was opened with: one session each
  user_agent   TEXT NOT NULL,
  created_at   INTEGER NOT NULL,
  expires_at   INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL,
  revoked_at   INTEGER
) STRICT;

CREATE INDEX sessions_user ON sessions (user_id, created_at, id);

CREATE INDEX sessions_old ON sessions (expires_at);

CREATE TABLE known_devices (
  user_id     TEXT NOT NULL,
  secret_hash TEXT NOT NULL,
  created_at  INTEGER NOT NULL,
  seen_at     INTEGER NOT NULL,  -- the last sign-in with it
  PRIMARY KEY (user_id, secret_hash)
) STRICT;

CREATE INDEX known_devices_secret ON known_devices (secret_hash);

CREATE INDEX known_devices_old ON known_devices (seen_at);

CREATE TABLE past_offers (
  offer      TEXT NOT NULL,    -- first_order | invitation
  phone_hash TEXT NOT NULL,
  until_at   INTEGER NOT NULL,
  PRIMARY KEY (offer, phone_hash)
) STRICT;

CREATE INDEX past_offers_old ON past_offers (until_at);

CREATE TABLE had_offers (
  user_id TEXT NOT NULL,
  offer   TEXT NOT NULL,
  PRIMARY KEY (user_id, offer)
) STRICT;

CREATE TABLE preferences (
  user_id    TEXT PRIMARY KEY REFERENCES users (id),
  figures    TEXT,                                    -- latn | arab; empty follows the language
  currency   TEXT,                                    -- empty is the shop's
  updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE consents (
  user_id    TEXT NOT NULL REFERENCES users (id),
  seq        INTEGER NOT NULL,
  kind       TEXT NOT NULL,                        -- offers
  channel    TEXT NOT NULL,                        -- sms | whatsapp | email
  given      INTEGER CHECK (given IN (0, 1)) NOT NULL,
  wording    TEXT NOT NULL,                        -- version of the text that was agreed to
  lang       TEXT NOT NULL,                        -- the language it was read in
  session_id TEXT NOT NULL,
  at         INTEGER NOT NULL,
  PRIMARY KEY (user_id, seq)
) STRICT;

CREATE TABLE photos (
  id         TEXT PRIMARY KEY,
  user_id    TEXT NOT NULL,
  owner      TEXT,
  position   INTEGER NOT NULL DEFAULT 0,
  width      INTEGER NOT NULL,
  height     INTEGER NOT NULL,
  jpeg       BLOB NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX photos_owner ON photos (owner, position, id) WHERE owner IS NOT NULL;

CREATE INDEX photos_loose ON photos (created_at, id) WHERE owner IS NULL;

CREATE INDEX photos_user ON photos (user_id, id);

CREATE TABLE notices (
  user_id    TEXT NOT NULL,
  id         TEXT NOT NULL,
  template   TEXT NOT NULL,
  params     TEXT NOT NULL,
  link       TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  read_at    INTEGER,
  PRIMARY KEY (user_id, id)
) STRICT;

CREATE INDEX notices_newest ON notices (user_id, created_at, id);

CREATE INDEX notices_unread ON notices (user_id, id) WHERE read_at IS NULL;

CREATE TABLE push_subscriptions (
  user_id    TEXT NOT NULL,
  id         TEXT NOT NULL,
  endpoint   TEXT NOT NULL UNIQUE,
  p256dh     TEXT NOT NULL,
  auth       TEXT NOT NULL,
  lang       TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  session_id TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (user_id, id)
) STRICT;

CREATE TABLE governorates (
  id      TEXT PRIMARY KEY,
  name_en TEXT NOT NULL,
  name_ar TEXT NOT NULL,
  active  INTEGER CHECK (active IN (0, 1)) NOT NULL DEFAULT TRUE,
  sort    INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1
) STRICT;

CREATE TABLE districts (
  id             TEXT PRIMARY KEY,            -- slug: maadi
  governorate_id TEXT NOT NULL REFERENCES governorates (id),
  name_en        TEXT NOT NULL,
  name_ar        TEXT NOT NULL,
  aliases        TEXT NOT NULL DEFAULT '[]',
  lat_e6         INTEGER NOT NULL,
  lng_e6         INTEGER NOT NULL,
  outline        TEXT NOT NULL,               -- JSON [[lat_e6,lng_e6],…], approximate; [] where nobody has drawn one
  active         INTEGER CHECK (active IN (0, 1)) NOT NULL,            -- customers can choose it
  sort           INTEGER NOT NULL,
  version        INTEGER NOT NULL DEFAULT 1
) STRICT;

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
  lat_e6         INTEGER NOT NULL,             -- degrees × 1,000,000
  lng_e6         INTEGER NOT NULL,
  created_at     INTEGER NOT NULL,
  updated_at     INTEGER NOT NULL,
  deleted_at     INTEGER,
  PRIMARY KEY (user_id, id)
) STRICT;

CREATE TABLE default_addresses (
  user_id    TEXT PRIMARY KEY,
  address_id TEXT NOT NULL,
  FOREIGN KEY (user_id, address_id) REFERENCES addresses (user_id, id)
) STRICT;

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
  promise_days INTEGER NOT NULL DEFAULT 2 CHECK (promise_days >= 0),
  active       INTEGER CHECK (active IN (0, 1)) NOT NULL,              -- shown to customers
  sort         INTEGER NOT NULL,
  version      INTEGER NOT NULL DEFAULT 1,
  archived_at  INTEGER                         -- closed for good since
) STRICT;

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
  active         INTEGER CHECK (active IN (0, 1)) NOT NULL,
  sort           INTEGER NOT NULL,
  version        INTEGER NOT NULL DEFAULT 1,
  archived_at    INTEGER                           -- closed for good since
, commission_bp INTEGER NOT NULL DEFAULT 0, delivers TEXT NOT NULL DEFAULT 'shop') STRICT;

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
  lat_e6           INTEGER NOT NULL,
  lng_e6           INTEGER NOT NULL,
  hours            TEXT NOT NULL,              -- JSON: [{"day":0-6 (0 = Sunday),"open":"09:00","close":"02:00"}], close ≤ open runs past midnight
  switched_closed  INTEGER CHECK (switched_closed IN (0, 1)) NOT NULL,           -- manual switch
  minimum_order    INTEGER NOT NULL CHECK (minimum_order >= 0), -- minor units
  delivery_minutes INTEGER NOT NULL CHECK (delivery_minutes >= 0), -- 0 for services that promise days
  accept_minutes   INTEGER NOT NULL DEFAULT 15 CHECK (accept_minutes > 0),
  rating_sum       INTEGER NOT NULL DEFAULT 0,
  rating_count     INTEGER NOT NULL DEFAULT 0,
  active           INTEGER CHECK (active IN (0, 1)) NOT NULL,
  sort             INTEGER NOT NULL,
  slot_capacity    INTEGER NOT NULL DEFAULT 0 CHECK (slot_capacity >= 0), -- orders an hour; 0: no limit
  pickup_minutes   INTEGER NOT NULL DEFAULT 0 CHECK (pickup_minutes >= 0), -- until an order can be collected; 0: no pickup
  free_from        INTEGER NOT NULL DEFAULT 0 CHECK (free_from >= 0), -- items from which delivery is free; 0: never
  paused_until     INTEGER,                     -- takes no orders until then
  pause_reason     TEXT NOT NULL DEFAULT '',   -- of the pause or the switch: busy | staff | stock | power | other
  seller_code      TEXT NOT NULL DEFAULT '',   -- what the seller calls the branch
  legal_name       TEXT NOT NULL DEFAULT '',   -- where the branch sells under another name than its store
  tax_number       TEXT NOT NULL DEFAULT '',
  tax_branch_code  TEXT NOT NULL DEFAULT '',   -- of the branch in e-receipts
  version          INTEGER NOT NULL DEFAULT 1,  -- of the profile
  hours_version    INTEGER NOT NULL DEFAULT 1,
  zones_version    INTEGER NOT NULL DEFAULT 1,
  archived_at      INTEGER                      -- closed for good since
) STRICT;

CREATE INDEX branches_service ON branches (service_id, sort, id);

CREATE INDEX branches_store ON branches (store_id, sort, id);

CREATE TABLE branch_exceptions (
  branch_id TEXT NOT NULL REFERENCES branches (id),
  day       TEXT NOT NULL,                           -- YYYY-MM-DD in Cairo
  hours     TEXT NOT NULL,                           -- JSON [{"open","close"}]
  note_en   TEXT NOT NULL DEFAULT '',
  note_ar   TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (branch_id, day)
) STRICT;

CREATE TABLE hour_ranges (
  id          TEXT PRIMARY KEY,
  name_en     TEXT NOT NULL,
  name_ar     TEXT NOT NULL,
  starts_on   TEXT NOT NULL,                         -- YYYY-MM-DD in Cairo
  ends_on     TEXT NOT NULL,                         -- the last day
  hours       TEXT NOT NULL,                         -- as branches.hours
  version     INTEGER NOT NULL DEFAULT 1,
  archived_at INTEGER
) STRICT;

CREATE TABLE hour_range_branches (
  range_id  TEXT NOT NULL REFERENCES hour_ranges (id),
  branch_id TEXT NOT NULL REFERENCES branches (id),
  PRIMARY KEY (range_id, branch_id)
) STRICT;

CREATE TABLE delivery_zones (
  branch_id   TEXT NOT NULL REFERENCES branches (id),
  district_id TEXT NOT NULL REFERENCES districts (id),
  priority    INTEGER NOT NULL DEFAULT 0,
  fee         INTEGER NOT NULL CHECK (fee >= 0),
  minutes     INTEGER NOT NULL CHECK (minutes >= 0),
  minimum     INTEGER CHECK (minimum >= 0),           -- least order; NULL: the branch's
  free_from   INTEGER CHECK (free_from >= 0),         -- items from which delivery is free, 0: never; NULL: the branch's
  shape       TEXT NOT NULL DEFAULT '',              -- JSON [[lat_e6,lng_e6],…] that narrows the district; '' for all of it
  PRIMARY KEY (branch_id, district_id, priority)
) STRICT;

CREATE INDEX delivery_zones_district ON delivery_zones (district_id, branch_id);

CREATE TABLE slot_bookings (
  branch_id TEXT NOT NULL,
  slot_at   INTEGER NOT NULL,                    -- when the hour begins
  used      INTEGER NOT NULL CHECK (used >= 0),
  PRIMARY KEY (branch_id, slot_at)
) STRICT;

CREATE TABLE staff (
  id            TEXT PRIMARY KEY,
  email         TEXT UNIQUE,                 -- or a phone, to sign in with; one of them at least
  name          TEXT NOT NULL,
  role          TEXT NOT NULL CHECK (role IN ('owner', 'editor', 'manager', 'picker', 'support', 'finance', 'courier')), -- owner | editor | manager | picker | support | finance | courier
  password_hash TEXT NOT NULL,
  lang          TEXT NOT NULL DEFAULT 'ar',
  disabled_at   INTEGER,                      -- locked out since
  owner_until   INTEGER,                      -- was an owner until then, for the last time
  created_at    INTEGER NOT NULL,
  phone         TEXT UNIQUE,                 -- E.164, also for the customer to call a courier
  signed_in_at  INTEGER,                      -- for the last time
  temporary_until INTEGER,                    -- somebody else set the password: it must be changed by then
  totp_secret   BLOB,                       -- encrypted with a key outside the database; NULL without a second factor
  totp_since    INTEGER,                      -- confirmed with a code; NULL while it is being set up
  totp_step     INTEGER NOT NULL DEFAULT 0,   -- of the last code that was used: an older one is refused
  version       INTEGER NOT NULL DEFAULT 1
) STRICT;

CREATE TABLE staff_invitations (
  id         TEXT PRIMARY KEY,
  token_hash TEXT NOT NULL UNIQUE,
  name       TEXT NOT NULL,
  email      TEXT,
  phone      TEXT,
  role       TEXT NOT NULL CHECK (role IN ('owner', 'editor', 'manager', 'picker', 'support', 'finance', 'courier')), -- owner | editor | manager | picker | support | finance | courier
  branches   TEXT NOT NULL DEFAULT '[]',
  invited_by TEXT NOT NULL REFERENCES staff (id),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at    INTEGER                          -- taken up, withdrawn, or replaced by a newer one
) STRICT;

CREATE INDEX staff_invitations_open ON staff_invitations (expires_at) WHERE used_at IS NULL;

CREATE TABLE staff_recovery_codes (
  staff_id  TEXT NOT NULL REFERENCES staff (id),
  code_hash TEXT NOT NULL,
  used_at   INTEGER,
  PRIMARY KEY (staff_id, code_hash)
) STRICT;

CREATE TABLE staff_devices (
  secret_hash  TEXT NOT NULL,
  staff_id     TEXT NOT NULL REFERENCES staff (id),
  id           TEXT NOT NULL UNIQUE,
  last_used_at INTEGER NOT NULL,
  PRIMARY KEY (secret_hash, staff_id)
) STRICT;

CREATE INDEX staff_devices_staff ON staff_devices (staff_id, last_used_at);

CREATE TABLE staff_branches (
  staff_id  TEXT NOT NULL REFERENCES staff (id),
  branch_id TEXT NOT NULL REFERENCES branches (id),
  PRIMARY KEY (staff_id, branch_id)
) STRICT;

CREATE TABLE staff_sessions (
  token_hash   TEXT PRIMARY KEY,
  id           TEXT NOT NULL UNIQUE,
  staff_id     TEXT NOT NULL REFERENCES staff (id),
  created_at   INTEGER NOT NULL,
  expires_at   INTEGER NOT NULL,                      -- 8 h
  last_seen_at INTEGER NOT NULL,                      -- idle 30 min
  revoked_at   INTEGER,
  user_agent   TEXT NOT NULL DEFAULT '',
  address      TEXT NOT NULL DEFAULT ''              -- it was opened from
) STRICT;

CREATE INDEX staff_sessions_staff ON staff_sessions (staff_id, created_at, id);

CREATE TABLE audit_log (
  id       TEXT PRIMARY KEY,
  staff_id TEXT NOT NULL,
  action   TEXT NOT NULL,
  object   TEXT NOT NULL,
  before   TEXT NOT NULL,
  after    TEXT NOT NULL,
  reason   TEXT NOT NULL,
  at       INTEGER NOT NULL
) STRICT;

CREATE INDEX audit_log_object ON audit_log (object, at, id);

CREATE INDEX audit_log_newest ON audit_log (at DESC, id DESC);

CREATE INDEX audit_log_staff ON audit_log (staff_id, at DESC, id DESC);

CREATE TABLE categories (
  id         TEXT PRIMARY KEY,
  slug       TEXT NOT NULL UNIQUE,
  service_id TEXT NOT NULL REFERENCES services (id),
  parent_id  TEXT REFERENCES categories (id),
  name_en    TEXT NOT NULL,
  name_ar    TEXT NOT NULL,
  image      TEXT NOT NULL,
  active     INTEGER CHECK (active IN (0, 1)) NOT NULL,
  sort       INTEGER NOT NULL,
  archived_at INTEGER,                   -- NULL: in use
  version    INTEGER NOT NULL DEFAULT 1, -- raised by every change
  CHECK (archived_at IS NULL OR NOT active)
) STRICT;

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
  images         TEXT NOT NULL,               -- JSON ["name", …]
  attributes     TEXT NOT NULL DEFAULT '[]',  -- JSON [{"name":{"en","ar"},"value":{"en","ar"}}]
  options        TEXT NOT NULL DEFAULT '[]',  -- JSON [{"id","name":{"en","ar"},"values":[{"id","name":{…}}]}]
  keywords       TEXT NOT NULL DEFAULT '',
  unit_en        TEXT NOT NULL DEFAULT '',
  unit_ar        TEXT NOT NULL DEFAULT '',
  min_qty        INTEGER NOT NULL DEFAULT 1 CHECK (min_qty >= 1),
  max_qty        INTEGER NOT NULL DEFAULT 0 CHECK (max_qty >= 0), -- 0: no limit but stock
  vat_bp         INTEGER NOT NULL CHECK (vat_bp BETWEEN 0 AND 10000), -- VAT in basis points, contained in the price: 1400, 500, 0
  popularity     INTEGER NOT NULL DEFAULT 0,
  rating_sum     INTEGER NOT NULL DEFAULT 0,
  rating_count   INTEGER NOT NULL DEFAULT 0,
  active         INTEGER CHECK (active IN (0, 1)) NOT NULL,             -- published; drafts and what is archived are not
  archived_at    INTEGER,                       -- NULL: in use
  version        INTEGER NOT NULL DEFAULT 1,    -- raised by every change of the product or its variants
  created_at     INTEGER NOT NULL,
  updated_at     INTEGER NOT NULL, extra_groups INTEGER NOT NULL DEFAULT 0, step_qty INTEGER NOT NULL DEFAULT 1 CHECK (step_qty >= 1), unit_grams INTEGER NOT NULL DEFAULT 0 CHECK (unit_grams IN (0, 10, 20, 25, 40, 50, 100, 125, 200, 250, 500, 1000)),
  CHECK (archived_at IS NULL OR NOT active)
) STRICT;

CREATE INDEX products_service ON products (service_id, popularity DESC, id);

CREATE INDEX products_store ON products (store_id, popularity DESC, id);

CREATE INDEX products_category ON products (category_id, popularity DESC, id);

CREATE INDEX products_newest ON products (service_id, created_at DESC, popularity DESC, id);

CREATE INDEX products_shelf ON products (category_id, store_id) WHERE active;

CREATE TABLE variants (
  id         TEXT PRIMARY KEY,
  product_id TEXT NOT NULL REFERENCES products (id),
  sku        TEXT NOT NULL UNIQUE,
  choices    TEXT NOT NULL DEFAULT '{}',              -- JSON {"size":"large"}: option id -> value id
  name_en    TEXT NOT NULL DEFAULT '',                -- "Large", empty where there is one variant
  name_ar    TEXT NOT NULL DEFAULT '',
  image      TEXT,
  active     INTEGER CHECK (active IN (0, 1)) NOT NULL,
  sort       INTEGER NOT NULL,
  barcode    TEXT NOT NULL DEFAULT '',                -- '' for none
  weight_grams INTEGER NOT NULL DEFAULT 0 CHECK (weight_grams >= 0) -- 0: not known
) STRICT;

CREATE INDEX variants_product ON variants (product_id, sort, id);

CREATE INDEX variants_barcode ON variants (barcode) WHERE barcode <> '';

CREATE TABLE branch_prices (
  branch_id   TEXT NOT NULL REFERENCES branches (id),
  variant_id  TEXT NOT NULL REFERENCES variants (id),
  product_id  TEXT NOT NULL REFERENCES products (id),
  price       INTEGER NOT NULL CHECK (price >= 0),  -- minor units, VAT included
  offer_price INTEGER CHECK (offer_price >= 0),
  offer_from  INTEGER,
  offer_to    INTEGER,
  active      INTEGER CHECK (active IN (0, 1)) NOT NULL,
  version     INTEGER NOT NULL DEFAULT 1, price_since INTEGER NOT NULL DEFAULT 0, -- raised by every change
  PRIMARY KEY (branch_id, variant_id)
) STRICT;

CREATE INDEX branch_prices_product ON branch_prices (product_id, branch_id, variant_id);

CREATE INDEX branch_prices_offers ON branch_prices (product_id) WHERE offer_price IS NOT NULL;

CREATE TABLE catalog_version (
  id      INTEGER PRIMARY KEY,
  version INTEGER NOT NULL
) STRICT;

CREATE TABLE catalog_changes (
  version   INTEGER NOT NULL,
  kind      TEXT NOT NULL,          -- product | variant | branch | place | category | content | shop | all
  ref       TEXT NOT NULL,
  branch_id TEXT NOT NULL,          -- where prices or stock changed; '' for every branch
  aspect    TEXT NOT NULL,          -- price | stock | text; '' for any of them
  PRIMARY KEY (version, kind, ref, branch_id, aspect)
) STRICT;

CREATE TABLE stock (
  branch_id  TEXT NOT NULL,
  variant_id TEXT NOT NULL,
  on_hand    INTEGER NOT NULL CHECK (on_hand >= 0),
  reserved   INTEGER NOT NULL CHECK (reserved >= 0),
  counted    INTEGER CHECK (counted IN (0, 1)) NOT NULL DEFAULT TRUE,
  out_until  INTEGER,                                     -- sold out by hand until then; NULL: not
  warn_at    INTEGER NOT NULL DEFAULT 0 CHECK (warn_at >= 0), -- so few left are worth a warning; 0: none
  PRIMARY KEY (branch_id, variant_id),
  CHECK (reserved <= on_hand)
) STRICT;

CREATE INDEX stock_out ON stock (out_until) WHERE out_until IS NOT NULL;

CREATE TABLE stock_moves (
  branch_id  TEXT NOT NULL,
  variant_id TEXT NOT NULL,
  id         TEXT NOT NULL,
  qty        INTEGER NOT NULL,              -- + in, - out
  reason     TEXT NOT NULL,                -- opening | received | sold | returned | scrapped | corrected | written_off
  source     TEXT NOT NULL,                -- order line, import, staff action
  at         INTEGER NOT NULL,
  staff_id   TEXT NOT NULL DEFAULT '',     -- who did it, where somebody did
  fault      TEXT NOT NULL DEFAULT '',     -- of what was written off: branch | courier | shop | customer | supplier
  note       TEXT NOT NULL DEFAULT '',     -- why, in their words
  PRIMARY KEY (branch_id, variant_id, id)
) STRICT;

CREATE UNIQUE INDEX stock_moves_source ON stock_moves (branch_id, variant_id, reason, source);

CREATE TABLE reservations (
  branch_id  TEXT NOT NULL,
  variant_id TEXT NOT NULL,
  order_id   TEXT NOT NULL,
  qty        INTEGER NOT NULL CHECK (qty > 0),
  counted    INTEGER CHECK (counted IN (0, 1)) NOT NULL DEFAULT TRUE,      -- FALSE: held of stock that was not counted, which nothing was taken from
  state      TEXT NOT NULL,                      -- active | committed | released
  expires_at INTEGER,                             -- only while the order is a draft
  created_at INTEGER NOT NULL,
  ended_at   INTEGER,
  PRIMARY KEY (branch_id, variant_id, order_id)
) STRICT;

CREATE INDEX reservations_order ON reservations (order_id, variant_id);

CREATE TABLE imports (
  id         TEXT PRIMARY KEY,
  file       TEXT NOT NULL,    -- what it was called
  format     TEXT NOT NULL,
  staff_id   TEXT NOT NULL,
  rows_read  INTEGER NOT NULL,
  counts     TEXT NOT NULL,    -- JSON {"added":3,…}
  started_at INTEGER NOT NULL,
  ended_at   INTEGER,           -- NULL: under way, or cut off
  undone_at  INTEGER
, state TEXT NOT NULL DEFAULT 'done', version INTEGER NOT NULL DEFAULT 1, stored TEXT NOT NULL DEFAULT '', size INTEGER NOT NULL DEFAULT 0, rows_in INTEGER NOT NULL DEFAULT 0, items_done INTEGER NOT NULL DEFAULT 0, header TEXT NOT NULL DEFAULT '[]', columns TEXT NOT NULL DEFAULT '[]', sample TEXT NOT NULL DEFAULT '[]', options TEXT NOT NULL DEFAULT '{}', wrong TEXT NOT NULL DEFAULT '', changed_at INTEGER NOT NULL DEFAULT 0) STRICT;

CREATE INDEX imports_newest ON imports (started_at DESC, id DESC);

CREATE TABLE import_changes (
  import_id  TEXT NOT NULL REFERENCES imports (id),
  seq        INTEGER NOT NULL,
  kind       TEXT NOT NULL,    -- product | price | stock
  ref        TEXT NOT NULL,    -- of the product or variant
  branch_id  TEXT NOT NULL,    -- '' of products
  before     TEXT NOT NULL,    -- JSON of what it was; '' where there was nothing
  version    INTEGER NOT NULL,  -- what it was raised to, of shelves what they then held
  undone     INTEGER CHECK (undone IN (0, 1)) NOT NULL,
  PRIMARY KEY (import_id, seq)
) STRICT;

CREATE TABLE pages (
  name       TEXT PRIMARY KEY,
  title_en   TEXT NOT NULL,
  title_ar   TEXT NOT NULL,
  body_en    TEXT NOT NULL,
  body_ar    TEXT NOT NULL,             -- Markdown
  version    INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  html_en    TEXT NOT NULL DEFAULT '',  -- clean, made of the body when it was written
  html_ar    TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE TABLE posts (
  id         TEXT PRIMARY KEY,
  slug       TEXT NOT NULL UNIQUE,
  title_en   TEXT NOT NULL,
  title_ar   TEXT NOT NULL,
  lead_en    TEXT NOT NULL,
  lead_ar    TEXT NOT NULL,         -- one or two sentences for lists and shared links
  body_en    TEXT NOT NULL,
  body_ar    TEXT NOT NULL,         -- Markdown
  html_en    TEXT NOT NULL,
  html_ar    TEXT NOT NULL,         -- clean, made of the body when it was written
  author_en  TEXT NOT NULL,
  author_ar  TEXT NOT NULL,
  cover      TEXT NOT NULL,         -- a picture's name
  published  INTEGER CHECK (published IN (0, 1)) NOT NULL,
  publish_at INTEGER,                -- shown from then on; never NULL once published
  version    INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE tags (
  slug    TEXT PRIMARY KEY,
  name_en TEXT NOT NULL,
  name_ar TEXT NOT NULL
) STRICT;

CREATE TABLE post_tags (
  post_id TEXT NOT NULL REFERENCES posts (id),
  slug    TEXT NOT NULL REFERENCES tags (slug),
  sort    INTEGER NOT NULL,
  PRIMARY KEY (post_id, slug)
) STRICT;

CREATE TABLE contact (
  id         INTEGER PRIMARY KEY CHECK (id = 1),
  phone      TEXT NOT NULL,                      -- E.164
  whatsapp   TEXT NOT NULL,
  email      TEXT NOT NULL,
  address_en TEXT NOT NULL,
  address_ar TEXT NOT NULL,
  hours_en   TEXT NOT NULL,
  hours_ar   TEXT NOT NULL,
  version    INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE banners (
  id          TEXT PRIMARY KEY,
  service_id  TEXT REFERENCES services (id),
  district_id TEXT REFERENCES districts (id),
  title_en    TEXT NOT NULL,
  title_ar    TEXT NOT NULL,
  text_en     TEXT NOT NULL, text_ar  TEXT NOT NULL,
  action_en   TEXT NOT NULL,
  action_ar   TEXT NOT NULL,
  image       TEXT NOT NULL,
  link        TEXT NOT NULL,
  starts_at   INTEGER,
  ends_at     INTEGER,
  active      INTEGER CHECK (active IN (0, 1)) NOT NULL,
  sort        INTEGER NOT NULL,
  version     INTEGER NOT NULL
) STRICT;

CREATE TABLE blocks (
  id          TEXT PRIMARY KEY,
  slug        TEXT NOT NULL UNIQUE,
  service_id  TEXT NOT NULL REFERENCES services (id),
  district_id TEXT REFERENCES districts (id),
  title_en    TEXT NOT NULL,
  title_ar    TEXT NOT NULL,
  rule        TEXT NOT NULL,                   -- offers | newest | popular | category:<id> | list
  starts_at   INTEGER,
  ends_at     INTEGER,
  active      INTEGER CHECK (active IN (0, 1)) NOT NULL,
  sort        INTEGER NOT NULL,
  version     INTEGER NOT NULL
) STRICT;

CREATE TABLE block_products (
  block_id   TEXT NOT NULL REFERENCES blocks (id),
  product_id TEXT NOT NULL REFERENCES products (id),
  sort       INTEGER NOT NULL,
  PRIMARY KEY (block_id, product_id)
) STRICT;

CREATE TABLE currencies (
  code      TEXT PRIMARY KEY,  -- ISO 4217
  name_en   TEXT NOT NULL,
  name_ar   TEXT NOT NULL,
  symbol_en TEXT NOT NULL,
  symbol_ar TEXT NOT NULL,
  decimals  INTEGER NOT NULL CHECK (decimals BETWEEN 0 AND 3), -- never changes: amounts frozen on orders are in it
  active    INTEGER CHECK (active IN (0, 1)) NOT NULL,
  sort      INTEGER NOT NULL
) STRICT;

CREATE TABLE currency_rates (
  code     TEXT NOT NULL REFERENCES currencies (code),
  seq      INTEGER NOT NULL,
  rate_e6  INTEGER NOT NULL CHECK (rate_e6 > 0),  -- millionths of the shop's currency for one unit
  staff_id TEXT NOT NULL,
  note     TEXT NOT NULL,
  at       INTEGER NOT NULL,
  PRIMARY KEY (code, seq)
) STRICT;

CREATE TABLE media (
  name         TEXT PRIMARY KEY,
  title        TEXT NOT NULL,             -- what the file was called, or staff call it
  alt_en       TEXT NOT NULL,
  alt_ar       TEXT NOT NULL,             -- what is to be seen, for those who do not see it
  words        TEXT NOT NULL,             -- title and texts, folded, to search in
  size         INTEGER NOT NULL,           -- bytes of all widths together
  width        INTEGER NOT NULL,
  height       INTEGER NOT NULL,
  staff_id     TEXT NOT NULL,
  created_at   INTEGER NOT NULL,
  version      INTEGER NOT NULL DEFAULT 1,
  unused_since INTEGER,                    -- nothing has shown it since
  gone_at      INTEGER                     -- its files are being removed, then this row
) STRICT;

CREATE INDEX media_newest ON media (created_at DESC, name DESC);

CREATE INDEX media_unused ON media (unused_since) WHERE unused_since IS NOT NULL;

CREATE TABLE media_uses (
  name TEXT NOT NULL,
  kind TEXT NOT NULL,  -- product | category | store | post | banner | shop
  ref  TEXT NOT NULL,
  PRIMARY KEY (name, kind, ref)
) STRICT;

CREATE INDEX media_uses_ref ON media_uses (kind, ref);

CREATE TABLE coupons (
  id            TEXT PRIMARY KEY,
  code          TEXT NOT NULL UNIQUE,            -- upper case
  kind          TEXT NOT NULL CHECK (kind IN ('percent', 'amount', 'free_delivery')), -- percent | amount | free_delivery
  value         INTEGER NOT NULL,                 -- basis points or minor units
  minimum       INTEGER NOT NULL DEFAULT 0,
  cap           INTEGER,                          -- most that a percentage takes off
  starts_at     INTEGER,
  ends_at       INTEGER,
  total_limit   INTEGER,
  customer_limit INTEGER,
  first_order   INTEGER CHECK (first_order IN (0, 1)) NOT NULL,
  services      TEXT NOT NULL DEFAULT '[]',
  stores        TEXT NOT NULL DEFAULT '[]',
  categories    TEXT NOT NULL DEFAULT '[]',
  uses          INTEGER NOT NULL DEFAULT 0 CHECK (uses >= 0), -- unreleased redemptions; guarded
  active        INTEGER CHECK (active IN (0, 1)) NOT NULL,
  listed        INTEGER CHECK (listed IN (0, 1)) NOT NULL DEFAULT FALSE,  -- shown among "your coupons" to everybody who may use it
  created_at    INTEGER NOT NULL DEFAULT 0,
  updated_at    INTEGER NOT NULL DEFAULT 0,
  version       INTEGER NOT NULL DEFAULT 1,       -- counts the changes
  makers        TEXT NOT NULL DEFAULT '[]',      -- who changed what it gives since it was let: none of them is the second person
  waits_since   INTEGER,                          -- to be switched on, once a second person agrees
  CHECK (NOT active OR waits_since IS NULL)
) STRICT;

CREATE INDEX coupons_listed ON coupons (id) WHERE listed AND active;

CREATE TABLE coupon_customers (
  coupon_id TEXT NOT NULL,
  user_id   TEXT NOT NULL,
  uses      INTEGER NOT NULL CHECK (uses >= 0),
  PRIMARY KEY (coupon_id, user_id)
) STRICT;

CREATE TABLE coupon_redemptions (
  coupon_id   TEXT NOT NULL,
  order_id    TEXT NOT NULL,
  user_id     TEXT NOT NULL,
  discount    INTEGER NOT NULL,
  created_at  INTEGER NOT NULL,
  released_at INTEGER,
  PRIMARY KEY (coupon_id, order_id)
) STRICT;

CREATE INDEX coupon_redemptions_recent ON coupon_redemptions (coupon_id, created_at, order_id);

CREATE TABLE carts (
  id         TEXT PRIMARY KEY,
  owner      TEXT NOT NULL,
  service_id TEXT NOT NULL,
  branch_id  TEXT NOT NULL,
  state      TEXT NOT NULL,     -- active | parked | ordered | merged | emptied
  version    INTEGER NOT NULL,   -- raised by every change
  coupon_id  TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX carts_active ON carts (owner, service_id) WHERE state = 'active';

CREATE INDEX carts_owner ON carts (owner, service_id, id);

CREATE INDEX carts_parked ON carts (updated_at, id) WHERE state = 'parked';

CREATE TABLE cart_items (
  cart_id    TEXT NOT NULL,
  id         TEXT NOT NULL,
  variant_id TEXT NOT NULL,
  product_id TEXT NOT NULL,
  qty        INTEGER NOT NULL CHECK (qty > 0),
  note       TEXT NOT NULL DEFAULT '',
  seen_price INTEGER NOT NULL,                  -- unit price when last shown, to tell of changes
  created_at INTEGER NOT NULL, extras TEXT NOT NULL DEFAULT '', unit_grams INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (cart_id, id)
) STRICT;

CREATE TABLE orders (
  id               TEXT PRIMARY KEY,
  number           TEXT NOT NULL UNIQUE,             -- what people say: W-7F3K-29QD
  user_id          TEXT NOT NULL,
  branch_id        TEXT NOT NULL,
  store_id         TEXT NOT NULL,
  service_id       TEXT NOT NULL,
  cart_id          TEXT NOT NULL,
  cart_version     INTEGER NOT NULL,                  -- the cart's guard lets each version be ordered once
  status           TEXT NOT NULL,
  held_from        TEXT,                             -- status an on_hold order came from
  event_seq        INTEGER NOT NULL,
  payment_method   TEXT NOT NULL,                    -- cod | card
  payment_state    TEXT NOT NULL,                    -- due | pending | paid | refunding | refunded | failed | void
  currency         TEXT NOT NULL,
  items_total      INTEGER NOT NULL,
  discount         INTEGER NOT NULL,
  delivery_fee     INTEGER NOT NULL,
  service_fee      INTEGER NOT NULL DEFAULT 0,
  tip              INTEGER NOT NULL,
  tax              INTEGER NOT NULL,                  -- VAT contained in total
  total            INTEGER NOT NULL,
  paid             INTEGER NOT NULL,
  due              INTEGER NOT NULL,
  coupon_id        TEXT,
  coupon_code      TEXT,
  address          TEXT NOT NULL,                    -- JSON copy of the address
  address_id       TEXT NOT NULL,
  district_id      TEXT NOT NULL,
  note             TEXT NOT NULL DEFAULT '',
  change_for       INTEGER,                           -- "I will pay with 500"
  scheduled_from   INTEGER,
  scheduled_to     INTEGER,
  promised_at      INTEGER NOT NULL,
  pin_tries        INTEGER NOT NULL DEFAULT 0,        -- wrong codes at the door since it was last sent out
  courier_id       TEXT,
  courier_name     TEXT,                             -- who took it out for delivery
  steps            TEXT NOT NULL,                    -- JSON: how the total came about
  terms_version    TEXT NOT NULL,
  lang             TEXT NOT NULL,
  expires_at       INTEGER,                           -- of a draft
  accept_by        INTEGER,                           -- a pending order not accepted by then is rejected
  attempts         INTEGER NOT NULL DEFAULT 0,        -- deliveries that failed
  picked_at        INTEGER,
  delivered_at     INTEGER,
  cancelled_by     TEXT,
  created_at       INTEGER NOT NULL,
  updated_at       INTEGER NOT NULL,
  wallet_paid      INTEGER NOT NULL DEFAULT 0,        -- of the total, when it was placed
  points_paid      INTEGER NOT NULL DEFAULT 0,        -- of the total, as money
  points_spent     INTEGER NOT NULL DEFAULT 0,        -- points
  given_back       INTEGER NOT NULL DEFAULT 0,        -- of what was paid, on its way back or back; never more than paid
  display_currency TEXT,                             -- the currency the total was also shown in, with rate and total frozen
  display_rate     INTEGER,
  display_total    INTEGER,
  fulfilment       TEXT NOT NULL DEFAULT 'delivery'  -- or 'pickup'
, seller TEXT NOT NULL DEFAULT '', commission_bp INTEGER NOT NULL DEFAULT 0, commission_base INTEGER NOT NULL DEFAULT 0, delivered_by TEXT NOT NULL DEFAULT '', discount_by TEXT NOT NULL DEFAULT '', promises TEXT NOT NULL DEFAULT '') STRICT;

CREATE INDEX orders_user ON orders (user_id, created_at DESC, id DESC);

CREATE INDEX orders_board ON orders (branch_id, status, created_at, id);

CREATE INDEX orders_updated ON orders (branch_id, updated_at, id);

CREATE INDEX orders_expiring ON orders (expires_at, id) WHERE status = 'draft';

CREATE INDEX orders_unaccepted ON orders (accept_by, id) WHERE status = 'pending';

CREATE TABLE order_lines (
  order_id   TEXT NOT NULL,
  id         TEXT NOT NULL,
  branch_id  TEXT NOT NULL,
  variant_id TEXT NOT NULL,
  product_id TEXT NOT NULL,
  name_en    TEXT NOT NULL,
  name_ar    TEXT NOT NULL,
  variant_en TEXT NOT NULL,
  variant_ar TEXT NOT NULL,
  image      TEXT NOT NULL,
  unit_price INTEGER NOT NULL,
  list_price INTEGER NOT NULL,           -- before the offer
  qty        INTEGER NOT NULL,
  line_total INTEGER NOT NULL,           -- unit_price × qty
  discount   INTEGER NOT NULL,           -- this line's share of the coupon
  vat_bp     INTEGER NOT NULL,
  tax        INTEGER NOT NULL,
  note       TEXT NOT NULL DEFAULT '', extras TEXT NOT NULL DEFAULT '', extras_price INTEGER NOT NULL DEFAULT 0, vat_class INTEGER, as_new_hours INTEGER, defective_hours INTEGER, return_kind TEXT, unit_grams INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (order_id, id)
) STRICT;

CREATE TABLE order_events (
  order_id    TEXT NOT NULL,
  seq         INTEGER NOT NULL,           -- 1, 2, 3 … without a gap
  from_status TEXT,
  to_status   TEXT NOT NULL,
  actor_kind  TEXT NOT NULL,             -- customer | staff | system
  actor_id    TEXT NOT NULL,
  reason      TEXT NOT NULL DEFAULT '',
  at          INTEGER NOT NULL,
  PRIMARY KEY (order_id, seq)
) STRICT;

CREATE TABLE payments (
  id           TEXT PRIMARY KEY,
  order_id     TEXT NOT NULL,
  user_id      TEXT NOT NULL,
  gateway      TEXT NOT NULL,                  -- sandbox | cod
  gateway_ref  TEXT,                           -- the gateway's own id of the intent
  state        TEXT NOT NULL,                  -- created | open | captured | failed | expired | cancelled
  amount       INTEGER NOT NULL,
  currency     TEXT NOT NULL,
  captured     INTEGER NOT NULL DEFAULT 0,
  refunded     INTEGER NOT NULL DEFAULT 0,
  checkout_url TEXT,
  created_at   INTEGER NOT NULL,
  updated_at   INTEGER NOT NULL,
  purpose      TEXT NOT NULL DEFAULT 'order',  -- order | topup, whose id then stands in order_id
  CHECK (refunded <= captured)
) STRICT;

CREATE INDEX payments_unsettled ON payments (updated_at, id) WHERE state IN ('created', 'open');

CREATE UNIQUE INDEX payments_order ON payments (order_id, gateway);

CREATE UNIQUE INDEX payments_ref ON payments (gateway, gateway_ref) WHERE gateway_ref IS NOT NULL;

CREATE TABLE payment_events (
  gateway    TEXT NOT NULL,
  event_id   TEXT NOT NULL,
  payment_id TEXT,
  body       TEXT NOT NULL,
  state      TEXT NOT NULL,        -- received | applied | ignored
  at         INTEGER NOT NULL,
  PRIMARY KEY (gateway, event_id)
) STRICT;

CREATE TABLE refunds (
  id          TEXT PRIMARY KEY,
  payment_id  TEXT NOT NULL,                 -- '' where the money does not go back to a card
  order_id    TEXT NOT NULL,
  amount      INTEGER NOT NULL,
  reason      TEXT NOT NULL,
  state       TEXT NOT NULL,                 -- waiting | requested | sent | done | failed
  gateway_ref TEXT,
  source      TEXT NOT NULL UNIQUE,          -- order:<id>:cancelled — asked for once
  attempts    INTEGER NOT NULL DEFAULT 0,
  created_at  INTEGER NOT NULL,
  updated_at  INTEGER NOT NULL,
  way         TEXT NOT NULL DEFAULT 'card',  -- card | wallet | bank | points
  user_id     TEXT NOT NULL DEFAULT '',
  bank        TEXT NOT NULL DEFAULT '',      -- where a transfer goes
  points      INTEGER NOT NULL DEFAULT 0      -- points given back
) STRICT;

CREATE INDEX refunds_payment ON refunds (payment_id, id);

CREATE INDEX refunds_order ON refunds (order_id, id);

CREATE INDEX refunds_waiting ON refunds (created_at, id) WHERE state = 'waiting';

CREATE TABLE topups (
  id         TEXT PRIMARY KEY,
  user_id    TEXT NOT NULL,
  key        TEXT NOT NULL,                       -- Idempotency-Key
  amount     INTEGER NOT NULL CHECK (amount > 0),
  lang       TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX topups_key ON topups (user_id, key);

CREATE TABLE sandbox_intents (
  id         TEXT PRIMARY KEY,
  reference  TEXT NOT NULL,
  amount     INTEGER NOT NULL,
  currency   TEXT NOT NULL,
  state      TEXT NOT NULL,              -- open | settling | paid | expired
  return_url TEXT NOT NULL,
  notify_url TEXT NOT NULL,
  declines   INTEGER NOT NULL DEFAULT 0,
  expires_at INTEGER NOT NULL,
  card_last4 TEXT,
  refunded   INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  paid_at    INTEGER
) STRICT;

CREATE UNIQUE INDEX sandbox_intents_reference ON sandbox_intents (reference);

CREATE TABLE sandbox_refunds (
  id        TEXT PRIMARY KEY,
  intent_id TEXT NOT NULL REFERENCES sandbox_intents (id),
  key       TEXT NOT NULL UNIQUE,  -- idempotency key of the caller
  amount    INTEGER NOT NULL,
  at        INTEGER NOT NULL
) STRICT;

CREATE TABLE paymob_intents (
  reference      TEXT PRIMARY KEY,      -- our payment's id
  order_id       TEXT NOT NULL UNIQUE,  -- Paymob's order
  checkout_url   TEXT NOT NULL,
  amount         INTEGER NOT NULL,
  currency       TEXT NOT NULL,
  transaction_id TEXT UNIQUE,           -- the transaction that paid it
  expires_at     INTEGER NOT NULL,
  created_at     INTEGER NOT NULL
) STRICT;

CREATE TABLE paymob_refunds (
  key      TEXT PRIMARY KEY,
  order_id TEXT NOT NULL,
  amount   INTEGER NOT NULL,
  refunded INTEGER NOT NULL,   -- of the transaction, before this one
  state    TEXT NOT NULL,     -- asked | done | refused
  ref      TEXT,
  asked_at INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX paymob_refunds_one ON paymob_refunds (order_id) WHERE state = 'asked';

CREATE TABLE ledger_transactions (
  id     TEXT PRIMARY KEY,
  source TEXT NOT NULL UNIQUE,  -- posting twice for one source is a no-op
  kind   TEXT NOT NULL,
  at     INTEGER NOT NULL
) STRICT;

CREATE TABLE ledger_postings (
  transaction_id TEXT NOT NULL,
  line           INTEGER NOT NULL,
  account        TEXT NOT NULL,       -- kind:owner, e.g. branch_payable:br_…, gateway:sandbox, cash_due:br_…
  currency       TEXT NOT NULL,
  amount         INTEGER NOT NULL,     -- + debit, - credit; a transaction sums to zero
  PRIMARY KEY (transaction_id, line)
) STRICT;

CREATE INDEX ledger_postings_account ON ledger_postings (account, currency, transaction_id);

CREATE TABLE ledger_balances (
  account  TEXT NOT NULL,
  currency TEXT NOT NULL,
  balance  INTEGER NOT NULL,
  PRIMARY KEY (account, currency)
) STRICT;

CREATE TABLE wallet_entries (
  user_id    TEXT NOT NULL,
  id         TEXT NOT NULL,
  type       TEXT NOT NULL,
  amount     INTEGER NOT NULL,           -- + in, - out
  status     TEXT NOT NULL,             -- pending | done | failed
  source     TEXT NOT NULL,
  order_id   TEXT,
  note       TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  done_at    INTEGER,
  PRIMARY KEY (user_id, id)
) STRICT;

CREATE UNIQUE INDEX wallet_entries_source ON wallet_entries (user_id, source);

CREATE INDEX wallet_entries_newest ON wallet_entries (user_id, created_at DESC, id DESC);

CREATE TABLE wallet_grants (
  id         TEXT PRIMARY KEY,
  user_id    TEXT NOT NULL,
  amount     INTEGER NOT NULL CHECK (amount > 0),
  reason     TEXT NOT NULL,
  state      TEXT NOT NULL,                       -- waiting | done | declined
  asked_by   TEXT NOT NULL,
  key        TEXT NOT NULL,                       -- Idempotency-Key of who asked
  decided_by TEXT,
  created_at INTEGER NOT NULL,
  decided_at INTEGER
) STRICT;

CREATE UNIQUE INDEX wallet_grants_key ON wallet_grants (asked_by, key);

CREATE INDEX wallet_grants_newest ON wallet_grants (created_at DESC, id DESC);

CREATE TABLE given (
  object      TEXT NOT NULL,                      -- credit:grt_… | return:ret_… | quotation:quo_… | coupon:cpn_…
  part        INTEGER NOT NULL,                    -- the offer, or the version of the coupon
  giver       TEXT NOT NULL,
  receiver    TEXT,                               -- the customer; NULL where it is for anybody
  amount      INTEGER CHECK (amount > 0),          -- at most; NULL: nothing bounds it
  day         TEXT NOT NULL,                      -- the business day
  basis       TEXT NOT NULL,                      -- alone | sole_owner | two
  second      TEXT,                               -- who agreed
  at          INTEGER NOT NULL,
  released_at INTEGER,                             -- can no longer be had since
  PRIMARY KEY (object, part)
) STRICT;

CREATE INDEX given_days_lines ON given (day, giver);

CREATE TABLE given_days (
  who   TEXT NOT NULL,
  day   TEXT NOT NULL,
  given INTEGER NOT NULL CHECK (given >= 0 AND given <= most),
  most  INTEGER NOT NULL,                          -- the limit when something was given last
  PRIMARY KEY (who, day)
) STRICT;

CREATE TABLE points_accounts (
  user_id TEXT PRIMARY KEY,
  debt    INTEGER NOT NULL DEFAULT 0 CHECK (debt >= 0),
  version INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE points_lots (
  user_id    TEXT NOT NULL,
  id         TEXT NOT NULL,
  source     TEXT NOT NULL,
  order_id   TEXT,
  points     INTEGER NOT NULL CHECK (points > 0),
  unused     INTEGER NOT NULL CHECK (unused >= 0 AND unused <= points),
  earned_at  INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  nudged_at  INTEGER,
  PRIMARY KEY (user_id, id)
) STRICT;

CREATE UNIQUE INDEX points_lots_source ON points_lots (user_id, source);

CREATE INDEX points_lots_expiring ON points_lots (expires_at, user_id, id) WHERE unused > 0;

CREATE TABLE points_uses (
  user_id    TEXT NOT NULL,
  lot_id     TEXT NOT NULL,
  source     TEXT NOT NULL,
  kind       TEXT NOT NULL,                       -- spent | converted | reversed | expired
  points     INTEGER NOT NULL CHECK (points > 0),
  given_back INTEGER NOT NULL DEFAULT 0 CHECK (given_back >= 0 AND given_back <= points),
  at         INTEGER NOT NULL,
  PRIMARY KEY (user_id, lot_id, source)
) STRICT;

CREATE INDEX points_uses_source ON points_uses (user_id, source, lot_id);

CREATE TABLE points_entries (
  user_id    TEXT NOT NULL,
  id         TEXT NOT NULL,
  type       TEXT NOT NULL,    -- earned | spent | returned | converted | expired | reversed | netted
  points     INTEGER NOT NULL,  -- + in, - out
  source     TEXT NOT NULL,
  order_id   TEXT,
  expires_at INTEGER,
  at         INTEGER NOT NULL,
  PRIMARY KEY (user_id, id)
) STRICT;

CREATE UNIQUE INDEX points_entries_source ON points_entries (user_id, source);

CREATE INDEX points_entries_newest ON points_entries (user_id, at DESC, id DESC);

CREATE TABLE points_earned (
  user_id  TEXT NOT NULL,
  order_id TEXT NOT NULL,
  base     INTEGER NOT NULL,            -- money that earned
  rate     INTEGER NOT NULL,            -- points for 100 pounds
  points   INTEGER NOT NULL,
  returned INTEGER NOT NULL DEFAULT 0,  -- of share
  share    INTEGER NOT NULL DEFAULT 0,
  reversed INTEGER NOT NULL DEFAULT 0 CHECK (reversed >= 0 AND reversed <= points),
  at       INTEGER NOT NULL,
  PRIMARY KEY (user_id, order_id)
) STRICT;

CREATE TABLE loyalty_rates (
  service_id TEXT PRIMARY KEY,
  points     INTEGER NOT NULL CHECK (points >= 0)  -- for 100 pounds
) STRICT;

CREATE TABLE loyalty_terms (
  id            TEXT PRIMARY KEY,
  worth         INTEGER NOT NULL CHECK (worth > 0),  -- minor units for 100 points
  life_days     INTEGER NOT NULL CHECK (life_days > 0),
  nudge_days    INTEGER NOT NULL CHECK (nudge_days >= 0),
  least_convert INTEGER NOT NULL CHECK (least_convert > 0)
, rates_version INTEGER NOT NULL DEFAULT 0) STRICT;

CREATE TABLE return_rules (
  target          TEXT NOT NULL,  -- product | category | service | shop
  slug            TEXT NOT NULL,  -- '' for the shop
  as_new_hours    INTEGER NOT NULL CHECK (as_new_hours >= 0), -- for any reason; 0: not at all
  defective_hours INTEGER NOT NULL CHECK (defective_hours >= 0), -- when the shop is to blame; 0: not at all
  kind            TEXT NOT NULL,  -- why it is so: general | perishable | hygiene | custom
  PRIMARY KEY (target, slug)
) STRICT;

CREATE TABLE return_reasons (
  id            TEXT PRIMARY KEY,
  name_en       TEXT NOT NULL,
  name_ar       TEXT NOT NULL,
  needs_comment INTEGER CHECK (needs_comment IN (0, 1)) NOT NULL,
  needs_photo   INTEGER CHECK (needs_photo IN (0, 1)) NOT NULL,
  defective     INTEGER CHECK (defective IN (0, 1)) NOT NULL,  -- the shop is to blame
  sort          INTEGER NOT NULL
) STRICT;

CREATE TABLE returns (
  id           TEXT PRIMARY KEY,
  number       TEXT NOT NULL UNIQUE,            -- what people say: R-7F3K-29QD
  user_id      TEXT NOT NULL,
  branch_id    TEXT NOT NULL,
  order_id     TEXT NOT NULL,
  order_number TEXT NOT NULL,
  state        TEXT NOT NULL,                   -- requested | approved | refused | withdrawn | picked_up | received | inspected | settled | refunded
  event_seq    INTEGER NOT NULL,
  refund_to    TEXT NOT NULL,                   -- card | wallet | bank: where the part paid by card or in cash goes
  bank         TEXT,                            -- JSON {iban, holder}, only while it is needed
  bank_masked  TEXT NOT NULL DEFAULT '',
  address      TEXT NOT NULL,                   -- JSON copy of where it is picked up
  pickup_from  INTEGER NOT NULL,
  pickup_to    INTEGER NOT NULL,
  currency     TEXT NOT NULL,
  gross        INTEGER NOT NULL,                 -- of its units, of the accepted ones once they are inspected
  discount     INTEGER NOT NULL,                 -- what the coupon had taken off them
  delivery     INTEGER NOT NULL,                 -- the delivery fee that goes back as well
  refund       INTEGER NOT NULL,
  inspected_by TEXT,
  settled_by   TEXT,
  lang         TEXT NOT NULL,
  created_at   INTEGER NOT NULL,
  updated_at   INTEGER NOT NULL,
  CHECK (refund = gross - discount + delivery)
) STRICT;

CREATE INDEX returns_user ON returns (user_id, created_at DESC, id DESC);

CREATE INDEX returns_order ON returns (order_id, id);

CREATE INDEX returns_queue ON returns (branch_id, state, created_at, id);

CREATE TABLE return_lines (
  return_id TEXT NOT NULL,
  id        TEXT NOT NULL,
  order_id  TEXT NOT NULL,
  line_id   TEXT NOT NULL,                    -- of order_lines
  qty       INTEGER NOT NULL CHECK (qty > 0),
  reason_id TEXT NOT NULL REFERENCES return_reasons (id),
  defective INTEGER CHECK (defective IN (0, 1)) NOT NULL,                 -- as the reason said when it was given
  comment   TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (return_id, id)
) STRICT;

CREATE TABLE return_units (
  order_id       TEXT NOT NULL,
  line_id        TEXT NOT NULL,
  unit           INTEGER NOT NULL CHECK (unit > 0),
  return_id      TEXT NOT NULL,
  return_line_id TEXT NOT NULL,
  gross          INTEGER NOT NULL,
  discount       INTEGER NOT NULL,
  outcome        TEXT,                              -- restock | scrap | refuse, once it is inspected
  why            TEXT NOT NULL DEFAULT '',          -- of a refused one
  live           INTEGER CHECK (live IN (0, 1)) NOT NULL,                  -- false once its return was refused or withdrawn
  PRIMARY KEY (return_id, line_id, unit)
) STRICT;

CREATE UNIQUE INDEX return_units_once ON return_units (order_id, line_id, unit) WHERE live;

CREATE TABLE return_events (
  return_id  TEXT NOT NULL,
  seq        INTEGER NOT NULL,           -- 1, 2, 3 … without a gap
  from_state TEXT,
  to_state   TEXT NOT NULL,
  actor_kind TEXT NOT NULL,             -- customer | staff | system
  actor_id   TEXT NOT NULL,
  reason     TEXT NOT NULL DEFAULT '',
  at         INTEGER NOT NULL,
  PRIMARY KEY (return_id, seq)
) STRICT;

CREATE TABLE return_payouts (
  return_id TEXT NOT NULL,
  way       TEXT NOT NULL,                       -- card | wallet | bank | points
  source    TEXT NOT NULL UNIQUE,                -- return:<id>:<way>, as it was given to the payments
  amount    INTEGER NOT NULL CHECK (amount > 0),
  done_at   INTEGER,
  PRIMARY KEY (return_id, way)
) STRICT;

CREATE TABLE quotations (
  id           TEXT PRIMARY KEY,
  number       TEXT NOT NULL UNIQUE,  -- what people say: Q-7F3K-29QD
  user_id      TEXT NOT NULL,
  branch_id    TEXT NOT NULL,
  store_id     TEXT NOT NULL,
  service_id   TEXT NOT NULL,
  district_id  TEXT NOT NULL,         -- where it is to be delivered; the fee is for there
  state        TEXT NOT NULL,         -- requested | priced | change_requested | accepted | ordered | declined | expired
  event_seq    INTEGER NOT NULL,       -- the last event; guards every change
  version      INTEGER NOT NULL,       -- offers made so far; the last one stands
  company_name TEXT NOT NULL,
  tax_id       TEXT NOT NULL,
  note         TEXT NOT NULL,
  lang         TEXT NOT NULL,
  expires_at   INTEGER,                -- of the current offer 
  order_id     TEXT,                  -- the order it became
  created_at   INTEGER NOT NULL,
  updated_at   INTEGER NOT NULL
) STRICT;

CREATE INDEX quotations_user ON quotations (user_id, created_at DESC, id DESC);

CREATE INDEX quotations_queue ON quotations (branch_id, state, updated_at, id);

CREATE INDEX quotations_expiring ON quotations (expires_at, id) WHERE state IN ('priced', 'accepted');

CREATE UNIQUE INDEX quotations_order ON quotations (order_id) WHERE order_id IS NOT NULL;

CREATE TABLE quotation_lines (
  quotation_id TEXT NOT NULL,
  id           TEXT NOT NULL,
  variant_id   TEXT NOT NULL,
  product_id   TEXT NOT NULL,
  name_en      TEXT NOT NULL,
  name_ar      TEXT NOT NULL,
  variant_en   TEXT NOT NULL,
  variant_ar   TEXT NOT NULL,
  image        TEXT NOT NULL,
  qty          INTEGER NOT NULL CHECK (qty > 0), extras TEXT NOT NULL DEFAULT '', extras_price INTEGER NOT NULL DEFAULT 0, unit_grams INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (quotation_id, id)
) STRICT;

CREATE TABLE quotation_offers (
  quotation_id TEXT NOT NULL,
  version      INTEGER NOT NULL,                   -- 1, 2, 3 … without a gap
  staff_id     TEXT NOT NULL,
  delivery_fee INTEGER NOT NULL CHECK (delivery_fee >= 0),
  note         TEXT NOT NULL,
  items_total  INTEGER NOT NULL,
  tax          INTEGER NOT NULL CHECK (tax >= 0),  -- VAT contained in total
  total        INTEGER NOT NULL,
  steps        TEXT NOT NULL,                     -- JSON: how the total came about
  expires_at   INTEGER NOT NULL,
  created_at   INTEGER NOT NULL,
  PRIMARY KEY (quotation_id, version)
) STRICT;

CREATE TABLE quotation_prices (
  quotation_id TEXT NOT NULL,
  version      INTEGER NOT NULL,
  line_id      TEXT NOT NULL,
  unit_price   INTEGER NOT NULL CHECK (unit_price >= 0),
  list_price   INTEGER NOT NULL,                 -- what the shelf asked for when it was priced
  vat_bp       INTEGER NOT NULL,
  PRIMARY KEY (quotation_id, version, line_id)
) STRICT;

CREATE TABLE quotation_proposals (
  quotation_id TEXT PRIMARY KEY,
  id           TEXT NOT NULL UNIQUE,
  staff_id     TEXT NOT NULL,                     -- who made it
  seq          INTEGER NOT NULL,                   -- the event it answers
  units        TEXT NOT NULL,                     -- JSON: the price of each line
  delivery_fee INTEGER NOT NULL CHECK (delivery_fee >= 0),
  days         INTEGER NOT NULL,                   -- for how long it will hold
  note         TEXT NOT NULL,
  below        INTEGER NOT NULL,                   -- how much less than the list prices
  declined_by  TEXT,
  declined_why TEXT NOT NULL DEFAULT '',
  created_at   INTEGER NOT NULL
) STRICT;

CREATE TABLE quotation_events (
  quotation_id TEXT NOT NULL,
  seq          INTEGER NOT NULL,    -- 1, 2, 3 … without a gap
  from_state   TEXT,
  to_state     TEXT NOT NULL,
  version      INTEGER NOT NULL,    -- the offer that stands after it
  actor_kind   TEXT NOT NULL,      -- customer | staff | system
  actor_id     TEXT NOT NULL,
  note         TEXT NOT NULL,
  at           INTEGER NOT NULL,
  PRIMARY KEY (quotation_id, seq)
) STRICT;

CREATE TABLE quotation_customers (
  user_id  TEXT PRIMARY KEY,
  asked_at INTEGER NOT NULL
) STRICT;

CREATE TABLE referral_codes (
  code       TEXT PRIMARY KEY,      -- upper case
  user_id    TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE referrals (
  friend_id        TEXT PRIMARY KEY,
  id               TEXT NOT NULL UNIQUE,
  referrer_id      TEXT NOT NULL,
  code             TEXT NOT NULL,
  state            TEXT NOT NULL,               -- joined | waiting | held | paid | refused
  reason           TEXT NOT NULL DEFAULT '',    -- why it is held or was refused
  cleared          TEXT NOT NULL DEFAULT '[]',  -- reasons somebody looked at and let pass
  evidence         TEXT NOT NULL DEFAULT '[]',  -- who else is involved, for the one who looks
  reward_referrer  INTEGER NOT NULL,
  reward_friend    INTEGER NOT NULL,
  rate_bp          INTEGER NOT NULL,             -- commission on the friend's orders
  window_days      INTEGER NOT NULL,             -- an order counts this long after its delivery
  commission_until INTEGER NOT NULL,             -- orders placed until then earn commission
  order_id         TEXT,                        -- the friend's first order that was delivered
  due_at           INTEGER,                      -- when its return window is over
  paid_at          INTEGER,
  created_at       INTEGER NOT NULL,
  updated_at       INTEGER NOT NULL
) STRICT;

CREATE INDEX referrals_referrer ON referrals (referrer_id, created_at, id);

CREATE INDEX referrals_due ON referrals (due_at, id) WHERE state = 'waiting';

CREATE INDEX referrals_held ON referrals (updated_at, id) WHERE state = 'held';

CREATE TABLE referral_commissions (
  referrer_id TEXT NOT NULL,
  order_id    TEXT NOT NULL,
  friend_id   TEXT NOT NULL,
  referral_id TEXT NOT NULL,
  rate_bp     INTEGER NOT NULL,
  purchase    INTEGER NOT NULL,           -- items after discount, less what came back
  amount      INTEGER NOT NULL,
  state       TEXT NOT NULL,             -- waiting | paid | void
  reason      TEXT NOT NULL DEFAULT '',  -- why it is void
  due_at      INTEGER NOT NULL,
  paid_at     INTEGER,
  created_at  INTEGER NOT NULL,
  PRIMARY KEY (referrer_id, order_id)
) STRICT;

CREATE INDEX referral_commissions_due ON referral_commissions (due_at, order_id) WHERE state = 'waiting';

CREATE INDEX referral_commissions_friend ON referral_commissions (friend_id, order_id);

CREATE TABLE referral_months (
  user_id    TEXT NOT NULL,
  month      TEXT NOT NULL,     -- 2026-11
  rewards    INTEGER NOT NULL,   -- how many
  commission INTEGER NOT NULL,   -- minor units
  PRIMARY KEY (user_id, month)
) STRICT;

CREATE TABLE referral_signals (
  kind    TEXT NOT NULL,
  value   TEXT NOT NULL,
  user_id TEXT NOT NULL,
  seen_at INTEGER NOT NULL,
  PRIMARY KEY (kind, value, user_id)
) STRICT;

CREATE INDEX referral_signals_user ON referral_signals (user_id, kind, value);

CREATE TABLE favourites (
  user_id        TEXT NOT NULL,
  kind           TEXT NOT NULL,                   -- product | branch
  ref            TEXT NOT NULL,
  created_at     INTEGER NOT NULL,
  district_id    TEXT NOT NULL DEFAULT '',        -- where it was marked for
  price          INTEGER,                          -- minor units when marked
  seen_price     INTEGER,                          -- when last looked at
  seen_available INTEGER CHECK (seen_available IN (0, 1)) NOT NULL DEFAULT FALSE,
  tell_price     INTEGER CHECK (tell_price IN (0, 1)) NOT NULL DEFAULT FALSE,
  tell_stock     INTEGER CHECK (tell_stock IN (0, 1)) NOT NULL DEFAULT FALSE,
  changes        INTEGER NOT NULL DEFAULT 0,       -- raised whenever what was seen changes
  PRIMARY KEY (user_id, kind, ref)
) STRICT;

CREATE INDEX favourites_ref ON favourites (ref, kind, user_id);

CREATE INDEX favourites_newest ON favourites (user_id, kind, created_at DESC, ref);

CREATE TABLE favourite_news (
  user_id    TEXT NOT NULL,
  ref        TEXT NOT NULL,
  what       TEXT NOT NULL,                 -- cheaper | back
  change     INTEGER NOT NULL,               -- favourites.changes after it
  price_was  INTEGER,
  price      INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  told_day   TEXT,                          -- the digest it went out with
  PRIMARY KEY (user_id, ref, what, change)
) STRICT;

CREATE INDEX favourite_news_untold ON favourite_news (user_id, ref) WHERE told_day IS NULL;

CREATE TABLE favourite_digests (
  user_id TEXT NOT NULL,
  day     TEXT NOT NULL,      -- YYYY-MM-DD in Cairo
  things  INTEGER NOT NULL,
  sent_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, day)
) STRICT;

CREATE TABLE favourite_cursor (
  id        INTEGER PRIMARY KEY,
  version   INTEGER NOT NULL,
  looked_at INTEGER NOT NULL
) STRICT;

CREATE TABLE ratings (
  id             TEXT PRIMARY KEY,
  kind           TEXT NOT NULL,              -- branch | product
  subject        TEXT NOT NULL,              -- id of the branch or the product
  branch_id      TEXT NOT NULL,              -- who sold it
  user_id        TEXT NOT NULL,
  order_id       TEXT NOT NULL,
  line_id        TEXT NOT NULL,              -- empty for the order as a whole
  stars          INTEGER NOT NULL CHECK (stars BETWEEN 1 AND 5),
  delivery_stars INTEGER CHECK (delivery_stars BETWEEN 1 AND 5),
  text           TEXT NOT NULL,
  photos         INTEGER NOT NULL DEFAULT 0,
  helpful        INTEGER NOT NULL DEFAULT 0,
  answer         TEXT,
  answered_by    TEXT,
  answered_at    INTEGER,
  hidden_at      INTEGER,
  hidden_reason  TEXT,
  version        INTEGER NOT NULL,            -- raised by every change
  created_at     INTEGER NOT NULL,
  updated_at     INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX ratings_line ON ratings (order_id, line_id);

CREATE INDEX ratings_subject ON ratings (subject, created_at DESC, id DESC);

CREATE INDEX ratings_branch ON ratings (branch_id, created_at DESC, id DESC);

CREATE INDEX ratings_pictured ON ratings (user_id) WHERE photos > 0;

CREATE TABLE rating_votes (
  rating_id  TEXT NOT NULL REFERENCES ratings (id),
  user_id    TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (rating_id, user_id)
) STRICT;

CREATE TABLE tickets (
  user_id    TEXT NOT NULL,         -- '' for guests
  id         TEXT NOT NULL,
  number     TEXT NOT NULL UNIQUE,  -- what people say: T-7F3K-29QD
  name       TEXT NOT NULL,
  phone      TEXT NOT NULL,         -- E.164, or ''
  email      TEXT NOT NULL,
  lang       TEXT NOT NULL,
  subject    TEXT NOT NULL,
  category   TEXT NOT NULL,         -- order | payment | delivery | product | account | other
  order_id   TEXT,
  state      TEXT NOT NULL CHECK (state IN ('open', 'answered', 'closed')), -- open: the shop's turn | answered: the customer's | closed
  seq        INTEGER NOT NULL,       -- of the last message
  read_seq   INTEGER NOT NULL,       -- how far its customer has read
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,       -- when it was last their or our turn
  closed_at  INTEGER,
  PRIMARY KEY (user_id, id)
) STRICT;

CREATE UNIQUE INDEX tickets_id ON tickets (id);

CREATE INDEX tickets_queue ON tickets (state, updated_at, id);

CREATE TABLE ticket_messages (
  ticket_id  TEXT NOT NULL,
  seq        INTEGER NOT NULL,
  author     TEXT NOT NULL,                        -- customer | staff | note: for staff only
  staff_id   TEXT NOT NULL,                        -- '' for customers
  staff_name TEXT NOT NULL,
  body       TEXT NOT NULL,
  at         INTEGER NOT NULL,
  PRIMARY KEY (ticket_id, seq),
  FOREIGN KEY (ticket_id) REFERENCES tickets (id)
) STRICT;

CREATE TABLE policy_acceptances (
  user_id  TEXT NOT NULL REFERENCES users (id),
  version  TEXT NOT NULL,
  order_id TEXT NOT NULL,                      -- whose press accepted it
  lang     TEXT NOT NULL,                      -- the language it was read in
  at       INTEGER NOT NULL,
  PRIMARY KEY (user_id, version)
) STRICT;

CREATE TABLE price_marks (
  branch_id  TEXT NOT NULL,
  variant_id TEXT NOT NULL,
  version    INTEGER NOT NULL,                     -- of the price that took its place
  price      INTEGER NOT NULL CHECK (price > 0),
  since      INTEGER NOT NULL,
  until      INTEGER NOT NULL,
  PRIMARY KEY (branch_id, variant_id, version)
) STRICT;

CREATE TABLE price_waits (
  id          TEXT PRIMARY KEY,
  branch_id   TEXT NOT NULL,
  variant_id  TEXT NOT NULL,
  product_id  TEXT NOT NULL,
  price       INTEGER NOT NULL CHECK (price > 0),
  offer_price INTEGER,
  offer_from  INTEGER,
  offer_to    INTEGER,
  active      INTEGER CHECK (active IN (0, 1)) NOT NULL,
  highest     INTEGER NOT NULL,                    -- what it is compared with
  makers      TEXT NOT NULL,                      -- JSON ids of staff
  asked_at    INTEGER NOT NULL,
  version     INTEGER NOT NULL DEFAULT 1,
  UNIQUE (branch_id, variant_id)
) STRICT;

CREATE INDEX price_waits_oldest ON price_waits (asked_at, id);

CREATE TABLE extra_groups (
  id          TEXT PRIMARY KEY,
  store_id    TEXT NOT NULL REFERENCES stores (id),
  name_en     TEXT NOT NULL,
  name_ar     TEXT NOT NULL,
  least       INTEGER NOT NULL CHECK (least >= 0),     -- units to choose at least; above 0 the choice is required
  most        INTEGER NOT NULL CHECK (most >= 1),      -- and at most
  archived_at INTEGER,                                 -- NULL: in use
  version     INTEGER NOT NULL DEFAULT 1,              -- raised by every change
  created_at  INTEGER NOT NULL,
  updated_at  INTEGER NOT NULL,
  CHECK (most >= least)
) STRICT;

CREATE INDEX extra_groups_store ON extra_groups (store_id, id);

CREATE TABLE extras (
  id       TEXT PRIMARY KEY,
  group_id TEXT NOT NULL REFERENCES extra_groups (id),
  name_en  TEXT NOT NULL,
  name_ar  TEXT NOT NULL,
  price    INTEGER NOT NULL CHECK (price >= 0),   -- minor units, VAT included, on top of the product's price
  most     INTEGER NOT NULL CHECK (most >= 1),    -- of this one, for one unit of the product
  preset   INTEGER NOT NULL CHECK (preset >= 0),  -- how many are chosen until the customer says otherwise
  active   INTEGER CHECK (active IN (0, 1)) NOT NULL,                     -- offered
  sort     INTEGER NOT NULL,
  CHECK (preset <= most)
) STRICT;

CREATE INDEX extras_group ON extras (group_id, sort, id);

CREATE TABLE product_extras (
  product_id TEXT NOT NULL REFERENCES products (id),
  group_id   TEXT NOT NULL REFERENCES extra_groups (id),
  sort       INTEGER NOT NULL,
  PRIMARY KEY (product_id, group_id)
) STRICT;

CREATE INDEX product_extras_group ON product_extras (group_id, product_id);

CREATE TABLE extra_outs (
  branch_id TEXT NOT NULL REFERENCES branches (id),
  extra_id  TEXT NOT NULL REFERENCES extras (id),
  out_until INTEGER NOT NULL,
  PRIMARY KEY (branch_id, extra_id)
) STRICT;

CREATE INDEX extra_outs_extra ON extra_outs (extra_id);

CREATE TABLE menus (
  id          TEXT PRIMARY KEY,
  store_id    TEXT NOT NULL REFERENCES stores (id),
  name_en     TEXT NOT NULL,
  name_ar     TEXT NOT NULL,
  branches    TEXT NOT NULL,            -- JSON ["id", …]; none: every branch of the store
  hours       TEXT NOT NULL,            -- JSON, as branches.hours
  categories  TEXT NOT NULL,            -- JSON ["id", …], with what is below them
  products    TEXT NOT NULL,            -- JSON ["id", …]
  active      INTEGER CHECK (active IN (0, 1)) NOT NULL,
  archived_at INTEGER,                   -- NULL: in use
  version     INTEGER NOT NULL DEFAULT 1,
  created_at  INTEGER NOT NULL,
  updated_at  INTEGER NOT NULL,
  CHECK (archived_at IS NULL OR NOT active)
) STRICT;

CREATE INDEX menus_store ON menus (store_id, id);

CREATE UNIQUE INDEX cart_items_line ON cart_items (cart_id, variant_id, extras);

CREATE TABLE backups (
  id          TEXT PRIMARY KEY,
  name        TEXT NOT NULL,     -- of the file
  state       TEXT NOT NULL CHECK (state IN ('running', 'good', 'failed')),
  why         TEXT NOT NULL,     -- nightly | console | command
  staff_id    TEXT NOT NULL,     -- who asked, or ''
  node        TEXT NOT NULL,     -- the machine whose disk has it
  size        INTEGER NOT NULL,
  started_at  INTEGER NOT NULL,
  lease_until INTEGER NOT NULL,   -- while running; whoever works on it moves it on
  ended_at    INTEGER,
  problem     TEXT NOT NULL,     -- what went wrong, in one word; '' when nothing did
  detail      TEXT NOT NULL,     -- in the words of whoever found it
  kept_here   INTEGER CHECK (kept_here IN (0, 1)) NOT NULL,  -- the file is on the machine's disk
  kept_far    INTEGER CHECK (kept_far IN (0, 1)) NOT NULL   -- and in the second place
) STRICT;

CREATE INDEX backups_recent ON backups (started_at, id);

CREATE UNIQUE INDEX backups_one ON backups (state) WHERE state = 'running';

CREATE TABLE certificates (
  name       TEXT PRIMARY KEY,
  sealed     TEXT NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE import_results (
  import_id  TEXT NOT NULL REFERENCES imports (id),
  phase      TEXT NOT NULL,    -- check | run | undo
  n          INTEGER NOT NULL,  -- its place in the file
  line       INTEGER NOT NULL,
  name       TEXT NOT NULL,
  grp        TEXT NOT NULL,    -- what its rows share; '' for nothing
  product_id TEXT NOT NULL,
  outcome    TEXT NOT NULL,    -- added | changed | same | refused | left
  problems   TEXT NOT NULL,    -- JSON
  PRIMARY KEY (import_id, phase, n)
) STRICT;

CREATE INDEX import_results_outcome ON import_results (import_id, phase, outcome, n);

CREATE INDEX import_results_grp ON import_results (import_id, phase, grp);

CREATE TABLE import_mappings (
  header  TEXT PRIMARY KEY,    -- its digest
  columns TEXT NOT NULL,       -- JSON
  at      INTEGER NOT NULL
) STRICT;

CREATE TABLE given_hands (
  object TEXT NOT NULL,
  part   INTEGER NOT NULL,
  hand   TEXT NOT NULL,
  PRIMARY KEY (object, part, hand)
) STRICT;

CREATE INDEX refunds_open ON refunds (created_at, id) WHERE state IN ('waiting', 'failed');

CREATE INDEX coupons_changed ON coupons (updated_at, id);

CREATE INDEX referrals_touched ON referrals (state, updated_at, id);

CREATE INDEX tickets_touched ON tickets (updated_at, id);

CREATE TABLE past_names (
  product_id TEXT NOT NULL,
  version    INTEGER NOT NULL,                     -- of the product, with which the next name came
  variant_id TEXT NOT NULL,                       -- '': of the product itself
  name_en    TEXT NOT NULL,
  name_ar    TEXT NOT NULL,
  unit_en    TEXT NOT NULL,
  unit_ar    TEXT NOT NULL,
  sku        TEXT NOT NULL,
  barcode    TEXT NOT NULL,
  until      INTEGER NOT NULL,
  let        INTEGER CHECK (let IN (0, 1)) NOT NULL DEFAULT FALSE,      -- somebody let what came later: nothing is compared with this one any more
  PRIMARY KEY (product_id, version, variant_id)
) STRICT;

CREATE INDEX past_names_until ON past_names (until);

CREATE TABLE name_waits (
  id         TEXT PRIMARY KEY,
  product_id TEXT NOT NULL UNIQUE,
  form       TEXT NOT NULL,                       -- JSON: the product as it shall be
  like_id    TEXT NOT NULL,                       -- the dear product it would come to resemble; '' for none
  makers     TEXT NOT NULL,                       -- JSON ids of staff
  asked_at   INTEGER NOT NULL,
  version    INTEGER NOT NULL DEFAULT 1
) STRICT;

CREATE INDEX name_waits_oldest ON name_waits (asked_at, id);

CREATE INDEX orders_newest ON orders (created_at, id);

CREATE INDEX orders_delivered ON orders (delivered_at, id) WHERE delivered_at IS NOT NULL;

CREATE INDEX variants_sku_code ON variants (REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(UPPER(sku), '-', ''), ' ', ''), '_', ''), '.', ''), '/', ''));

CREATE INDEX variants_barcode_code ON variants (REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(UPPER(barcode), '-', ''), ' ', ''), '_', ''), '.', ''), '/', '')) WHERE barcode <> '';

CREATE INDEX past_names_sku_code ON past_names (REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(UPPER(sku), '-', ''), ' ', ''), '_', ''), '.', ''), '/', '')) WHERE variant_id <> '';

CREATE INDEX past_names_barcode_code ON past_names (REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(UPPER(barcode), '-', ''), ' ', ''), '_', ''), '.', ''), '/', '')) WHERE variant_id <> '' AND barcode <> '';

CREATE TABLE cash_handovers (
  id         TEXT PRIMARY KEY,
  branch_id  TEXT NOT NULL,
  courier_id TEXT NOT NULL,           -- '': paid at the counter
  day        TEXT NOT NULL,           -- the business day it was taken in
  orders     INTEGER NOT NULL CHECK (orders > 0),
  expected   INTEGER NOT NULL,
  counted    INTEGER NOT NULL CHECK (counted >= 0),
  reason     TEXT NOT NULL DEFAULT '',
  taken_by   TEXT NOT NULL,
  at         INTEGER NOT NULL
) STRICT;

CREATE INDEX cash_handovers_newest ON cash_handovers (branch_id, at, id);

CREATE TABLE cash_handed (
  order_id    TEXT PRIMARY KEY,
  handover_id TEXT NOT NULL,
  amount      INTEGER NOT NULL
) STRICT;

CREATE INDEX cash_handed_handover ON cash_handed (handover_id, order_id);

CREATE TABLE cash_open (
  order_id   TEXT PRIMARY KEY,
  branch_id  TEXT NOT NULL,
  courier_id TEXT NOT NULL,           -- '': paid at the counter
  amount     INTEGER NOT NULL,
  at         INTEGER NOT NULL
) STRICT;

CREATE INDEX cash_open_holder ON cash_open (branch_id, courier_id, order_id);

CREATE INDEX refunds_done ON refunds (updated_at, id) WHERE state = 'done';

CREATE TABLE user_words (
  word    TEXT NOT NULL,
  user_id TEXT NOT NULL,
  PRIMARY KEY (word, user_id)
) STRICT;

CREATE INDEX user_words_user ON user_words (user_id, word);

CREATE INDEX users_joined ON users (created_at, id) WHERE erased_at IS NULL;

CREATE INDEX users_blocked ON users (created_at, id) WHERE blocked_at IS NOT NULL AND erased_at IS NULL;

CREATE INDEX ratings_newest ON ratings (created_at DESC, id DESC);

CREATE TABLE first_branch (
  one       INTEGER PRIMARY KEY CHECK (one = 1),
  branch_id TEXT NOT NULL
) STRICT;

CREATE TABLE bulk_runs (
  id         TEXT PRIMARY KEY,
  staff_id   TEXT NOT NULL,           -- with whose rights each row is done
  op         TEXT NOT NULL,           -- the operation that was called
  action     TEXT NOT NULL,
  lang       TEXT NOT NULL CHECK (lang IN ('en', 'ar')), -- of the refusals
  ids        TEXT NOT NULL,           -- JSON: of the rows, in order
  worked     INTEGER NOT NULL,         -- so many of them are done or refused
  refused    TEXT NOT NULL,           -- JSON: each with its code and message
  started_at INTEGER NOT NULL,
  ended_at   INTEGER
) STRICT;

CREATE INDEX bulk_runs_started ON bulk_runs (started_at);

CREATE INDEX services_in_order ON services (sort, id);

CREATE INDEX stores_in_order ON stores (sort, id);

CREATE INDEX branches_in_order ON branches (sort, id);

CREATE INDEX hour_ranges_in_order ON hour_ranges (starts_on DESC, id);
