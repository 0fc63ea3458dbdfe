//! Comments, each with the item that it describes.

use super::super::lexer::{Kind, Token};
use super::super::source::{Source, matches};

/// A run of comment lines of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Comment {
    /// Line of its first line, from 1.
    pub(super) line: usize,
    /// Its text in one line, without slashes.
    pub(super) text: String,
    pub(super) subject: Subject,
}

/// The kind of item that a comment describes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Subject {
    Function,
    Field,
    /// A type, a module, a variant, a constant, or lines of code.
    Other,
}

/// Returns the comments of a file in order; remarks behind code on the same line are not among them.
pub(super) fn comments(source: &Source) -> Vec<Comment> {
    let mut found: Vec<(Comment, &str, usize)> = Vec::new();
    for token in &source.comments {
        let Kind::Comment(text) = &token.kind else { continue };
        if source.code.binary_search_by_key(&token.line, |code| code.line).is_ok() {
            continue;
        }
        let (slashes, text) = split(text);
        match found.last_mut() {
            Some((comment, kind, last)) if *kind == slashes && *last + 1 == token.line => {
                *last = token.line;
                comment.text.push(' ');
                comment.text.push_str(text.trim());
            }
            _ => {
                let comment =
                    Comment { line: token.line, text: text.trim().to_owned(), subject: Subject::Other };
                found.push((comment, slashes, token.line));
            }
        }
    }
    let described = found.into_iter().map(|(comment, slashes, last)| {
        let below = source.code.partition_point(|code| code.line <= last);
        let is_documentation = slashes == "///";
        let subject = if is_documentation { subject(&source.code[below..]) } else { Subject::Other };
        Comment { subject, ..comment }
    });
    described.collect()
}

fn split(comment: &str) -> (&str, &str) {
    let slashes = ["///", "//!", "//"].into_iter().find(|slashes| comment.starts_with(slashes));
    comment.split_at(slashes.map_or(0, str::len))
}

/// Returns the subject of a comment from the code below it.
fn subject(code: &[Token]) -> Subject {
    const QUALIFIERS: &[&str] = &["const", "async", "unsafe", "extern"];
    let mut code = behind_visibility(behind_attributes(code));
    if !matches(code, &["const"]) || code.get(1).is_some_and(|next| next.is("fn")) {
        while code.first().is_some_and(|token| QUALIFIERS.iter().any(|word| token.is(word))) {
            code = &code[1..];
        }
    }
    if matches(code, &["fn"]) {
        return Subject::Function;
    }
    let is_named = code.first().is_some_and(|token| match &token.kind {
        Kind::Word(word) => word.starts_with(|letter: char| letter.is_lowercase()),
        _ => false,
    });
    let has_type = code.get(1).is_some_and(|token| token.is(":"));
    if is_named && has_type { Subject::Field } else { Subject::Other }
}

fn behind_attributes(mut code: &[Token]) -> &[Token] {
    while matches(code, &["#", "["]) {
        code = &code[closing(&code[1..]) + 1..];
    }
    code
}

fn behind_visibility(code: &[Token]) -> &[Token] {
    if matches(code, &["pub", "("]) {
        &code[closing(&code[1..]) + 1..]
    } else {
        &code[usize::from(matches(code, &["pub"]))..]
    }
}

/// Returns the number of tokens up to the bracket that closes the first one, this included.
fn closing(code: &[Token]) -> usize {
    let mut depth = 0_usize;
    for (at, token) in code.iter().enumerate() {
        match token.kind {
            Kind::Mark('[' | '(') => depth += 1,
            Kind::Mark(']' | ')') if depth == 1 => return at + 1,
            Kind::Mark(']' | ')') => depth -= 1,
            _ => {}
        }
    }
    code.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(usize, String, Subject)> {
        let source = Source::new("crates/x/src/a.rs", text);
        comments(&source).into_iter().map(|one| (one.line, one.text, one.subject)).collect()
    }

    #[test]
    fn joins_lines_and_finds_the_described_item() {
        let text = "//! A page\n//! of two lines.\nstruct A {\n    /// In cents.\n    pub(crate) a: u8, // b\n}\n\
                    /// Returns it.\n#[must_use = \"]\"]\npub(in a::b) const fn c() {}\n// d\n/// E\nconst F: u8 = 1;";
        let expected = [
            (1, "A page of two lines.", Subject::Other),
            (4, "In cents.", Subject::Field),
            (7, "Returns it.", Subject::Function),
            (10, "d", Subject::Other),
            (11, "E", Subject::Other),
        ];
        assert_eq!(read(text), expected.map(|(line, text, subject)| (line, text.to_owned(), subject)));
    }
}
