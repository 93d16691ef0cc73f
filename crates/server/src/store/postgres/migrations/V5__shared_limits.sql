-- Token buckets that all nodes share, such as those for wrong passwords: `key` is a SHA-256 of the rule and of whom it
-- counts, `full_at` the moment at which the bucket is full again. A crash of the database empties it, which allows a
-- few more attempts.
CREATE UNLOGGED TABLE limits (
    key     bytea PRIMARY KEY,
    full_at bigint NOT NULL
);
