-- A member of staff may stay signed in on a device they trust: 30 days since it was last used, 90 in all.
ALTER TABLE staff_sessions ADD COLUMN stays BOOLEAN NOT NULL DEFAULT FALSE;
