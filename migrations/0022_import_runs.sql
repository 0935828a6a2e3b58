-- A run of an import is kept from the upload of its file to its end, so that any node can go on with it.
ALTER TABLE imports ADD COLUMN state TEXT NOT NULL DEFAULT 'done'; -- uploaded | checking | checked | running | done | stopped | failed | undoing | undone
ALTER TABLE imports ADD COLUMN version BIGINT NOT NULL DEFAULT 1;  -- raised by everything staff do to it
ALTER TABLE imports ADD COLUMN stored TEXT NOT NULL DEFAULT '';      -- the file's name among the uploads; '' once it was swept
ALTER TABLE imports ADD COLUMN size BIGINT NOT NULL DEFAULT 0;
ALTER TABLE imports ADD COLUMN rows_in BIGINT NOT NULL DEFAULT 0;  -- rows of the file, without its header
ALTER TABLE imports ADD COLUMN items_done BIGINT NOT NULL DEFAULT 0; -- products of the file that are dealt with: where it goes on
ALTER TABLE imports ADD COLUMN header TEXT NOT NULL DEFAULT '[]';  -- JSON
ALTER TABLE imports ADD COLUMN columns TEXT NOT NULL DEFAULT '[]'; -- JSON: what each column means
ALTER TABLE imports ADD COLUMN sample TEXT NOT NULL DEFAULT '[]';  -- JSON: the first rows
ALTER TABLE imports ADD COLUMN options TEXT NOT NULL DEFAULT '{}'; -- JSON: store, branches, VAT, and what who runs it may
ALTER TABLE imports ADD COLUMN wrong TEXT NOT NULL DEFAULT '';     -- key of why it failed
ALTER TABLE imports ADD COLUMN changed_at BIGINT NOT NULL DEFAULT 0;

-- What became of each product of a file, when it was tried, run and undone.
CREATE TABLE import_results (
  import_id  TEXT NOT NULL REFERENCES imports (id),
  phase      TEXT NOT NULL,    -- check | run | undo
  n          BIGINT NOT NULL,  -- its place in the file
  line       BIGINT NOT NULL,
  name       TEXT NOT NULL,
  grp        TEXT NOT NULL,    -- what its rows share; '' for nothing
  product_id TEXT NOT NULL,
  outcome    TEXT NOT NULL,    -- added | changed | same | refused | left
  problems   TEXT NOT NULL,    -- JSON
  PRIMARY KEY (import_id, phase, n)
);
CREATE INDEX import_results_outcome ON import_results (import_id, phase, outcome, n);
CREATE INDEX import_results_grp ON import_results (import_id, phase, grp);

-- What the columns of a header mean, as it was said by hand the last time.
CREATE TABLE import_mappings (
  header  TEXT PRIMARY KEY,    -- its digest
  columns TEXT NOT NULL,       -- JSON
  at      BIGINT NOT NULL
);
