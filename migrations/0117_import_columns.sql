-- What a row says in columns that have no place, beside what is wrong with it:
-- a file has such columns in every row, and problems are to be found among them.
ALTER TABLE import_results ADD COLUMN unplaced TEXT NOT NULL DEFAULT ''; -- JSON; '' for nothing
