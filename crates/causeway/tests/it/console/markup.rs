//! Just enough of HTML to read the pages of the console, whose attributes are all quoted.

/// Elements within a line of text; all others separate words.
const INLINE: [&str; 9] = ["a", "b", "code", "em", "kbd", "small", "span", "strong", "time"];

/// Returns the content of the first element that fits a selector, as `Page::text_of` takes it.
pub(super) fn content<'a>(html: &'a str, selector: &str) -> Option<&'a str> {
    let selector = selector.trim_matches(['[', ']']);
    let (tag, rest) = tags(html).find(|(tag, _)| fits(tag, selector))?;
    Some(&rest[..content_length(rest, name_of(tag))])
}

/// Returns the text of markup: tags are left out, white space is one space.
pub(super) fn plain(html: &str) -> String {
    let mut text = html.split('<').next().unwrap_or_default().to_owned();
    for (tag, rest) in tags(html) {
        if !INLINE.contains(&name_of(tag).trim_start_matches('/')) {
            text.push(' ');
        }
        text.push_str(rest.split('<').next().unwrap_or_default());
    }
    decoded(&text).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the value of the first field with this name.
pub(super) fn value_of(html: &str, field: &str) -> Option<String> {
    let (tag, _) = tags(html).find(|(tag, _)| attribute(tag, "name") == Some(field))?;
    attribute(tag, "value").map(decoded)
}

/// Returns the addresses of all links and forms.
pub(super) fn addresses(html: &str) -> Vec<String> {
    let of_tag = |tag: &str| attribute(tag, "href").or_else(|| attribute(tag, "action")).map(decoded);
    tags(html).filter_map(|(tag, _)| of_tag(tag)).collect()
}

/// Returns each tag without its brackets, with everything behind it.
fn tags(html: &str) -> impl Iterator<Item = (&str, &str)> {
    html.match_indices('<').filter_map(|(at, _)| html[at + 1..].split_once('>'))
}

fn name_of(tag: &str) -> &str {
    tag.split(char::is_whitespace).next().unwrap_or_default()
}

fn fits(tag: &str, selector: &str) -> bool {
    if let Some(class) = selector.strip_prefix('.') {
        return attribute(tag, "class").is_some_and(|classes| classes.split(' ').any(|one| one == class));
    }
    if let Some(id) = selector.strip_prefix('#') {
        return attribute(tag, "id") == Some(id);
    }
    match selector.split_once('=') {
        Some((name, value)) => attribute(tag, name) == Some(value.trim_matches(['"', '\''])),
        None => name_of(tag) == selector || attribute(tag, selector).is_some(),
    }
}

/// Returns an attribute as written.
fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
    rest.split_once('"').map(|(value, _)| value)
}

/// Returns the number of bytes until the end tag of an element.
fn content_length(rest: &str, name: &str) -> usize {
    let begin = format!("<{name}");
    let end = format!("</{name}>");
    let mut depth = 0;
    let mut from = 0;
    while let Some(length) = rest[from..].find(&end) {
        let within = &rest[from..from + length];
        depth += within.split(&begin).skip(1).filter(|after| after.starts_with([' ', '>', '\n'])).count();
        if depth == 0 {
            return from + length;
        }
        depth -= 1;
        from += length + end.len();
    }
    rest.len()
}

fn decoded(text: &str) -> String {
    const ENTITIES: [(&str, &str); 10] = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#60;", "<"),
        ("&#62;", ">"),
        ("&#34;", "\""),
        ("&#39;", "'"),
        ("&#x27;", "'"),
        ("&#38;", "&"),
        ("&amp;", "&"),
    ];
    ENTITIES.iter().fold(text.to_owned(), |text, (entity, letter)| text.replace(entity, letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "<main id=\"main\"><h1>Pay&#38;ment <span>1</span></h1>\n<div class=\"a b\"><div>x</div> y</div>z\
                        <p data-live=\"waits\">for <b>you</b></p><input name=\"token\" value=\"7&#34;\"><a href=\"/x\">l</a></main>";

    #[test]
    fn elements_are_found_by_tag_class_id_and_attribute() {
        for (selector, text) in [
            ("h1", "Pay&ment 1"),
            (".b", "x y"),
            ("data-live=waits", "for you"),
            ("[data-live]", "for you"),
            ("#main", "Pay&ment 1 x y z for you l"),
        ] {
            assert_eq!(content(PAGE, selector).map(plain).as_deref(), Some(text), "{selector}");
        }
        assert!(content(PAGE, "h2").is_none() && content(PAGE, ".c").is_none());
        assert_eq!(
            (value_of(PAGE, "token"), addresses(PAGE)),
            (Some("7\"".to_owned()), vec!["/x".to_owned()])
        );
    }
}
