//! Answers mDNS queries for `tabiya.local` (multicast DNS, RFC 6762).

use super::{NAME, addresses};
use std::io;
use std::net::{Ipv4Addr, SocketAddrV4};
use tokio::net::UdpSocket;

const GROUP: Ipv4Addr = Ipv4Addr::new(224, 0, 0, 251);
const PORT: u16 = 5353;
/// The longest query that is read.
const MAX_PACKET: usize = 1500;
/// How many seconds an answer may be cached.
const TIME_TO_LIVE: u32 = 120;
const TYPE_A: u16 = 1;
const TYPE_ANY: u16 = 255;
/// Class IN with the cache-flush bit: there is no other answer.
const CLASS_IN_UNIQUE: u16 = 0x8001;

/// Answers queries for as long as the server runs. Fails if another program has the port to itself.
pub(crate) fn start() -> io::Result<tokio::task::JoinHandle<()>> {
    let socket = socket2::Socket::new(socket2::Domain::IPV4, socket2::Type::DGRAM, None)?;
    socket.set_reuse_address(true)?;
    #[cfg(unix)]
    socket.set_reuse_port(true)?;
    socket.set_nonblocking(true)?;
    socket.bind(&SocketAddrV4::new(Ipv4Addr::UNSPECIFIED, PORT).into())?;
    socket.join_multicast_v4(&GROUP, &Ipv4Addr::UNSPECIFIED)?;
    for own in addresses() {
        // The interface may have been joined already.
        let _ = socket.join_multicast_v4(&GROUP, &own);
    }
    let socket = UdpSocket::from_std(socket.into())?;
    Ok(tokio::spawn(async move {
        let mut packet = [0; MAX_PACKET];
        loop {
            let Ok((length, from)) = socket.recv_from(&mut packet).await else { continue };
            let Some(question) = packet.get(..length) else { continue };
            let own = addresses();
            if let (true, Some(first)) = (asks_for(question, NAME), own.first()) {
                // A query from another port wants a unicast answer.
                let to = if from.port() == PORT { SocketAddrV4::new(GROUP, PORT).into() } else { from };
                let id =
                    question.get(..2).filter(|_| from.port() != PORT).map_or([0, 0], |id| [id[0], id[1]]);
                // A failure is harmless: clients repeat their queries.
                let _ = socket.send_to(&answer(id, NAME, *first), to).await;
            }
        }
    }))
}

/// Whether a packet is a query for the address of a name. Malformed packets are not.
fn asks_for(packet: &[u8], name: &str) -> bool {
    let number = |at: usize| Some(u16::from_be_bytes([*packet.get(at)?, *packet.get(at + 1)?]));
    // The first flag bit is set in answers.
    if number(2).is_none_or(|flags| flags & 0x8000 != 0) {
        return false;
    }
    let (questions, mut at) = (number(4).unwrap_or(0), 12);
    for _ in 0..questions {
        let mut labels = Vec::new();
        loop {
            match packet.get(at) {
                Some(0) => {
                    at += 1;
                    break;
                }
                Some(&length) if length < 64 => {
                    let Some(label) = packet.get(at + 1..at + 1 + usize::from(length)) else { return false };
                    labels.push(String::from_utf8_lossy(label).to_lowercase());
                    at += 1 + usize::from(length);
                }
                // A compression pointer to an earlier name; our name comes uncompressed.
                Some(_) => {
                    at += 2;
                    break;
                }
                None => return false,
            }
        }
        // Type and class.
        let (Some(kind), Some(_)) = (number(at), number(at + 2)) else { return false };
        at += 4;
        if labels.join(".") == name && (kind == TYPE_A || kind == TYPE_ANY) {
            return true;
        }
    }
    false
}

/// An answer packet: the name has this address.
fn answer(id: [u8; 2], name: &str, address: Ipv4Addr) -> Vec<u8> {
    let mut packet = id.to_vec();
    // Flags of an authoritative answer; no questions, one answer, no other records.
    for number in [0x8400_u16, 0, 1, 0, 0] {
        packet.extend(number.to_be_bytes());
    }
    for label in name.split('.') {
        packet.push(u8::try_from(label.len()).unwrap_or(0));
        packet.extend(label.as_bytes());
    }
    packet.push(0);
    packet.extend(TYPE_A.to_be_bytes());
    packet.extend(CLASS_IN_UNIQUE.to_be_bytes());
    packet.extend(TIME_TO_LIVE.to_be_bytes());
    packet.extend(4_u16.to_be_bytes());
    packet.extend(address.octets());
    packet
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(name: &str, kind: u16) -> Vec<u8> {
        let mut packet = vec![0, 7, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0];
        for label in name.split('.') {
            packet.push(label.len() as u8);
            packet.extend(label.as_bytes());
        }
        packet.push(0);
        packet.extend(kind.to_be_bytes());
        packet.extend(1_u16.to_be_bytes());
        packet
    }

    #[test]
    fn only_our_own_name_is_answered() {
        assert!(asks_for(&question("tabiya.local", TYPE_A), NAME));
        assert!(asks_for(&question("Tabiya.LOCAL", TYPE_ANY), NAME));
        assert!(!asks_for(&question("tabiya.local", 28), NAME), "an IPv6 address");
        assert!(!asks_for(&question("printer.local", TYPE_A), NAME));
        assert!(!asks_for(&answer([0, 0], NAME, Ipv4Addr::LOCALHOST), NAME), "an answer is no question");
    }

    #[test]
    fn malformed_packets_are_ignored() {
        let whole = question("tabiya.local", TYPE_A);
        for length in 0..whole.len() {
            assert!(!asks_for(&whole[..length], NAME));
        }
        for seed in 0..2000_u32 {
            let noise: Vec<u8> =
                (0..40).map(|at| (seed.wrapping_mul(2_654_435_761).rotate_left(at) >> 3) as u8).collect();
            let _ = asks_for(&noise, NAME);
        }
    }

    #[test]
    fn an_answer_names_the_address() {
        let packet = answer([1, 2], "tabiya.local", Ipv4Addr::new(192, 168, 1, 20));
        assert_eq!(&packet[..4], [1, 2, 0x84, 0]);
        assert_eq!(&packet[12..26], b"\x06tabiya\x05local\0");
        assert_eq!(&packet[packet.len() - 4..], [192, 168, 1, 20]);
    }
}
