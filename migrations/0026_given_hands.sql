-- Several accounts that one person set up give within one limit.

-- In whose hands a giver's account was too when something was given alone: it counts on their days as well
-- ("giver:stf_…" of given_days).
CREATE TABLE given_hands (
  object TEXT NOT NULL,
  part   BIGINT NOT NULL,
  hand   TEXT NOT NULL,
  PRIMARY KEY (object, part, hand)
);
