//! Offers to anybody.
