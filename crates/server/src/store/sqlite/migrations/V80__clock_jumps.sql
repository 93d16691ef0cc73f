-- The latest moment at which the server is known to have run before its clock jumped forward by more than a day, for as
-- long as that may have been a mistake.
ALTER TABLE service ADD COLUMN jumped_from INTEGER;
