//! SPDX expressions, as far as manifests use them.

/// Whether an expression can be satisfied with the allowed licences.
///
/// `MIT/Apache-2.0` is the old way to write `MIT OR Apache-2.0`.
pub(super) fn satisfied(expression: &str, allowed: &[String]) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let mut words = spaced.split_whitespace().peekable();
    let outcome = any_of(&mut words, allowed);
    outcome && words.next().is_none()
}

type Words<'a> = std::iter::Peekable<std::str::SplitWhitespace<'a>>;

fn any_of(words: &mut Words<'_>, allowed: &[String]) -> bool {
    let mut outcome = all_of(words, allowed);
    while words.next_if_eq(&"OR").is_some() {
        outcome |= all_of(words, allowed);
    }
    outcome
}

fn all_of(words: &mut Words<'_>, allowed: &[String]) -> bool {
    let mut outcome = one(words, allowed);
    while words.next_if_eq(&"AND").is_some() {
        outcome &= one(words, allowed);
    }
    outcome
}

fn one(words: &mut Words<'_>, allowed: &[String]) -> bool {
    if words.next_if_eq(&"(").is_some() {
        let outcome = any_of(words, allowed);
        return words.next_if_eq(&")").is_some() && outcome;
    }
    let mut name = words.next().unwrap_or_default().to_owned();
    if words.next_if_eq(&"WITH").is_some() {
        name = format!("{name} WITH {}", words.next().unwrap_or_default());
    }
    allowed.contains(&name)
}

#[test]
fn reads_expressions() {
    let allowed = ["MIT", "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "Unicode-3.0"].map(str::to_owned);
    for good in [
        "MIT",
        "GPL-3.0 OR MIT",
        "MIT/Apache-2.0",
        "(MIT OR Apache-2.0) AND Unicode-3.0",
        "Apache-2.0 WITH LLVM-exception OR GPL-2.0",
    ] {
        assert!(satisfied(good, &allowed), "{good}");
    }
    for bad in ["", "GPL-3.0", "MIT AND GPL-3.0", "(MIT", "MIT Apache-2.0", "Apache-2.0 WITH Other"] {
        assert!(!satisfied(bad, &allowed), "{bad}");
    }
}
