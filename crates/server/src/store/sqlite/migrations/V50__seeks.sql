-- How strong whoever offers a game was thought to be when it was offered; guests are not.
ALTER TABLE challenges ADD COLUMN rating INTEGER;
