-- How goods of a category may come back; NULL: as those of the category above, at the top as the kind of store has it.
ALTER TABLE categories ADD COLUMN return_class TEXT CHECK (return_class IN ('perishable', 'hygiene', 'general'));
