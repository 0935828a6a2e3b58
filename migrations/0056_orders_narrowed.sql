-- The list of all orders is narrowed by branch, state, courier and way of payment: each is read from the newest on and
-- ends at the last that is shown, however many others there are. What nearly all orders are is found in the list of
-- all soon enough, and is not held again.
CREATE INDEX orders_of_branch ON orders (branch_id, created_at, id);
CREATE INDEX orders_of_state ON orders (status, created_at, id) WHERE status <> 'delivered';
CREATE INDEX orders_of_courier ON orders (courier_id, created_at, id) WHERE courier_id IS NOT NULL;
CREATE INDEX orders_of_payment ON orders (payment_method, created_at, id) WHERE payment_method <> 'cod';
