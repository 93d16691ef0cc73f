//! A server on the local network: its addresses, QR code and mDNS name.

pub(super) mod mdns;

use qrcodegen::{QrCode, QrCodeEcc};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};

/// The mDNS name of the server.
pub(super) const NAME: &str = "tabiya.local";

/// Addresses in private networks and outside. Nothing is sent to them: connecting a UDP socket only makes the system
/// choose the local address it would send from.
const PROBES: [Ipv4Addr; 4] = [
    Ipv4Addr::new(10, 255, 255, 254),
    Ipv4Addr::new(172, 31, 255, 254),
    Ipv4Addr::new(192, 168, 255, 254),
    Ipv4Addr::new(192, 0, 2, 1),
];

/// The addresses at which others on the network reach this machine.
pub(super) fn addresses() -> Vec<Ipv4Addr> {
    let own = PROBES.into_iter().filter_map(|probe| {
        let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
        socket.connect((probe, 9)).ok()?;
        match socket.local_addr().ok()?.ip() {
            IpAddr::V4(own) if !own.is_loopback() && !own.is_unspecified() => Some(own),
            _ => None,
        }
    });
    let own: BTreeSet<_> = own.collect();
    // Private addresses first: a home or a school uses those.
    let (mut private, others): (Vec<_>, Vec<_>) = own.into_iter().partition(Ipv4Addr::is_private);
    private.extend(others);
    private
}

/// The text for the terminal: addresses, the name if there is one, and a QR code of the first address.
pub(super) fn greeting(scheme: &str, address: SocketAddr, own: &[Ipv4Addr], has_name: bool) -> String {
    let url = |host: &dyn std::fmt::Display| format!("{scheme}://{host}:{}/", address.port());
    let mut text = String::new();
    let Some(first) = own.first() else {
        return "No network was found: only this machine can reach the server.\n".into();
    };
    if let Ok(code) = QrCode::encode_text(&url(first), QrCodeEcc::Medium) {
        text.push_str(&draw(&code));
    }
    text.push_str("Everybody on this network can play. Let them scan the code, or open\n");
    for own in own {
        // Writing to a `String` cannot fail.
        let _ = writeln!(text, "  {}", url(own));
    }
    if has_name {
        let _ = writeln!(text, "  {}  (on most devices)", url(&NAME));
    }
    text.push_str("The page shows the same code under /invite, for a projector.\n");
    text
}

/// A QR code for a terminal: two modules per character, dark on light whatever the colours of the terminal are.
fn draw(code: &QrCode) -> String {
    const MARGIN: i32 = 2;
    let range = -MARGIN..code.size() + MARGIN;
    let mut text = String::new();
    for y in range.clone().step_by(2) {
        text.push_str("\x1b[30;107m");
        for x in range.clone() {
            text.push(match (code.get_module(x, y), code.get_module(x, y + 1)) {
                (true, true) => '█',
                (true, false) => '▀',
                (false, true) => '▄',
                (false, false) => ' ',
            });
        }
        text.push_str("\x1b[0m\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_greeting_shows_every_address() {
        let address = "0.0.0.0:8080".parse().expect("an address");
        let text = greeting("http", address, &[Ipv4Addr::new(192, 168, 1, 20)], true);
        assert!(text.contains("  http://192.168.1.20:8080/\n") && text.contains("http://tabiya.local:8080/"));
        assert!(text.contains('█') && text.lines().count() > 15, "{text}");
        assert!(greeting("http", address, &[], false).contains("No network"));
        assert!(addresses().iter().all(|own| !own.is_loopback()));
    }
}
