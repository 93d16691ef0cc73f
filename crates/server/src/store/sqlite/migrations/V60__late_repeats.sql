-- The names of the last commands of a finished game, one a line as the journal had them: whoever did not hear the answer
-- to one asks again, perhaps after the game has come here and the server was started anew.
ALTER TABLE archive ADD COLUMN commands TEXT;
