-- Lists of the console are read on in the order of these.
CREATE INDEX coupons_changed ON coupons (updated_at, id);
CREATE INDEX referrals_touched ON referrals (state, updated_at, id);
CREATE INDEX tickets_touched ON tickets (updated_at, id);
DROP INDEX coupons_newest;
