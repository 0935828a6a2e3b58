-- How far from its middle an area reaches that has no outline; 0: as far as usual.
ALTER TABLE districts ADD COLUMN radius_m BIGINT NOT NULL DEFAULT 0;
