-- What customers mark, rate and ask: favourites, ratings, support tickets.

-- What a customer marked, what it was like when they last looked, and what they want to hear of it.
CREATE TABLE favourites (
  user_id        TEXT NOT NULL,
  kind           TEXT NOT NULL,                   -- product | branch
  ref            TEXT NOT NULL,
  created_at     BIGINT NOT NULL,
  district_id    TEXT NOT NULL DEFAULT '',        -- where it was marked for
  price          BIGINT,                          -- minor units when marked
  seen_price     BIGINT,                          -- when last looked at
  seen_available BOOLEAN NOT NULL DEFAULT FALSE,
  tell_price     BOOLEAN NOT NULL DEFAULT FALSE,
  tell_stock     BOOLEAN NOT NULL DEFAULT FALSE,
  changes        BIGINT NOT NULL DEFAULT 0,       -- raised whenever what was seen changes
  PRIMARY KEY (user_id, kind, ref)
);
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

-- One message per customer and day.
CREATE TABLE favourite_digests (
  user_id TEXT NOT NULL,
  day     TEXT NOT NULL,      -- YYYY-MM-DD in Cairo
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

-- What customers thought: of a delivered order (kind branch, no line) and of
-- each thing in it (kind product, one per line).
CREATE TABLE ratings (
  id             TEXT PRIMARY KEY,
  kind           TEXT NOT NULL,              -- branch | product
  subject        TEXT NOT NULL,              -- id of the branch or the product
  branch_id      TEXT NOT NULL,              -- who sold it
  user_id        TEXT NOT NULL,
  order_id       TEXT NOT NULL,
  line_id        TEXT NOT NULL,              -- empty for the order as a whole
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
  version        BIGINT NOT NULL,            -- raised by every change
  created_at     BIGINT NOT NULL,
  updated_at     BIGINT NOT NULL
);
CREATE UNIQUE INDEX ratings_line ON ratings (order_id, line_id);
CREATE INDEX ratings_subject ON ratings (subject, created_at DESC, id DESC);
CREATE INDEX ratings_branch ON ratings (branch_id, created_at DESC, id DESC);
CREATE INDEX ratings_pictured ON ratings (user_id) WHERE photos > 0;

-- Who found a rating helpful.
CREATE TABLE rating_votes (
  rating_id  TEXT NOT NULL REFERENCES ratings (id),
  user_id    TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (rating_id, user_id)
);

-- Questions to the shop, of customers and of guests.
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
  seq        BIGINT NOT NULL,       -- of the last message
  read_seq   BIGINT NOT NULL,       -- how far its customer has read
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,       -- when it was last their or our turn
  closed_at  BIGINT,
  PRIMARY KEY (user_id, id)
);
CREATE UNIQUE INDEX tickets_id ON tickets (id);
CREATE INDEX tickets_queue ON tickets (state, updated_at, id);

-- What was written in a ticket. author note is for staff only.
CREATE TABLE ticket_messages (
  ticket_id  TEXT NOT NULL,
  seq        BIGINT NOT NULL,
  author     TEXT NOT NULL,                        -- customer | staff | note: for staff only
  staff_id   TEXT NOT NULL,                        -- '' for customers
  staff_name TEXT NOT NULL,
  body       TEXT NOT NULL,
  at         BIGINT NOT NULL,
  PRIMARY KEY (ticket_id, seq),
  FOREIGN KEY (ticket_id) REFERENCES tickets (id)
);
