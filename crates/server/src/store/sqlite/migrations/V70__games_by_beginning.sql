-- Exports go through a player's games in the order in which they began, page by page.
CREATE INDEX archive_white_began ON archive (white, began);
CREATE INDEX archive_black_began ON archive (black, began);

-- The best players of each kind of game.
CREATE INDEX ratings_best ON ratings (speed, rating);
