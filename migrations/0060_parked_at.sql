-- A cart's last change is in no index, not even in one of other carts': PostgreSQL changes a row in its place only
-- where nothing that any index of the table names has changed. So what is parked has a moment of its own.
ALTER TABLE carts ADD COLUMN parked_at BIGINT;
UPDATE carts SET parked_at = updated_at WHERE state = 'parked';
DROP INDEX carts_parked;
CREATE INDEX carts_parked ON carts (parked_at, id) WHERE parked_at IS NOT NULL;
