-- Erasing: whom a message tells something, so that it can be emptied with them wherever it went.

ALTER TABLE messages ADD COLUMN user_id TEXT; -- the customer it is about; the recipient may be the contact person of their address
CREATE INDEX messages_user ON messages (user_id, id) WHERE user_id IS NOT NULL;
