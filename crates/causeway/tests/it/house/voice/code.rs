//! Habits of the code itself: names of types, and tuples that save a line or a type.

use super::super::lexer::{Kind, Token};
use super::super::source::{Source, matches};
use super::super::uphold::Violation;
use super::lexicon::is_no_noun;

/// Returns the types whose name is no noun.
pub(super) fn type_names(source: &Source) -> Vec<Violation> {
    const KINDS: &[&str] = &["struct", "enum", "trait", "type", "union"];
    let defined = source.code.windows(2).filter(|pair| KINDS.iter().any(|kind| pair[0].is(kind)));
    let wrong = defined.filter_map(|pair| match &pair[1].kind {
        Kind::Word(name) if is_no_noun(name) => {
            let what = format!("`{name}` is no noun: name the type for what a value of it is");
            Some(Violation::new(&source.path, pair[1].line, what))
        }
        _ => None,
    });
    wrong.collect()
}

/// Returns the `let (a, b) = (c, d);` of a file.
pub(super) fn paired_lets(source: &Source) -> Vec<Violation> {
    let code = &source.code;
    let pairs = (0..code.len()).filter(|at| matches(&code[*at..], &["let", "("])).filter(|at| {
        let behind = at + 1 + group(&code[at + 1..]);
        matches(&code[behind..], &["=", "("]) && {
            let end = behind + 1 + group(&code[behind + 1..]);
            code.get(end).is_some_and(|token| token.is(";"))
        }
    });
    pairs.map(|at| Violation::new(&source.path, code[at].line, "two bindings are two lines")).collect()
}

/// Returns the functions with a tuple as a parameter.
pub(super) fn tuple_parameters(source: &Source) -> Vec<Violation> {
    let code = &source.code;
    let functions = (0..code.len()).filter(|at| code[*at].is("fn"));
    let with_tuple = functions.filter(|at| {
        let Some(open) = code[*at..].iter().position(|token| token.is("(")) else { return false };
        let parameters = &code[at + open..at + open + group(&code[at + open..])];
        parameters.windows(2).any(|pair| pair[0].is(":") && pair[1].is("(")) && has_tuple(parameters)
    });
    with_tuple
        .map(|at| {
            Violation::new(&source.path, code[at].line, "a struct or two parameters instead of a tuple")
        })
        .collect()
}

/// Returns `true` if a parameter is a tuple of two or more; `()` and `&mut dyn Fn(…)` are none.
fn has_tuple(parameters: &[Token]) -> bool {
    let mut depth = 0_usize;
    for (at, token) in parameters.iter().enumerate() {
        match token.kind {
            Kind::Mark('(' | '[' | '{' | '<') => {
                let is_type = depth == 1 && at > 0 && parameters[at - 1].is(":");
                if token.is("(")
                    && is_type
                    && parameters[at..at + group(&parameters[at..])].iter().any(|t| t.is(","))
                {
                    return true;
                }
                depth += 1;
            }
            Kind::Mark(')' | ']' | '}') => depth = depth.saturating_sub(1),
            Kind::Mark('>') if !parameters[at - 1].is("-") => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    false
}

/// Returns the number of tokens of the group in round brackets that begins here.
fn group(code: &[Token]) -> usize {
    let mut depth = 0_usize;
    for (at, token) in code.iter().enumerate() {
        match token.kind {
            Kind::Mark('(') => depth += 1,
            Kind::Mark(')') if depth == 1 => return at + 1,
            Kind::Mark(')') => depth -= 1,
            _ => {}
        }
    }
    code.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(rule: fn(&Source) -> Vec<Violation>, text: &str) -> Vec<usize> {
        rule(&Source::new("crates/x/src/a.rs", text)).iter().map(|violation| violation.line).collect()
    }

    #[test]
    fn finds_types_that_are_no_nouns() {
        let text = "struct Shown;\nenum Asked {}\nstruct PaymentView;\ntype To = u8;\nimpl Made {}";
        assert_eq!(lines(type_names, text), [1, 2, 4]);
    }

    #[test]
    fn finds_pairs_that_save_a_line() {
        let text = "let (a, b) = (f(1), g());\nlet (c, d) = f((1, 2));\nlet (mut e, f) =\n    (1, 2);\nlet (a, b) = (c, d).swap();";
        assert_eq!(lines(paired_lets, text), [1, 3]);
    }

    #[test]
    fn finds_tuples_as_parameters() {
        let text = "fn a((b, c): (u8, u8)) {}\nfn d(e: (u8, Vec<u8>), f: u8) {}\nfn g(h: (), i: &dyn Fn((u8, u8)) -> u8) {}\n\
                    fn j(k: Vec<(u8, u8)>) -> (u8, u8) { l((1, 2)) }\nimpl A { fn m<T>(&self, n: (T, T)) {} }";
        assert_eq!(lines(tuple_parameters, text), [1, 2, 5]);
    }
}
