-- Delivery: how many orders a branch takes for one hour, and who booked it.

ALTER TABLE branches ADD COLUMN slot_capacity BIGINT NOT NULL DEFAULT 0;  -- orders an hour; 0: no limit

CREATE TABLE slot_bookings (
  branch_id TEXT NOT NULL,
  slot_at   BIGINT NOT NULL,                -- when the hour begins
  used      BIGINT NOT NULL CHECK (used >= 0),
  PRIMARY KEY (branch_id, slot_at)
);
