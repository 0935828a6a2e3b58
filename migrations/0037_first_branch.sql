-- The one step that makes a shop's first service, store and branch is done once,
-- however many tabs ask for it.
CREATE TABLE first_branch (
  one       BIGINT PRIMARY KEY CHECK (one = 1),
  branch_id TEXT NOT NULL
);
INSERT INTO first_branch (one, branch_id) SELECT 1, MIN(id) FROM branches HAVING COUNT(*) > 0;
