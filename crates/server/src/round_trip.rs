//! The round-trip time of a connection as the kernel measures it: from acknowledgements, which no program at the other
//! end can delay.
//!
//! The kernel reports it over netlink (`man 7 sock_diag`) for the two addresses of a connection.

#[cfg(target_os = "linux")]
mod sock_diag;

use std::net::SocketAddr;
use std::time::Duration;

/// The two ends of a connection. Every request carries it in its extensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ConnectionEnds {
    pub(crate) local: SocketAddr,
    pub(crate) remote: SocketAddr,
}

impl ConnectionEnds {
    /// The minimum round-trip time; `None` if the kernel does not report one.
    #[cfg(target_os = "linux")]
    pub(crate) fn min_round_trip(self) -> Option<Duration> {
        sock_diag::min_round_trip(self)
    }

    /// The minimum round-trip time; `None` if the kernel does not report one.
    #[cfg(not(target_os = "linux"))]
    pub(crate) fn min_round_trip(self) -> Option<Duration> {
        None
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::io::{Read, Write};
    use std::net::{TcpListener, TcpStream};

    #[track_caller]
    fn check(listen: &str, connect: &str) {
        let listener = TcpListener::bind(listen).expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let mut client = TcpStream::connect((connect, port)).expect("a connection");
        let (mut server, remote) = listener.accept().expect("a connection");
        let ends = ConnectionEnds { local: server.local_addr().expect("an address"), remote };
        server.write_all(b"?").expect("it is sent");
        // However late the program answers, the kernel acknowledged at once.
        std::thread::sleep(Duration::from_millis(100));
        client.read_exact(&mut [0]).expect("it comes");
        client.write_all(b"!").expect("it is sent");
        server.read_exact(&mut [0]).expect("it comes");
        let trip = ends.min_round_trip().expect("the kernel reports it");
        assert!(trip < Duration::from_millis(50), "{trip:?}");
        assert_eq!(ConnectionEnds { remote: ([203, 0, 113, 1], 1).into(), ..ends }.min_round_trip(), None);
    }

    #[test]
    fn the_round_trip_excludes_the_program() {
        check("127.0.0.1:0", "127.0.0.1");
        check("[::1]:0", "::1");
        check("[::]:0", "127.0.0.1");
    }
}
