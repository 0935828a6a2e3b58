-- An owner has one parked cart for a service; changes of branch in quick succession left more. The newest stays.
UPDATE carts SET state = 'emptied', version = version + 1, parked_at = NULL WHERE id IN
  (SELECT id FROM (SELECT id, ROW_NUMBER() OVER (PARTITION BY owner, service_id ORDER BY updated_at DESC, id) AS nth
    FROM carts WHERE state = 'parked') AS parked WHERE nth > 1);
-- Carts that were given up or merged are removed within hours.
CREATE INDEX carts_ended ON carts (id) WHERE state IN ('emptied', 'merged');
