//! The page itself, embedded in the program.

use super::short_links;
use crate::app::App;
use axum::body::Body;
use axum::extract::State;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri};
use axum::response::{Html, IntoResponse, Redirect, Response};
use rust_embed::{EmbeddedFile, RustEmbed};
use std::fmt::Write;

/// The build output of `web/`. A program built without it shows [`UNBUILT`].
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Dist;

const UNBUILT: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Tabiya</title>\
<h1>Tabiya</h1><p>The server runs. This program was built without its page: build <code>web/</code> first \
(<code>npm ci &amp;&amp; npm run build</code>), then the program again. The API is at <code>/api</code>.</p>";

/// The paths that the page handles; a segment that starts with a colon matches any text. They are those of
/// `web/src/app/routes.ts`.
const PAGES: [&str; 24] = [
    "/",
    "/computer/:id",
    "/board/:id",
    "/game/:id",
    "/watch",
    "/login",
    "/analysis",
    "/analysis/:id",
    "/collection/:id",
    "/library",
    "/editor",
    "/laws",
    "/laws/:id",
    "/about",
    "/games",
    "/@/:name",
    "/settings",
    "/admin",
    "/rounds",
    "/rounds/:id",
    "/tournaments",
    "/tournaments/:id",
    "/invite",
    "/clock",
];

/// Whether the page handles this path.
fn is_page(path: &str) -> bool {
    let found: Vec<&str> = parts(path).collect();
    PAGES.iter().any(|pattern| {
        let is_same = |(expected, found): (&str, &&str)| expected.starts_with(':') || expected == *found;
        parts(pattern).count() == found.len() && parts(pattern).zip(&found).all(is_same)
    }) && match found[..] {
        ["laws", id] => is_law(id),
        _ => true,
    }
}

/// The groups of laws in `docs/laws.md`, and the number of laws in each.
const LAWS: [(char, u8); 9] =
    [('B', 6), ('M', 14), ('S', 11), ('C', 5), ('E', 19), ('T', 6), ('P', 2), ('K', 5), ('N', 3)];

/// Whether a law has this id, such as `E05`, ignoring case.
fn is_law(id: &str) -> bool {
    let mut letters = id.chars();
    let group = letters.next().map(|letter| letter.to_ascii_uppercase());
    let number = letters.as_str();
    let is_number = number.len() == 2 && number.bytes().all(|digit| digit.is_ascii_digit());
    let number: u8 = if is_number { number.parse().unwrap_or(0) } else { 0 };
    LAWS.iter().any(|&(letter, count)| group == Some(letter) && (1..=count).contains(&number))
}

fn parts(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter(|part| !part.is_empty())
}

/// A file of the page, or the page itself for every other path: with status 404 if the page does not handle it.
pub(super) async fn asset(State(app): State<App>, uri: Uri, mut headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if let Some(file) = Dist::get(path) {
        return answer(path, file, &headers);
    }
    let is_file = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    if is_file || path.starts_with("app/") || path.starts_with("api/") {
        return (StatusCode::NOT_FOUND, "there is no such file\n").into_response();
    }
    let is_known = is_page(uri.path());
    if !is_known {
        if let Some(game) = short_links::target(&app, path).await {
            return Redirect::to(&game).into_response();
        }
        // 304 would mean that the page exists.
        headers.remove(IF_NONE_MATCH);
    }
    let mut response = match Dist::get("index.html") {
        Some(index) => answer("index.html", index, &headers),
        None => Html(UNBUILT).into_response(),
    };
    if !is_known {
        *response.status_mut() = StatusCode::NOT_FOUND;
    }
    response
}

/// The precompressed variants of a file, smallest first: the name of the encoding and the file extension.
const ENCODINGS: [(&str, &str); 2] = [("br", "br"), ("gzip", "gz")];

/// The precompressed variant that the browser accepts, if there is one.
fn compressed(path: &str, headers: &HeaderMap) -> Option<(EmbeddedFile, &'static str)> {
    let understood = headers.get(ACCEPT_ENCODING)?.to_str().ok()?;
    let names: Vec<&str> =
        understood.split(',').filter_map(|name| name.split(';').next()).map(str::trim).collect();
    ENCODINGS.into_iter().filter(|(name, _)| names.contains(name)).find_map(|(name, ending)| {
        let file = Dist::get(&format!("{path}.{ending}"))?;
        Some((file, name))
    })
}

fn answer(path: &str, file: EmbeddedFile, headers: &HeaderMap) -> Response {
    let kind = HeaderValue::from_str(file.metadata.mimetype());
    let kind = kind.unwrap_or(HeaderValue::from_static("application/octet-stream"));
    let (file, encoding) = match compressed(path, headers) {
        Some((file, encoding)) => (file, Some(encoding)),
        None => (file, None),
    };
    let mut tag = String::from("\"");
    for byte in &file.metadata.sha256_hash()[..16] {
        write!(tag, "{byte:02x}").expect("writing to a String cannot fail");
    }
    tag.push('"');
    let seen = headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let body = if seen { Body::empty() } else { Body::from(file.data.into_owned()) };
    // Files with a hash in their name never change.
    let forever = path.starts_with("assets/");
    let caching = if forever { "public, max-age=31536000, immutable" } else { "no-cache" };
    let status = if seen { StatusCode::NOT_MODIFIED } else { StatusCode::OK };
    let tag = HeaderValue::from_str(&tag).expect("letters and digits");
    let mut response = (status, body).into_response();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, kind);
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(caching));
    headers.insert(ETAG, tag);
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    if let Some(encoding) = encoding {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{collections::BTreeSet, fs, path::Path};

    #[test]
    fn known_paths_are_pages() {
        for path in ["/", "/login", "/game/Ab3dE6gH", "/laws/E05", "/laws/e05", "/laws/", "/@/anna"] {
            assert!(is_page(path), "{path}");
        }
        for path in [
            "/nothing",
            "/game",
            "/game/a/b",
            "/login/x",
            "/@",
            "/laws/ZZZ",
            "/laws/E99",
            "/laws/E+5",
            "/laws/E005",
            "/laws/é",
        ] {
            assert!(!is_page(path), "{path}");
        }
    }

    #[test]
    fn every_law_has_a_page() {
        let table = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/laws.md");
        let table = fs::read_to_string(table).expect("the laws are there");
        let rows = table.lines().filter_map(|row| row.strip_prefix("| ")?.split(' ').next());
        let is_id = |id: &&str| id.len() == 3 && id.as_bytes()[1..].iter().all(u8::is_ascii_digit);
        let written: BTreeSet<_> = rows.filter(is_id).collect();
        let counted: usize = LAWS.iter().map(|&(_, count)| usize::from(count)).sum();
        assert_eq!(written.len(), counted);
        assert!(written.into_iter().all(is_law));
    }

    /// The page and the server must handle the same paths.
    #[test]
    fn the_pages_are_those_of_the_router() {
        let routes = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/app/routes.ts");
        let routes = fs::read_to_string(routes).expect("the routes of the page are there");
        let patterns: Vec<&str> =
            routes.split("pattern: '").skip(1).filter_map(|rest| rest.split('\'').next()).collect();
        assert_eq!(patterns, PAGES);
    }
}
