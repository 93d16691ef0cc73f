//! What the server promises, over real sockets.

mod accounts;
mod away;
mod club;
mod conformance;
mod full_disk;
mod hard;
mod harness;
mod judge;
mod lag;
mod laws;
mod layers;
mod live;
mod nodes;
mod old_data;
mod recovery;
mod permissions;
mod rounds;
mod school;
mod successors;
mod threats;
mod tls;
mod tournaments;
