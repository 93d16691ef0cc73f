//! HTML with escaped text.

use super::words::Words;
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use std::borrow::Cow;

/// Escapes text for HTML, also within quotes.
pub(super) fn text(text: &str) -> Cow<'_, str> {
    if !text.contains(['&', '<', '>', '"', '\'']) {
        return text.into();
    }
    let mut safe = String::with_capacity(text.len() + 16);
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            other => safe.push(other),
        }
    }
    safe.into()
}

/// A page with this title (plain text) and this body (HTML).
pub(super) fn page(status: StatusCode, words: &Words, title: &str, body: &str) -> Response {
    let html = format!(
        "<!doctype html>\n<html lang=\"{}\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>{title} · Tabiya</title>\
         <link rel=\"stylesheet\" href=\"/account/forms.css\"></head>\n<body><main><h1>{title}</h1>\n{body}\
         </main></body></html>\n",
        words.lang,
        title = text(title),
    );
    (status, [(header::CACHE_CONTROL, "no-store")], Html(html)).into_response()
}

/// An error message as HTML.
pub(super) fn problem(why: &str) -> String {
    format!("<p class=\"problem\" role=\"alert\">{}</p>\n", text(why))
}

/// Redirects the browser. The addresses used here contain only characters that a header may have.
pub(super) fn see_other(address: &str) -> Response {
    (StatusCode::SEE_OTHER, [(header::LOCATION, address), (header::CACHE_CONTROL, "no-store")])
        .into_response()
}

#[cfg(test)]
mod tests {
    use super::text;

    #[test]
    fn text_is_escaped() {
        assert_eq!(text("a \"b\" <c> 'd' & e"), "a &quot;b&quot; &lt;c&gt; &#39;d&#39; &amp; e");
        assert_eq!(text("plain"), "plain");
    }
}
