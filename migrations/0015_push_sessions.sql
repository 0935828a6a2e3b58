-- A browser is told as long as the session that switched notices on there is not ended.

ALTER TABLE push_subscriptions ADD COLUMN session_id TEXT NOT NULL DEFAULT '';
