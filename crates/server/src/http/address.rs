//! The address of a client, behind proxies too.

use axum::http::HeaderMap;
use std::net::IpAddr;

/// The peer address of the connection, from the accept loop. Every request carries it in its extensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Peer(pub IpAddr);

const FORWARDED: &str = "x-forwarded-for";

/// The client's address. `X-Forwarded-For` is trusted only from a proxy that the operator has named. Of several
/// addresses the last one counts that is not one of our proxies; anything before it could have been made up by the
/// client.
pub fn client(peer: Peer, headers: &HeaderMap, proxies: &[IpAddr]) -> IpAddr {
    let Peer(peer) = peer;
    if !proxies.contains(&peer) {
        return peer;
    }
    let values = headers.get_all(FORWARDED);
    let listed: Vec<&str> =
        values.iter().filter_map(|value| value.to_str().ok()).flat_map(|text| text.split(',')).collect();
    for text in listed.into_iter().rev() {
        match text.trim().parse::<IpAddr>() {
            Ok(address) if proxies.contains(&address) => {}
            Ok(address) => return address,
            // Not an address: nothing before it can be trusted either.
            Err(_) => return peer,
        }
    }
    peer
}

/// The part of an address that identifies one customer of a network: all of IPv4, the /64 prefix of IPv6.
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
        // The client made up the first one.
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
