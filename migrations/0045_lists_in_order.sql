-- The lists of the console go on from where they ended, in the order that staff gave them.
CREATE INDEX services_in_order ON services (sort, id);
CREATE INDEX stores_in_order ON stores (sort, id);
CREATE INDEX branches_in_order ON branches (sort, id);
CREATE INDEX hour_ranges_in_order ON hour_ranges (starts_on DESC, id);
