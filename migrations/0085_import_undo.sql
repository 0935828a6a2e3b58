-- An undo restores the rows of a product together, or leaves them together, and can be taken back itself.
ALTER TABLE import_changes ADD COLUMN product_id TEXT NOT NULL DEFAULT '';    -- whose row it is; '' of categories
ALTER TABLE import_changes ADD COLUMN became TEXT NOT NULL DEFAULT '';        -- JSON of what a shelf was made; '' elsewhere
ALTER TABLE import_changes ADD COLUMN by_undo BOOLEAN NOT NULL DEFAULT FALSE; -- an undo changed it, and not the run
ALTER TABLE imports ADD COLUMN turns BIGINT NOT NULL DEFAULT 0;               -- how often it was undone or redone
UPDATE import_changes SET product_id = ref WHERE kind = 'product';
UPDATE import_changes SET product_id = COALESCE((SELECT v.product_id FROM variants v WHERE v.id = import_changes.ref), '')
  WHERE kind IN ('price', 'stock', 'cost');
CREATE INDEX import_changes_product ON import_changes (import_id, product_id, seq);
