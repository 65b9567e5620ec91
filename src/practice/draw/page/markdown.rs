//! Conversion of Markdown to HTML: only this code writes tags, and a text cannot.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd, html};

/// Returns Markdown as HTML. Tags in the Markdown stay text. Links and pictures are left out, but their words stay.
pub fn html(markdown: &str) -> String {
    let events = Parser::new_ext(markdown, Options::ENABLE_TABLES).filter_map(|event| match event {
        Event::Html(text) | Event::InlineHtml(text) => Some(Event::Text(text)),
        Event::Start(Tag::Link { .. } | Tag::Image { .. } | Tag::HtmlBlock)
        | Event::End(TagEnd::Link | TagEnd::Image | TagEnd::HtmlBlock) => None,
        event => Some(event),
    });
    let mut text = String::new();
    html::push_html(&mut text, events);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_stay_text_and_code_is_code() {
        assert_eq!(html("a `...X` *b*"), "<p>a <code>...X</code> <em>b</em></p>\n");
        for (markdown, found) in [
            ("<script>x</script>", "&lt;script&gt;x&lt;/script&gt;"),
            ("a <b onclick=x>c</b>", "<p>a &lt;b onclick=x&gt;c&lt;/b&gt;</p>\n"),
            ("[a](javascript:x) ![b](http://c)", "<p>a b</p>\n"),
            ("<http://c>", "<p>http://c</p>\n"),
        ] {
            assert_eq!(html(markdown), found);
        }
    }
}
