-- Content: blog posts, how to reach the shop; support tickets; other currencies.

ALTER TABLE pages ADD COLUMN html_en TEXT NOT NULL DEFAULT ''; -- clean, made of the body when it was written
ALTER TABLE pages ADD COLUMN html_ar TEXT NOT NULL DEFAULT '';

CREATE TABLE posts (                        -- blogs/{slug}
  id       TEXT PRIMARY KEY,
  slug     TEXT NOT NULL UNIQUE,
  title_en TEXT NOT NULL, title_ar TEXT NOT NULL,
  lead_en  TEXT NOT NULL, lead_ar TEXT NOT NULL, -- one or two sentences for lists and shared links
  body_en  TEXT NOT NULL, body_ar TEXT NOT NULL, -- Markdown
  html_en  TEXT NOT NULL, html_ar TEXT NOT NULL, -- clean, made of the body when it was written
  author_en TEXT NOT NULL, author_ar TEXT NOT NULL,
  cover    TEXT NOT NULL,                   -- a picture's name
  published BOOLEAN NOT NULL,
  publish_at BIGINT,                        -- shown from then on; never NULL once published
  version  BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE TABLE post_tags (
  post_id TEXT NOT NULL REFERENCES posts (id),
  slug    TEXT NOT NULL,
  sort    BIGINT NOT NULL,
  PRIMARY KEY (post_id, slug)
);
CREATE TABLE tags (
  slug    TEXT PRIMARY KEY,
  name_en TEXT NOT NULL, name_ar TEXT NOT NULL
);
CREATE TABLE contact (                      -- how to reach the shop: one row
  id       BIGINT PRIMARY KEY CHECK (id = 1),
  phone    TEXT NOT NULL,                   -- E.164
  whatsapp TEXT NOT NULL,
  email    TEXT NOT NULL,
  address_en TEXT NOT NULL, address_ar TEXT NOT NULL,
  hours_en TEXT NOT NULL, hours_ar TEXT NOT NULL,
  updated_at BIGINT NOT NULL
);

CREATE TABLE tickets (
  user_id  TEXT NOT NULL,                   -- '' for guests
  id       TEXT NOT NULL,
  number   TEXT NOT NULL UNIQUE,            -- what people say: T-7F3K-29QD
  name     TEXT NOT NULL,
  phone    TEXT NOT NULL,                   -- E.164, or ''
  email    TEXT NOT NULL,
  lang     TEXT NOT NULL,
  subject  TEXT NOT NULL,
  category TEXT NOT NULL,                   -- order | payment | delivery | product | account | other
  order_id TEXT,
  state    TEXT NOT NULL,                   -- open: the shop's turn | answered: the shopper's | closed
  seq      BIGINT NOT NULL,                 -- of the last message
  read_seq BIGINT NOT NULL,                 -- how far its shopper has read
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,               -- when it was last their or our turn
  closed_at  BIGINT,
  PRIMARY KEY (user_id, id)
);
CREATE UNIQUE INDEX tickets_id ON tickets (id);
CREATE INDEX tickets_queue ON tickets (state, updated_at, id);
CREATE TABLE ticket_messages (
  ticket_id TEXT NOT NULL,
  seq       BIGINT NOT NULL,
  author    TEXT NOT NULL,                  -- shopper | staff | note: for staff only
  staff_id  TEXT NOT NULL,                  -- '' for shoppers
  staff_name TEXT NOT NULL,
  body      TEXT NOT NULL,
  at        BIGINT NOT NULL,
  PRIMARY KEY (ticket_id, seq)
);

CREATE TABLE currencies (                   -- beside the shop's own
  code     TEXT PRIMARY KEY,                -- ISO 4217
  name_en  TEXT NOT NULL, name_ar TEXT NOT NULL,
  symbol_en TEXT NOT NULL, symbol_ar TEXT NOT NULL,
  decimals BIGINT NOT NULL CHECK (decimals BETWEEN 0 AND 3), -- never changes: amounts frozen on orders are in it
  active   BOOLEAN NOT NULL,
  sort     BIGINT NOT NULL
);
CREATE TABLE currency_rates (               -- append-only; the newest is in force
  code     TEXT NOT NULL REFERENCES currencies (code),
  seq      BIGINT NOT NULL,
  rate_e6  BIGINT NOT NULL CHECK (rate_e6 > 0), -- millionths of the shop's currency for one unit
  staff_id TEXT NOT NULL,
  note     TEXT NOT NULL,
  at       BIGINT NOT NULL,
  PRIMARY KEY (code, seq)
);
-- What the shopper saw beside the total, frozen: the order is paid in its own currency.
ALTER TABLE orders ADD COLUMN display_currency TEXT;
ALTER TABLE orders ADD COLUMN display_rate BIGINT;
ALTER TABLE orders ADD COLUMN display_total BIGINT;
