-- How strong everybody is thought to be, at each speed of play.
CREATE TABLE ratings (
    player     TEXT NOT NULL,
    speed      TEXT NOT NULL,
    rating     REAL NOT NULL,
    deviation  REAL NOT NULL,
    volatility REAL NOT NULL,
    games      INTEGER NOT NULL,
    at         INTEGER NOT NULL,
    PRIMARY KEY (player, speed)
) WITHOUT ROWID;

-- What each rated game has changed. That it stands here means that it has been counted.
CREATE TABLE rated_games (
    game         INTEGER PRIMARY KEY,
    at           INTEGER NOT NULL,
    white_before REAL NOT NULL,
    white_after  REAL NOT NULL,
    black_before REAL NOT NULL,
    black_after  REAL NOT NULL
);

-- A search by the first moves looks at those games only.
CREATE INDEX archive_opening ON archive (opening);
