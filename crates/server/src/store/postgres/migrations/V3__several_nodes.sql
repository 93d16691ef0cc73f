-- The sum of the players' ratings, so that every node shows the same best games.
ALTER TABLE game_live ADD COLUMN strength integer NOT NULL DEFAULT 0;
CREATE INDEX game_live_strength ON game_live (strength DESC, game DESC);

-- Accounts for which a page or a program listens, by node. Rows of a node that does not beat any more say nothing.
CREATE TABLE online (
    node   integer NOT NULL,
    player text NOT NULL,
    PRIMARY KEY (node, player)
);
