-- Reasons of returns in the words of the rest: English with contractions.

UPDATE return_reasons SET name_en = 'It doesn''t fit' WHERE id = 'does_not_fit';
UPDATE return_reasons SET name_en = 'I received the wrong item' WHERE id = 'wrong_item';
UPDATE return_reasons SET name_en = 'It''s spoiled or past its date' WHERE id = 'spoiled';
UPDATE return_reasons SET name_en = 'It doesn''t work' WHERE id = 'defective';
UPDATE return_reasons SET name_en = 'It''s not as described' WHERE id = 'not_as_described';
UPDATE return_reasons SET name_en = 'Other reason' WHERE id = 'other';
