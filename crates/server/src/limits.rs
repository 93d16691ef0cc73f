//! How often somebody may ask.
