-- What a courier brought of one branch is found without the rest of what they brought, or of what the branch sold.
CREATE INDEX orders_of_courier_there ON orders (courier_id, branch_id, created_at, id) WHERE courier_id IS NOT NULL;
