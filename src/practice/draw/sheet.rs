//! A page for printing: questions, and their answers on the next sheet of paper.

use super::canvas::{STYLE, escaped};

/// The style of the page itself. Its pictures have their own.
const PAGE_STYLE: &str = "\
    body{font:1rem/1.4 sans-serif;margin:1rem auto;max-width:62rem;padding:0 1rem;color:#111;background:#fff}\
    h1{font-size:1.2rem}svg{display:block;max-width:100%;height:auto}.answers{break-before:page}\
    .puzzles{display:grid;grid-template-columns:repeat(auto-fill,minmax(18rem,1fr));gap:1rem 2rem;padding-left:1.5rem}\
    .puzzles li{break-inside:avoid}\
    .puzzles .wide{grid-column:1/-1}.wide .line{display:inline-block;width:48%;margin-right:2%}.line{display:block;border-bottom:1px solid #888;height:2rem}\
    @media screen{.answers{margin-top:100vh}}\
    @media print{body{margin:0;padding:0;max-width:none;font-size:.75rem}p,ol,ul{margin-block:.3rem}\
    .sheet svg{max-height:90vh}.puzzles{grid-template-columns:repeat(3,1fr);gap:.5rem 1.2rem}\
    .line{height:1.3rem}}\
    @media screen and (prefers-color-scheme:dark){body{background:#14161a;color:#eceef1}}";

/// Returns the page of two sheets, each with a heading and its content in HTML. It loads nothing.
pub fn write(title: &str, [front_heading, front]: [&str; 2], [back_heading, back]: [&str; 2]) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{}</title>\n\
         <style>{STYLE}{PAGE_STYLE}</style>\n</head>\n<body>\n<main>\n\
         <section class=\"sheet\">\n<h1>{}</h1>\n{front}</section>\n\
         <section class=\"sheet answers\">\n<h2>{}</h2>\n{back}</section>\n</main>\n</body>\n</html>\n",
        escaped(title),
        escaped(front_heading),
        escaped(back_heading)
    )
}
