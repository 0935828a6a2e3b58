-- Whose request made a message, and from which network: what somebody makes the shop tell others is counted by who
-- makes it. Both stand here until the message is counted, for seconds.
ALTER TABLE messages ADD COLUMN caused_by TEXT;
ALTER TABLE messages ADD COLUMN caused_from TEXT;

-- Guards blocking a customer, and letting them in again, by the state it was decided on.
ALTER TABLE users ADD COLUMN block_version BIGINT NOT NULL DEFAULT 0;
