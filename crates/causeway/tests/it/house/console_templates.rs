//! Templates of the console escape every value, and hold no style or script of their own: its policy forbids them, and
//! an escaped value needs no policy.

use super::source::{TextFile, text_files};
use super::uphold::{Violation, uphold};

const TEMPLATES: &str = "crates/console/templates/";

fn check(files: &[TextFile]) -> Vec<Violation> {
    let mut found = Vec::new();
    for file in files.iter().filter(|file| file.path.starts_with(TEMPLATES)) {
        for (index, line) in file.text.lines().enumerate() {
            found.extend(fault(line).map(|what| Violation::new(&file.path, index + 1, what)));
        }
    }
    found
}

fn fault(line: &str) -> Option<&'static str> {
    let compact: String = line.to_lowercase().split_whitespace().collect();
    if compact.contains("|safe") || compact.contains("escape=") || compact.contains("|escape(") {
        return Some("leaves a value as it is: format it in Rust, and let the template escape it");
    }
    if compact.contains("<style") || compact.contains("javascript:") {
        return Some("has a style or a script: the policy of the pages forbids it");
    }
    let scripts = compact.match_indices("<script").any(|(at, _)| !compact[at..].starts_with("<scriptsrc="));
    let is_handler = |name: &str| name == "style" || (name.starts_with("on") && name.len() > 2);
    let attributes = line.match_indices("=\"").filter_map(|(at, _)| line[..at].rsplit([' ', '\t']).next());
    if scripts || attributes.map(str::to_lowercase).any(|name| is_handler(&name)) {
        return Some("has an inline style or script: the policy of the pages forbids it");
    }
    None
}

#[test]
fn templates_of_the_console_escape_all_values() {
    assert!(text_files().iter().any(|file| file.path.starts_with(TEMPLATES)), "no template is checked");
    uphold("console-templates", &check(text_files()));
}

#[test]
fn finds_planted_markup() {
    let planted = |text: &str| {
        let file = |path: &str| TextFile { path: path.to_owned(), text: text.to_owned() };
        let elsewhere = check(&[file("crates/causeway/templates/a.html")]).len();
        assert_eq!(elsewhere, 0, "{text}");
        check(&[file(&format!("{TEMPLATES}a.html"))]).len()
    };
    for wrong in [
        "{{ text|safe }}",
        "{{ text | safe }}",
        "{{ text|escape(\"none\") }}",
        "<p style=\"color: red\">",
        "<a onclick=\"x()\">",
        "<style>p {}</style>",
        "<script>x()</script>",
        "<a href=\"javascript:x()\">",
    ] {
        assert_eq!(planted(wrong), 1, "{wrong}");
    }
    for right in
        ["<script src=\"{{ x }}\" defer></script>", "<p data-only=\"x\">one = \"two\"</p>", "{{ safe }}"]
    {
        assert_eq!(planted(right), 0, "{right}");
    }
}
