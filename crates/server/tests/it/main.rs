//! Integration tests of the server, over real sockets.

mod accounts;
mod away;
mod club;
mod conformance;
#[cfg(target_os = "linux")]
mod full_disk;
mod hard;
mod harness;
mod judge;
mod killed;
mod lag;
mod laws;
mod layers;
mod live;
mod nodes;
mod old_data;
mod permissions;
mod recovery;
mod rounds;
mod school;
mod source;
mod successors;
mod threats;
mod tls;
mod tournaments;
