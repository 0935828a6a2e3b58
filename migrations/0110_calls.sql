-- Orders of guests that the branch confirms by a call, while nothing carries sign-in codes.

-- Since when somebody orders without an account. Their number is not in user_phones: it is nobody's to sign in with.
ALTER TABLE users ADD COLUMN guest_since BIGINT;

-- Until when a call must have confirmed the number of an order; empty for a number that is known or confirmed.
ALTER TABLE orders ADD COLUMN confirm_by BIGINT;
CREATE INDEX orders_to_confirm ON orders (confirm_by, id) WHERE confirm_by IS NOT NULL AND status = 'on_hold';

-- Whose orders a browser's are when it gives a number. Another browser with the same number is another guest.
CREATE TABLE call_guests (
  device     TEXT NOT NULL,     -- digest of the browser's cart token
  phone      TEXT NOT NULL,     -- E.164
  user_id    TEXT NOT NULL UNIQUE,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (device, phone)
);
CREATE INDEX call_guests_since ON call_guests (created_at, user_id);

-- An order that waits, or waited, for a call. Its code and its token are derived from nonce with keys outside the database.
CREATE TABLE call_orders (
  order_id     TEXT PRIMARY KEY,
  user_id      TEXT NOT NULL,
  number_key   TEXT NOT NULL,               -- keyed digests, by which open orders are counted
  device_key   TEXT NOT NULL,
  network_key  TEXT NOT NULL,
  nonce        TEXT NOT NULL,
  tries        BIGINT NOT NULL DEFAULT 0,   -- raised before a code is compared
  state        TEXT NOT NULL CHECK (state IN ('waiting', 'confirmed', 'ended')),
  created_at   BIGINT NOT NULL,
  confirmed_at BIGINT,
  confirmed_by TEXT                         -- staff
);
CREATE INDEX call_orders_number ON call_orders (number_key, created_at);
CREATE INDEX call_orders_user ON call_orders (user_id);

-- How many orders wait for a call of one number, one browser and one network: a row is touched only where it has room.
CREATE TABLE call_open (
  holder TEXT PRIMARY KEY,
  open   BIGINT NOT NULL CHECK (open >= 0)
);
