-- What a favourite was like when its shopper last heard of it, and what they
-- want to hear; ratings.

ALTER TABLE favourites ADD COLUMN district_id TEXT NOT NULL DEFAULT ''; -- where it was marked for
ALTER TABLE favourites ADD COLUMN price BIGINT;                         -- minor units when marked
ALTER TABLE favourites ADD COLUMN seen_price BIGINT;                    -- when last looked at
ALTER TABLE favourites ADD COLUMN seen_available BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE favourites ADD COLUMN tell_price BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE favourites ADD COLUMN tell_stock BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE favourites ADD COLUMN changes BIGINT NOT NULL DEFAULT 0;    -- raised whenever what was seen changes
CREATE INDEX favourites_ref ON favourites (ref, kind, user_id);
CREATE INDEX favourites_newest ON favourites (user_id, kind, created_at DESC, ref);

-- Something worth telling, once per change. Untold news that stops being true
-- is taken back.
CREATE TABLE favourite_news (
  user_id    TEXT NOT NULL,
  ref        TEXT NOT NULL,
  what       TEXT NOT NULL,                 -- cheaper | back
  change     BIGINT NOT NULL,               -- favourites.changes after it
  price_was  BIGINT,
  price      BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  told_day   TEXT,                          -- the digest it went out with
  PRIMARY KEY (user_id, ref, what, change)
);
CREATE INDEX favourite_news_untold ON favourite_news (user_id, ref) WHERE told_day IS NULL;
-- One message per shopper and day.
CREATE TABLE favourite_digests (
  user_id TEXT NOT NULL,
  day     TEXT NOT NULL,                    -- YYYY-MM-DD in Cairo
  things  BIGINT NOT NULL,
  sent_at BIGINT NOT NULL,
  PRIMARY KEY (user_id, day)
);
-- How far the catalogue's changes were looked through.
CREATE TABLE favourite_cursor (
  id        BIGINT PRIMARY KEY,
  version   BIGINT NOT NULL,
  looked_at BIGINT NOT NULL
);
INSERT INTO favourite_cursor (id, version, looked_at) VALUES (1, 0, 0);

-- What shoppers thought: of a delivered order (kind branch, no line) and of
-- each thing in it (kind product, one per line).
CREATE TABLE ratings (
  id             TEXT PRIMARY KEY,
  kind           TEXT NOT NULL,             -- branch | product
  subject        TEXT NOT NULL,             -- id of the branch or the product
  branch_id      TEXT NOT NULL,             -- who sold it
  user_id        TEXT NOT NULL,
  order_id       TEXT NOT NULL,
  line_id        TEXT NOT NULL,             -- empty for the order as a whole
  stars          BIGINT NOT NULL CHECK (stars BETWEEN 1 AND 5),
  delivery_stars BIGINT CHECK (delivery_stars BETWEEN 1 AND 5),
  text           TEXT NOT NULL,
  photos         BIGINT NOT NULL DEFAULT 0,
  helpful        BIGINT NOT NULL DEFAULT 0,
  answer         TEXT,
  answered_by    TEXT,
  answered_at    BIGINT,
  hidden_at      BIGINT,
  hidden_reason  TEXT,
  version        BIGINT NOT NULL,           -- raised by every change
  created_at     BIGINT NOT NULL,
  updated_at     BIGINT NOT NULL
);
CREATE UNIQUE INDEX ratings_line ON ratings (order_id, line_id);
CREATE INDEX ratings_subject ON ratings (subject, created_at DESC, id DESC);
CREATE INDEX ratings_branch ON ratings (branch_id, created_at DESC, id DESC);
CREATE TABLE rating_votes (
  rating_id  TEXT NOT NULL,
  user_id    TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (rating_id, user_id)
);
