-- Who gained control over an account of staff: by setting it up, unlocking it, or changing
-- its role or how one signs in to it. Decides who may be the second person.
CREATE TABLE staff_control (
  staff_id      TEXT NOT NULL,   -- whose account it is
  controller_id TEXT NOT NULL,
  gained_at     BIGINT NOT NULL, -- the last time
  PRIMARY KEY (staff_id, controller_id)
);

INSERT INTO staff_control (staff_id, controller_id, gained_at)
SELECT object, staff_id, MAX(at) FROM audit_log
WHERE (action IN ('staff.add', 'staff.password', 'staff.role', 'staff.second_factor_reset', 'staff.unlock')
    OR action = 'staff.edit' AND (after LIKE '%"email_changed":true%' OR after LIKE '%"phone_changed":true%'))
GROUP BY object, staff_id;
