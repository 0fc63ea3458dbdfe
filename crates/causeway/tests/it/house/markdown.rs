//! A minimal parser for Markdown, with the parts needed for links: code, headings and their anchors.

use std::collections::HashMap;

/// A link `[text](target)` and its line.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Link<'a> {
    pub(super) line: usize,
    pub(super) text: &'a str,
    pub(super) target: &'a str,
}

/// Returns the lines outside of fenced blocks, each with its number.
pub(super) fn prose(text: &str) -> Vec<(usize, &str)> {
    let mut fenced = false;
    let mut lines = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if !fenced {
            lines.push((index + 1, line));
        }
    }
    lines
}

/// Returns the links of one line.
pub(super) fn links(number: usize, line: &str) -> Vec<Link<'_>> {
    let mut found = Vec::new();
    let mut rest = line;
    while let Some(middle) = rest.find("](") {
        let text = rest[..middle].rfind('[').map_or("", |from| &rest[from + 1..middle]);
        let Some(end) = rest[middle..].find(')') else { break };
        found.push(Link { line: number, text, target: &rest[middle + 2..middle + end] });
        rest = &rest[middle + end + 1..];
    }
    found
}

/// Removes links and code from a line: `a [b](c) d` becomes `a  d`.
pub(super) fn plain(line: &str) -> String {
    let mut kept = String::new();
    let mut rest = line;
    while let Some(middle) = rest.find("](") {
        let from = rest[..middle].rfind('[').unwrap_or(middle);
        let Some(end) = rest[middle..].find(')') else { break };
        kept.push_str(&rest[..from]);
        rest = &rest[middle + end + 1..];
    }
    kept.push_str(rest);
    kept.split('`').step_by(2).collect::<Vec<_>>().join(" ")
}

/// Returns the headings without their marks, each with its anchor.
pub(super) fn headings(text: &str) -> Vec<(&str, String)> {
    let mut counts: HashMap<String, usize> = HashMap::new();
    let titles = prose(text).into_iter().filter_map(|(_, line)| {
        let title = line.trim_start_matches('#');
        (title.len() < line.len()).then(|| title.strip_prefix(' ')).flatten()
    });
    titles
        .map(|title| {
            let anchor = anchor(title);
            let before = counts.entry(anchor.clone()).or_default();
            *before += 1;
            (title.trim(), if *before == 1 { anchor } else { format!("{anchor}-{}", *before - 1) })
        })
        .collect()
}

/// Returns the anchor of a heading: `82-post-quotes` for `8.2 `POST /quotes``.
fn anchor(title: &str) -> String {
    let kept = title.trim().chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// Resolves the target of a link in a file in `folder`: `docs/a` and `../b.md` become `docs/b.md`.
pub(super) fn resolve(folder: &str, target: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            name => parts.push(name),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_links_and_the_remaining_text() {
        let line = "see [a `b`](c.md#d), `[x](y)` and [e](f)";
        let found: Vec<_> = links(1, line).into_iter().map(|link| (link.text, link.target)).collect();
        assert_eq!(found, [("a `b`", "c.md#d"), ("x", "y"), ("e", "f")]);
        assert_eq!(plain("see [a `b`](c.md), `code` and d"), "see ,   and d");
    }

    #[test]
    fn makes_anchors() {
        let text = "# A: b\n```\n# no heading\n```\n### 8.2 `POST /quotes` → 201 Quote\n## Twice\n## Twice\n";
        let anchors: Vec<_> = headings(text).into_iter().map(|(_, anchor)| anchor).collect();
        assert_eq!(anchors, ["a-b", "82-post-quotes--201-quote", "twice", "twice-1"]);
    }

    #[test]
    fn follows_relative_paths() {
        assert_eq!(resolve("docs/internals/decisions", "../locks.md"), "docs/internals/locks.md");
        assert_eq!(resolve("", "docs/a.md"), "docs/a.md");
    }
}
