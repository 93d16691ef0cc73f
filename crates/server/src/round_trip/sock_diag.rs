//! Asks the kernel about one connection over netlink (`man 7 sock_diag`).

use super::ConnectionEnds;
use rustix::net::{
    AddressFamily, RecvFlags, SendFlags, SocketFlags, SocketType, netlink, recv, send, socket_with,
};
use std::net::SocketAddr;
use std::time::Duration;

/// From `linux/sock_diag.h` and `linux/inet_diag.h`.
const SOCK_DIAG_BY_FAMILY: u16 = 20;
const INET_DIAG_INFO: u16 = 2;
const NLM_F_REQUEST: u16 = 1;
const IPPROTO_TCP: u8 = 6;
const TCP_LISTEN: u8 = 10;
const NO_COOKIE: [u8; 8] = [0xff; 8];
/// `struct nlmsghdr` and `struct inet_diag_msg`, which come before the attributes.
const HEADER: usize = 16;
const DIAG_MESSAGE: usize = 72;
/// The offset of `tcpi_min_rtt` in `struct tcp_info`; it is in microseconds.
const MIN_RTT: usize = 148;

/// The connection's minimum round-trip time.
pub(super) fn min_round_trip(ends: ConnectionEnds) -> Option<Duration> {
    let socket =
        socket_with(AddressFamily::NETLINK, SocketType::RAW, SocketFlags::CLOEXEC, Some(netlink::SOCK_DIAG));
    let socket = socket.ok()?;
    send(&socket, &request(ends)?, SendFlags::empty()).ok()?;
    // The answer is already queued when `send` returns, so this never blocks.
    let mut answer = [0; 2048];
    let (length, _) = recv(&socket, &mut answer, RecvFlags::DONTWAIT).ok()?;
    min_rtt(answer.get(..length)?)
}

/// `struct nlmsghdr` and `struct inet_diag_req_v2`: one connection, with its `tcp_info`.
fn request(ends: ConnectionEnds) -> Option<Vec<u8>> {
    let (family, local, remote) = match (ends.local, ends.remote) {
        (SocketAddr::V4(local), SocketAddr::V4(remote)) => {
            let address = |octets: [u8; 4]| [&octets[..], &[0; 12]].concat();
            (2_u8, address(local.ip().octets()), address(remote.ip().octets()))
        }
        (SocketAddr::V6(local), SocketAddr::V6(remote)) => {
            (10, local.ip().octets().to_vec(), remote.ip().octets().to_vec())
        }
        _ => return None,
    };
    let interface = match ends.remote {
        SocketAddr::V6(remote) => remote.scope_id(),
        SocketAddr::V4(_) => 0,
    };
    let mut body = vec![family, IPPROTO_TCP, 1 << (INET_DIAG_INFO - 1), 0];
    body.extend(u32::MAX.to_ne_bytes()); // in any state
    body.extend(ends.local.port().to_be_bytes());
    body.extend(ends.remote.port().to_be_bytes());
    body.extend(local);
    body.extend(remote);
    body.extend(interface.to_ne_bytes());
    body.extend(NO_COOKIE);
    let length = u32::try_from(HEADER + body.len()).ok()?;
    let mut message = length.to_ne_bytes().to_vec();
    message.extend(SOCK_DIAG_BY_FAMILY.to_ne_bytes());
    message.extend(NLM_F_REQUEST.to_ne_bytes());
    message.extend([0; 8]); // sequence number and port
    message.extend(body);
    Some(message)
}

/// Parses the answer; `None` if it is an error or has no `tcp_info`.
fn min_rtt(answer: &[u8]) -> Option<Duration> {
    let two = |bytes: &[u8], at: usize| Some(u16::from_ne_bytes(bytes.get(at..at + 2)?.try_into().ok()?));
    let four = |bytes: &[u8], at: usize| Some(u32::from_ne_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
    // If there is no such connection, the kernel reports the listening socket instead.
    if two(answer, 4)? != SOCK_DIAG_BY_FAMILY || *answer.get(HEADER + 1)? == TCP_LISTEN {
        return None;
    }
    let mut attributes = answer.get(HEADER + DIAG_MESSAGE..usize::try_from(four(answer, 0)?).ok()?)?;
    loop {
        let (length, kind) = (usize::from(two(attributes, 0)?), two(attributes, 2)?);
        if kind == INET_DIAG_INFO {
            let micros = four(attributes.get(4..length)?, MIN_RTT)?;
            // `u32::MAX` means that nothing has been measured yet.
            return (micros != u32::MAX).then(|| Duration::from_micros(micros.into()));
        }
        attributes = attributes.get(length.max(4).next_multiple_of(4)..)?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_truncated_answer_is_ignored() {
        let mut whole = vec![0; HEADER + DIAG_MESSAGE + 8 + 4 + MIN_RTT + 4];
        let length = u32::try_from(whole.len()).expect("a small number");
        whole[..4].copy_from_slice(&length.to_ne_bytes());
        whole[4..6].copy_from_slice(&SOCK_DIAG_BY_FAMILY.to_ne_bytes());
        let first = HEADER + DIAG_MESSAGE;
        // An attribute of 5 bytes, then the one that is looked for.
        whole[first..first + 4].copy_from_slice(&[5_u16.to_ne_bytes(), 1_u16.to_ne_bytes()].concat());
        let info = u16::try_from(4 + MIN_RTT + 4).expect("a small number");
        whole[first + 8..first + 10].copy_from_slice(&info.to_ne_bytes());
        whole[first + 10..first + 12].copy_from_slice(&INET_DIAG_INFO.to_ne_bytes());
        let end = whole.len();
        whole[end - 4..].copy_from_slice(&1_500_u32.to_ne_bytes());
        assert_eq!(min_rtt(&whole), Some(Duration::from_micros(1_500)));
        for cut in 0..end {
            assert_eq!(min_rtt(&whole[..cut]), None, "{cut}");
        }
    }
}
