//! Players with a name and a password.
