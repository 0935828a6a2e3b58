-- Content: information pages, blog posts, the home page, other currencies amounts are shown in.

-- Information pages: /information/{name}.
CREATE TABLE pages (
  name       TEXT PRIMARY KEY,
  title_en   TEXT NOT NULL,
  title_ar   TEXT NOT NULL,
  body_en    TEXT NOT NULL,
  body_ar    TEXT NOT NULL,             -- Markdown
  version    BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  html_en    TEXT NOT NULL DEFAULT '',  -- clean, made of the body when it was written
  html_ar    TEXT NOT NULL DEFAULT ''
);

-- Blog posts: /blogs/{slug}.
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
  published  BOOLEAN NOT NULL,
  publish_at BIGINT,                -- shown from then on; never NULL once published
  version    BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);

-- Topics of posts.
CREATE TABLE tags (
  slug    TEXT PRIMARY KEY,
  name_en TEXT NOT NULL,
  name_ar TEXT NOT NULL
);

-- The topics of a post, in their order.
CREATE TABLE post_tags (
  post_id TEXT NOT NULL REFERENCES posts (id),
  slug    TEXT NOT NULL REFERENCES tags (slug),
  sort    BIGINT NOT NULL,
  PRIMARY KEY (post_id, slug)
);

-- How to reach the shop: one row.
CREATE TABLE contact (
  id         BIGINT PRIMARY KEY CHECK (id = 1),
  phone      TEXT NOT NULL,                      -- E.164
  whatsapp   TEXT NOT NULL,
  email      TEXT NOT NULL,
  address_en TEXT NOT NULL,
  address_ar TEXT NOT NULL,
  hours_en   TEXT NOT NULL,
  hours_ar   TEXT NOT NULL,
  version    BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);

-- Banners of the home page.
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
  starts_at   BIGINT,
  ends_at     BIGINT,
  active      BOOLEAN NOT NULL,
  sort        BIGINT NOT NULL,
  version     BIGINT NOT NULL
);

-- Product rows of the home page.
CREATE TABLE blocks (
  id          TEXT PRIMARY KEY,
  slug        TEXT NOT NULL UNIQUE,
  service_id  TEXT NOT NULL REFERENCES services (id),
  district_id TEXT REFERENCES districts (id),
  title_en    TEXT NOT NULL,
  title_ar    TEXT NOT NULL,
  rule        TEXT NOT NULL,                   -- offers | newest | popular | category:<id> | list
  starts_at   BIGINT,
  ends_at     BIGINT,
  active      BOOLEAN NOT NULL,
  sort        BIGINT NOT NULL,
  version     BIGINT NOT NULL
);

-- The products of a row whose rule is list.
CREATE TABLE block_products (
  block_id   TEXT NOT NULL REFERENCES blocks (id),
  product_id TEXT NOT NULL REFERENCES products (id),
  sort       BIGINT NOT NULL,
  PRIMARY KEY (block_id, product_id)
);

-- Currencies amounts can be shown in, beside the shop's own.
CREATE TABLE currencies (
  code      TEXT PRIMARY KEY,  -- ISO 4217
  name_en   TEXT NOT NULL,
  name_ar   TEXT NOT NULL,
  symbol_en TEXT NOT NULL,
  symbol_ar TEXT NOT NULL,
  decimals  BIGINT NOT NULL CHECK (decimals BETWEEN 0 AND 3), -- never changes: amounts frozen on orders are in it
  active    BOOLEAN NOT NULL,
  sort      BIGINT NOT NULL
);

-- Rates of those: append-only, the newest is in force.
CREATE TABLE currency_rates (
  code     TEXT NOT NULL REFERENCES currencies (code),
  seq      BIGINT NOT NULL,
  rate_e6  BIGINT NOT NULL CHECK (rate_e6 > 0),  -- millionths of the shop's currency for one unit
  staff_id TEXT NOT NULL,
  note     TEXT NOT NULL,
  at       BIGINT NOT NULL,
  PRIMARY KEY (code, seq)
);

-- Pictures that staff uploaded; their files are in the data folder or in an object store. name is the
-- digest of the content and its size: "<digest>-1200x900.jpg".
CREATE TABLE media (
  name         TEXT PRIMARY KEY,
  title        TEXT NOT NULL,             -- what the file was called, or staff call it
  alt_en       TEXT NOT NULL,
  alt_ar       TEXT NOT NULL,             -- what is to be seen, for those who do not see it
  words        TEXT NOT NULL,             -- title and texts, folded, to search in
  size         BIGINT NOT NULL,           -- bytes of all widths together
  width        BIGINT NOT NULL,
  height       BIGINT NOT NULL,
  staff_id     TEXT NOT NULL,
  created_at   BIGINT NOT NULL,
  version      BIGINT NOT NULL DEFAULT 1,
  unused_since BIGINT,                    -- nothing has shown it since
  gone_at      BIGINT                     -- its files are being removed, then this row
);
CREATE INDEX media_newest ON media (created_at DESC, name DESC);
CREATE INDEX media_unused ON media (unused_since) WHERE unused_since IS NOT NULL;

-- What shows which uploaded picture.
CREATE TABLE media_uses (
  name TEXT NOT NULL,
  kind TEXT NOT NULL,  -- product | category | store | post | banner | shop
  ref  TEXT NOT NULL,
  PRIMARY KEY (name, kind, ref)
);
CREATE INDEX media_uses_ref ON media_uses (kind, ref);
