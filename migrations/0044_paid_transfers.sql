-- Where a transfer goes is kept until it is made.
UPDATE refunds SET bank = '' WHERE state = 'done' AND bank <> '';
