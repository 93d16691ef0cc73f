//! Who is there, and who has been gone for how long.
