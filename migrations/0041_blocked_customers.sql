-- Guards blocking a customer, and letting them in again, by the state it was decided on.
ALTER TABLE users ADD COLUMN block_version BIGINT NOT NULL DEFAULT 0;
