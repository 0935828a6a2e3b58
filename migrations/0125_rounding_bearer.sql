-- Who bears what an amount in cash was rounded down by, as it is booked: who collects it. '': the platform.
ALTER TABLE orders ADD COLUMN rounded_by TEXT NOT NULL DEFAULT '' CHECK (rounded_by IN ('', 'shop', 'store'));
