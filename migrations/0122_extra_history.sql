-- Former and proposed prices of extras: a price far below the highest of the last days needs a second
-- person. The audit log takes part in no decision.
CREATE TABLE extra_changes (
  id       TEXT PRIMARY KEY,
  group_id TEXT NOT NULL,
  staff_id TEXT NOT NULL,
  proposed BOOLEAN NOT NULL, -- waits for a second person and changed nothing
  approved BOOLEAN NOT NULL, -- two people, or the one owner, agreed: earlier prices count no more
  before   TEXT NOT NULL,    -- JSON: least, extras
  after    TEXT NOT NULL,
  at       BIGINT NOT NULL
);
CREATE INDEX extra_changes_group ON extra_changes (group_id, at);

CREATE TABLE product_extra_changes (
  id         TEXT PRIMARY KEY,
  product_id TEXT NOT NULL,
  approved   BOOLEAN NOT NULL,
  before     TEXT NOT NULL, -- JSON: groups
  at         BIGINT NOT NULL
);
CREATE INDEX product_extra_changes_product ON product_extra_changes (product_id, at);

INSERT INTO extra_changes (id, group_id, staff_id, proposed, approved, before, after, at)
SELECT id, object, staff_id, action = 'extra.propose', after LIKE '%"sole_owner":true%' OR after LIKE '%"makers":["%', before, after, at
FROM audit_log WHERE action IN ('extra.edit', 'extra.propose');

INSERT INTO product_extra_changes (id, product_id, approved, before, at)
SELECT id, object, after LIKE '%"sole_owner":true%', before, at FROM audit_log WHERE action = 'product.extras';

-- Whether customers ever saw a product: its address may be linked to.
ALTER TABLE products ADD COLUMN ever_active BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE products SET ever_active = TRUE WHERE active OR id IN (SELECT object FROM audit_log WHERE action = 'product.publish');
