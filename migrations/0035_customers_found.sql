-- Customers are found by each word of their name, as the search folds it.
CREATE TABLE user_words (
  word    TEXT NOT NULL,
  user_id TEXT NOT NULL,
  PRIMARY KEY (word, user_id)
);
CREATE INDEX user_words_user ON user_words (user_id, word);
-- The list of customers is read on by when they joined.
CREATE INDEX users_joined ON users (created_at, id) WHERE erased_at IS NULL;
CREATE INDEX users_blocked ON users (created_at, id) WHERE blocked_at IS NOT NULL AND erased_at IS NULL;
