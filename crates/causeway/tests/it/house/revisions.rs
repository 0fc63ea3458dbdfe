//! The `updatedAt` of a resource only increases (conventions 5.2): product code creates it with
//! `Revision::created`, increases it with `advance`, and never replaces it.

use super::lexer::{Kind, Token};
use super::source::Source;
use super::uphold::Violation;

const FIELD: &str = "updated_at";

fn check(sources: &[Source]) -> Vec<Violation> {
    let mut found = Vec::new();
    for source in sources.iter().filter(|source| !source.is_test()) {
        for (at, token) in source.code.iter().enumerate().filter(|(_, token)| token.is(FIELD)) {
            if is_assigned(&source.code, at) || is_put_over_others(&source.code, at) {
                let what = "a revision is not replaced: move it on with `updated_at.advance(now)`";
                found.push(Violation::new(&source.path, token.line, what));
            }
        }
    }
    found
}

fn is(code: &[Token], at: usize, mark: char) -> bool {
    code.get(at).is_some_and(|token| token.kind == Kind::Mark(mark))
}

/// Finds `record.updated_at = …`, also as part of a pattern.
fn is_assigned(code: &[Token], at: usize) -> bool {
    let is_member = at > 0 && is(code, at - 1, '.');
    let next = if is(code, at + 1, ')') { at + 2 } else { at + 1 };
    is_member && is(code, next, '=') && !is(code, next + 1, '=')
}

/// Finds `Record { updated_at: …, ..former }`.
fn is_put_over_others(code: &[Token], at: usize) -> bool {
    if !is(code, at + 1, ':') {
        return false;
    }
    let mut depth = 0_usize;
    for next in at + 2..code.len() {
        match code[next].kind {
            Kind::Mark('(' | '{' | '[') => depth += 1,
            Kind::Mark(')' | '}' | ']') if depth == 0 => return false,
            Kind::Mark(')' | '}' | ']') => depth -= 1,
            Kind::Mark('.') if depth == 0 && is(code, next + 1, '.') => return true,
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::super::source::sources;
    use super::super::uphold::uphold;
    use super::*;

    #[test]
    fn revisions_only_rise() {
        uphold("revisions", &check(sources()));
    }

    #[test]
    fn finds_a_revision_that_is_replaced() {
        let text = "a.updated_at = now;\nb.updated_at.advance(now);\n(a.status, a.updated_at) = (c, d);\n\
                    let same = a.updated_at == b.updated_at;\nR { updated_at: f(now), ..former }\n\
                    R { updated_at: f(now), id: g(0..9) }\nlet updated_at = 1;\nR { updated_at, x }\n";
        let lines = |name: &str| check(&[Source::new(name, text)]).iter().map(|v| v.line).collect::<Vec<_>>();
        assert_eq!(lines("crates/x/src/a.rs"), [1, 3, 5]);
        assert_eq!(lines("crates/x/tests/a.rs"), [0; 0]);
    }
}
