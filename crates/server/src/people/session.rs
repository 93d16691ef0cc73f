//! The cookie of a browser.
