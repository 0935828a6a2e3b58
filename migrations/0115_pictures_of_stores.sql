-- Pictures that stores and services show are in use: they were not written down as such and went after a month.
INSERT INTO media_uses (name, kind, ref)
  SELECT m.name, 'store', s.id FROM stores s JOIN media m ON m.name = s.image WHERE m.gone_at IS NULL
  UNION SELECT m.name, 'store', s.id FROM stores s JOIN media m ON m.name = s.cover WHERE m.gone_at IS NULL
  UNION SELECT m.name, 'service', k.id FROM services k JOIN media m ON m.name = k.image WHERE m.gone_at IS NULL;
UPDATE media SET unused_since = NULL WHERE unused_since IS NOT NULL AND name IN (SELECT name FROM media_uses);
