//! Who is at the other end of a connection.

use axum::http::HeaderMap;
use std::net::IpAddr;

/// The other end of the connection, as the accept loop saw it. It is in every request's extensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Peer(pub IpAddr);

const FORWARDED: &str = "x-forwarded-for";

/// Whose request it is. A proxy that the operator has named may say so; from anybody else the header is nothing but
/// words. Of several addresses the last counts that none of our proxies has: what stands before it came from
/// outside.
pub fn client(peer: Peer, headers: &HeaderMap, proxies: &[IpAddr]) -> IpAddr {
    let Peer(peer) = peer;
    if !proxies.contains(&peer) {
        return peer;
    }
    let values = headers.get_all(FORWARDED);
    let told: Vec<&str> =
        values.iter().filter_map(|value| value.to_str().ok()).flat_map(|text| text.split(',')).collect();
    for text in told.into_iter().rev() {
        match text.trim().parse::<IpAddr>() {
            Ok(address) if proxies.contains(&address) => {}
            Ok(address) => return address,
            // Not an address: what stands before it cannot be trusted either.
            Err(_) => return peer,
        }
    }
    peer
}

/// The part of an address that one customer of a network has: all of IPv4, the first half of IPv6.
pub fn key(address: IpAddr) -> String {
    match address.to_canonical() {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            format!("{a:x}:{b:x}:{c:x}:{d:x}::/64")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(peer: &str, forwarded: &[&'static str], expected: &str) {
        let mut headers = HeaderMap::new();
        for text in forwarded {
            headers.append(FORWARDED, text.parse().expect("a header"));
        }
        let proxies = ["127.0.0.1".parse().expect("an address"), "10.0.0.1".parse().expect("an address")];
        let client = client(Peer(peer.parse().expect("an address")), &headers, &proxies);
        assert_eq!(client.to_string(), expected, "{peer} {forwarded:?}");
    }

    #[test]
    fn only_a_proxy_is_believed() {
        check("203.0.113.9", &[], "203.0.113.9");
        check("203.0.113.9", &["198.51.100.7"], "203.0.113.9");
        check("127.0.0.1", &[], "127.0.0.1");
        check("127.0.0.1", &["198.51.100.7"], "198.51.100.7");
        // The visitor has written the first one.
        check("127.0.0.1", &["192.0.2.1, 198.51.100.7"], "198.51.100.7");
        check("127.0.0.1", &["192.0.2.1", "198.51.100.7, 10.0.0.1"], "198.51.100.7");
        check("127.0.0.1", &["198.51.100.7, nonsense"], "127.0.0.1");
        check("127.0.0.1", &["10.0.0.1"], "127.0.0.1");
    }

    #[test]
    fn one_customer_has_one_key() {
        let key = |text: &str| key(text.parse().expect("an address"));
        assert_eq!(key("198.51.100.7"), "198.51.100.7");
        assert_eq!(key("::ffff:198.51.100.7"), "198.51.100.7");
        assert_eq!(key("2001:db8:1:2:3:4:5:6"), key("2001:db8:1:2:ffff::1"));
        assert_ne!(key("2001:db8:1:2::1"), key("2001:db8:1:3::1"));
    }
}
