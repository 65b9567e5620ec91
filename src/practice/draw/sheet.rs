//! A page for printing: a worksheet, and its answers on the next sheet of paper.

use super::canvas::escaped;

/// Returns the page of two pictures.
pub fn write(title: &str, blank: &str, full: &str) -> String {
    let title = escaped(title);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}: worksheet</title>\n\
         <style>\nbody{{margin:1rem;font:1rem sans-serif}}h1{{font-size:1.2rem}}svg{{max-width:100%;height:auto}}\n\
         .answers{{break-before:page}}\n\
         @media screen{{.answers{{margin-top:100vh}}}}\n\
         @media print{{svg{{max-height:90vh}}}}\n\
         @media screen and (prefers-color-scheme:dark){{body{{background:#14161a;color:#eceef1}}}}\n\
         </style>\n</head>\n<body>\n<main>\n<section>\n<h1>Worksheet</h1>\n{blank}</section>\n\
         <section class=\"answers\">\n<h1>Answers</h1>\n{full}</section>\n</main>\n</body>\n</html>\n"
    )
}
