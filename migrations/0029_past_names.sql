-- What a product with a price is called changes far only with a second person.

-- What products and variants were called until something else took its place.
CREATE TABLE past_names (
  product_id TEXT NOT NULL,
  version    BIGINT NOT NULL,                     -- of the product, with which the next name came
  variant_id TEXT NOT NULL,                       -- '': of the product itself
  name_en    TEXT NOT NULL,
  name_ar    TEXT NOT NULL,
  unit_en    TEXT NOT NULL,
  unit_ar    TEXT NOT NULL,
  sku        TEXT NOT NULL,
  barcode    TEXT NOT NULL,
  until      BIGINT NOT NULL,
  let        BOOLEAN NOT NULL DEFAULT FALSE,      -- somebody let what came later: nothing is compared with this one any more
  PRIMARY KEY (product_id, version, variant_id)
);
CREATE INDEX past_names_until ON past_names (until);

-- Changes of products that wait for a second person, whole: one for a product.
CREATE TABLE name_waits (
  id         TEXT PRIMARY KEY,
  product_id TEXT NOT NULL UNIQUE,
  form       TEXT NOT NULL,                       -- JSON: the product as it shall be
  like_id    TEXT NOT NULL,                       -- the dear product it would come to resemble; '' for none
  makers     TEXT NOT NULL,                       -- JSON ids of staff
  asked_at   BIGINT NOT NULL,
  version    BIGINT NOT NULL DEFAULT 1
);
CREATE INDEX name_waits_oldest ON name_waits (asked_at, id);
