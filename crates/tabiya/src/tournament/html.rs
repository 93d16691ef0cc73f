//! Pages for printing on A4.

use std::io::{self, Write};

/// Everything before the table.
pub(super) fn begin(
    output: &mut impl Write,
    title: &str,
    subtitle: &str,
    is_landscape: bool,
) -> io::Result<()> {
    let (title, subtitle) = (escape(title), escape(subtitle));
    let orientation = if is_landscape { "landscape" } else { "portrait" };
    writeln!(
        output,
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>{title}: {subtitle}</title>\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<style>\n\
         @page {{ size: A4 {orientation}; margin: 12mm }}\n\
         body {{ font: 11pt/1.3 system-ui, sans-serif; margin: 1em }}\n\
         table {{ border-collapse: collapse; width: 100% }}\n\
         th, td {{ padding: .15em .4em; text-align: left; border-bottom: 1px solid #ccc; white-space: nowrap }}\n\
         .n {{ text-align: right; font-variant-numeric: tabular-nums }}\n\
         .c {{ text-align: center }}\n\
         thead {{ display: table-header-group }}\ntr {{ break-inside: avoid }}\n\
         @media print {{ body {{ margin: 0; font-size: 9pt }} }}\n\
         </style>\n<h1>{title}</h1>\n<p>{subtitle}</p>"
    )
}

pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
