-- What a notice is about, where several are about the same: an inbox shows them as one line. Empty for what stands alone.
ALTER TABLE notices ADD COLUMN thread TEXT;
UPDATE notices SET thread = link WHERE link LIKE '/account/my-orders/%' OR link LIKE '/account/return-orders/%'
  OR link LIKE '/quotations/%' OR link LIKE '/account/support/%';
