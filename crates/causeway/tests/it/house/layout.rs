//! `lib.rs` and `mod.rs` contain only documentation, `mod` and `use`. Those of tests are exempt, because they
//! may contain the shared code of their folder.

use super::lexer::{Kind, Token};
use super::source::{Source, end_of_item};
use super::uphold::Violation;

fn check(sources: &[Source]) -> Vec<Violation> {
    let product = sources.iter().filter(|source| !source.is_test());
    let contents = product.filter(|source| ["lib.rs", "mod.rs"].contains(&source.name()));
    let mut found = Vec::new();
    for source in contents {
        let mut at = 0;
        while at < source.code.len() {
            let item = after_attributes(&source.code, at);
            let end = end_of_item(&source.code, item);
            if item < source.code.len() && !is_contents(&source.code[item..end]) {
                let what = "only documentation, `mod` and `use` here: give the item a file of its own";
                found.push(Violation::new(&source.path, source.code[item].line, what));
            }
            at = end.max(at + 1);
        }
    }
    found
}

fn after_attributes(code: &[Token], mut at: usize) -> usize {
    while code.get(at).is_some_and(|token| token.is("#")) {
        let mut depth = 0_usize;
        while let Some(token) = code.get(at) {
            at += 1;
            match token.kind {
                Kind::Mark('[') => depth += 1,
                Kind::Mark(']') if depth == 1 => break,
                Kind::Mark(']') => depth -= 1,
                _ => {}
            }
        }
    }
    at
}

/// Returns `true` for `mod x;` and `use …;`, with any visibility.
fn is_contents(item: &[Token]) -> bool {
    let mut at = 0;
    if item.first().is_some_and(|token| token.is("pub")) {
        at = 1;
        if item.get(1).is_some_and(|token| token.is("(")) {
            at = item.iter().position(|token| token.is(")")).map_or(item.len(), |close| close + 1);
        }
    }
    let ends_plainly = item.last().is_some_and(|token| token.is(";"));
    item.get(at).is_some_and(|token| token.is("use") || (token.is("mod") && ends_plainly))
}

#[cfg(test)]
mod tests {
    use super::super::source::sources;
    use super::super::uphold::uphold;
    use super::*;

    #[test]
    fn contents_are_only_contents() {
        uphold("layout", &check(sources()));
    }

    #[test]
    fn finds_code_in_a_table_of_contents() {
        let text = "//! Docs.\n#![forbid(unsafe_code)]\nmod a;\npub(in crate::x) mod b;\n#[cfg(test)]\nmod tests;\n\
                    pub use a::{B, C};\npub const D: u8 = 1;\nmod e { fn f() {} }\nimpl G {}\n";
        let lines = |name: &str| check(&[Source::new(name, text)]).iter().map(|v| v.line).collect::<Vec<_>>();
        assert_eq!(lines("crates/x/src/lib.rs"), [8, 9, 10]);
        assert_eq!(lines("crates/x/src/other.rs"), [0; 0]);
        assert_eq!(lines("crates/x/tests/mod.rs"), [0; 0]);
    }
}
