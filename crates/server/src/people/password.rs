//! Passwords, hashed with Argon2id, so many at a time.
