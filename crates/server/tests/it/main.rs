//! What the server promises, over real sockets.

mod browser;
mod live;
mod recovery;
