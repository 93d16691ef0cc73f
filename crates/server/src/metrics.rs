//! What is counted, for `/metrics`.
