-- Owners read the ratings of all branches on in the order of this.
CREATE INDEX ratings_newest ON ratings (created_at DESC, id DESC);
