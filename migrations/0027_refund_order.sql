-- Refunds that wait for somebody are read on in the order they came.
CREATE INDEX refunds_open ON refunds (created_at, id) WHERE state IN ('waiting', 'failed');
