-- Two owners who change what orders earn do not overwrite each other.
ALTER TABLE loyalty_terms ADD COLUMN rates_version BIGINT NOT NULL DEFAULT 0;
