//! Words that are banned from the code, each with its replacement.

use super::lexer::{Kind, Token};
use super::source::{Source, matches};
use super::uphold::Violation;

/// A banned sequence of words and marks, with the files where the ban applies.
struct Ban {
    code: &'static [&'static str],
    instead: &'static str,
    reach: Reach,
}

/// The scope of a ban.
enum Reach {
    Everywhere,
    /// All except these files, tests included.
    Except(&'static [&'static str]),
    /// The product code of files whose path contains one of these.
    Product(&'static [&'static str]),
}

/// Files that may sleep: the product's timers, the pause of tests between two checks, and that of the kit between two
/// questions.
const TIMERS: &[&str] =
    &["crates/service/src/runtime/timers.rs", "crates/testing/src/wait.rs", "crates/rail-check/src/pause.rs"];
const PURE: &[&str] =
    &["crates/vocabulary/src/", "crates/domain/src/", "crates/wire/src/", "crates/rail-protocol/src/"];

const BANS: &[Ban] = &[
    Ban { code: &["todo", "!"], instead: "write it, or leave it out", reach: Reach::Everywhere },
    Ban { code: &["unimplemented", "!"], instead: "write it, or leave it out", reach: Reach::Everywhere },
    Ban { code: &["dbg", "!"], instead: "a tracing event, or nothing", reach: Reach::Everywhere },
    Ban { code: &["[", "allow", "("], instead: "#[expect(…, reason = …)]", reach: Reach::Everywhere },
    Ban {
        code: &["[", "ignore"],
        instead: "a test that runs: a skipped one proves nothing",
        reach: Reach::Everywhere,
    },
    Ban {
        code: &["sleep", "("],
        instead: "wait for a condition (causeway_testing::wait), or a timer (service::timers)",
        reach: Reach::Except(TIMERS),
    },
    Ban {
        code: &["cfg", "(", "feature"],
        instead: "a port chosen by configuration: the product is one program",
        reach: Reach::Product(&["crates/"]),
    },
    Ban {
        code: &["async"],
        instead: "a plain function: nothing waits on this floor",
        reach: Reach::Product(PURE),
    },
    Ban {
        code: &["Tx"],
        instead: "the record as an argument: rendering reads nothing",
        reach: Reach::Product(&["/render.rs", "/render/"]),
    },
    Ban {
        code: &["_", "=", ">"],
        instead: "every case by name, so that a new state or event is a question and not a default",
        reach: Reach::Product(&["/state.rs", "/states/"]),
    },
    Ban { code: &["(", "flatten"], instead: "named members", reach: Reach::Product(&["crates/wire/"]) },
    Ban { code: &[",", "flatten"], instead: "named members", reach: Reach::Product(&["crates/wire/"]) },
    Ban { code: &["(", "untagged"], instead: "a tag", reach: Reach::Product(&["crates/wire/"]) },
    Ban { code: &[",", "untagged"], instead: "a tag", reach: Reach::Product(&["crates/wire/"]) },
];

/// Names that were replaced by the field's standard terms and must not return, each with that term.
const FORMER_NAMES: &[(&str, &str)] = &[
    ("Foresight", "Prefetch"),
    ("look_ahead", "prefetch"),
    ("Announcements", "PrefetchRecorder"),
    ("Announced", "PrefetchQuery"),
    ("conversation", "session"),
    ("Company", "batch window"),
    ("Spares", "ReaderPool"),
    ("Way", "IndexPath"),
    ("HeldAccount", "LockedAccount"),
    ("Refusal", "ApiError"),
    ("Faults", "FieldErrors, FaultInjector or PartnerFaults"),
    ("Door", "Channel"),
    ("CollectionsInFlight", "DebitsInFlight"),
    ("InTheWay", "AlreadyExists"),
    ("Meddler", "ChaosProxy"),
    ("meddler", "chaos_proxy"),
];

/// Words that must not occur in names, also as a part: each with the preceding word that permits it, and the
/// field's term. Money is in flight, statements are in a pipeline.
const FORMER_PARTS: &[(&str, Option<&str>, &str)] = &[
    ("flight", Some("in"), "pipeline"),
    ("flights", Some("in"), "pipelines"),
    ("ways", Some("both"), "methods, options, setups or index paths"),
    ("outdoes", None, "precedence"),
    ("deed", None, "audit entry"),
    ("deeds", None, "audit entries"),
];

/// Verbs and phases that describe nothing by themselves: no type, function or module has such a name.
/// (`InDoubt` is a part of names in the store: "transaction in doubt" is a database term.)
const FORMER_DEFINITIONS: &[(&str, &str)] = &[
    ("tell", "notify, submit or deliver"),
    ("told", "what was given, sent or notified"),
    ("Tell", "notify, submit or deliver"),
    ("Told", "what was given, sent or notified"),
    ("standing", "phase"),
    ("Standing", "phase"),
    ("carried", "load"),
    ("Outside", "PrecheckResult"),
    ("Leaving", "Precheck"),
    ("leaving", "rail_order"),
    ("minimums", "required details"),
    ("elsewhere", "external account"),
    ("weather", "fault plan"),
    ("shot", "request"),
    ("doubt", "unknown outcome"),
];

/// Endings of names that say nothing about the purpose of a thing.
const EMPTY_NAMES: &[&str] = &["manager", "helper", "helpers", "util", "utils", "misc", "common"];

/// Words that announce work in a comment.
const PROMISES: &[&str] = &["TODO", "FIXME", "XXX", "HACK"];

fn check(source: &Source) -> Vec<Violation> {
    let product: Vec<Token> = source.product_code().into_iter().cloned().collect();
    let mut found = Vec::new();
    for ban in BANS {
        let code = match ban.reach {
            Reach::Everywhere => &source.code,
            Reach::Except(files) if files.contains(&source.path.as_str()) => continue,
            Reach::Except(_) => &source.code,
            Reach::Product(parts) if parts.iter().any(|part| source.path.contains(part)) => &product,
            Reach::Product(_) => continue,
        };
        for (at, token) in code.iter().enumerate().filter(|(at, _)| matches(&code[*at..], ban.code)) {
            // `fn sleep(` is a declaration, not a call.
            if at == 0 || !code[at - 1].is("fn") {
                let what = format!("`{}`; instead: {}", ban.code.concat(), ban.instead);
                found.push(Violation::new(&source.path, token.line, what));
            }
        }
    }
    found.extend(switches(source));
    found.extend(names(source));
    found.extend(former_names(source));
    found.extend(former_parts(source));
    found.extend(former_definitions(source));
    found.extend(promises(source));
    found
}

/// Checks that product code does not depend on being tested: `cfg(test)` is only allowed before `mod`.
fn switches(source: &Source) -> Vec<Violation> {
    const MODULES: [&[&str]; 2] = [
        &["cfg", "(", "test", ")", "]", "mod"],
        &["cfg", "(", "test", ")", "]", "pub", "(", "crate", ")", "mod"],
    ];
    let code = &source.code;
    let switched =
        code.iter().enumerate().filter(|(at, _)| matches(&code[*at..], &["cfg", "(", "test", ")"]));
    switched
        .filter(|(at, _)| !MODULES.iter().any(|module| matches(&code[*at..], module)))
        .map(|(_, token)| {
            Violation::new(&source.path, token.line, "`cfg(test)` on something else than a module")
        })
        .collect()
}

fn names(source: &Source) -> Vec<Violation> {
    const KINDS: &[&str] = &["struct", "enum", "trait", "mod", "type"];
    let named = source.code.windows(2).filter(|pair| KINDS.iter().any(|kind| pair[0].is(kind)));
    let empty = named.filter(|pair| match &pair[1].kind {
        Kind::Word(name) => EMPTY_NAMES.iter().any(|ending| name.to_lowercase().ends_with(ending)),
        _ => false,
    });
    empty.map(|pair| Violation::new(&source.path, pair[1].line, "name it for what it is")).collect()
}

fn former_names(source: &Source) -> Vec<Violation> {
    let named = source.code.iter().filter_map(|token| {
        let (name, term) = FORMER_NAMES.iter().find(|(name, _)| token.is(name))?;
        Some(Violation::new(&source.path, token.line, format!("`{name}`; instead: {term}")))
    });
    named.collect()
}

fn former_parts(source: &Source) -> Vec<Violation> {
    let mut found = Vec::new();
    for token in &source.code {
        let Kind::Word(name) = &token.kind else { continue };
        let parts = parts_of(name);
        for (at, part) in parts.iter().enumerate() {
            let before = at.checked_sub(1).map(|at| parts[at].as_str());
            let former = FORMER_PARTS
                .iter()
                .find(|(former, follows, _)| part == former && (before.is_none() || before != *follows));
            if let Some((former, _, term)) = former {
                let what = format!("`{former}` in `{name}`; instead: {term}");
                found.push(Violation::new(&source.path, token.line, what));
            }
        }
    }
    found
}

/// Returns the words of a name in lower case: those of `InFlight` and `in_flight` are equal.
fn parts_of(name: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    for letter in name.chars() {
        if letter == '_' || letter.is_uppercase() {
            parts.push(String::new());
        }
        if let Some(part) = parts.last_mut().filter(|_| letter != '_') {
            part.extend(letter.to_lowercase());
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

fn former_definitions(source: &Source) -> Vec<Violation> {
    const KINDS: &[&str] = &["struct", "enum", "trait", "mod", "type", "fn"];
    let named = source.code.windows(2).filter(|pair| KINDS.iter().any(|kind| pair[0].is(kind)));
    let former = named.filter_map(|pair| {
        let (name, term) = FORMER_DEFINITIONS.iter().find(|(name, _)| pair[1].is(name))?;
        Some(Violation::new(&source.path, pair[1].line, format!("`{name}`; instead: {term}")))
    });
    former.collect()
}

fn promises(source: &Source) -> Vec<Violation> {
    let promised = source.comments.iter().filter(|comment| match &comment.kind {
        Kind::Comment(text) => {
            text.split(|c: char| !c.is_alphanumeric()).any(|word| PROMISES.contains(&word))
        }
        _ => false,
    });
    promised.map(|c| Violation::new(&source.path, c.line, "do it now, or write down why not")).collect()
}

#[cfg(test)]
mod tests {
    use super::super::source::sources;
    use super::super::uphold::uphold;
    use super::*;

    #[test]
    fn no_banned_words() {
        let found: Vec<_> = sources().iter().flat_map(check).collect();
        uphold("words", &found);
    }

    fn lines(path: &str, text: &str) -> Vec<usize> {
        check(&Source::new(path, text)).iter().map(|violation| violation.line).collect()
    }

    #[test]
    fn finds_each_banned_word_and_no_text_that_looks_like_one() {
        for ban in BANS {
            let path = match ban.reach {
                Reach::Product(parts) if parts[0].ends_with(".rs") => format!("crates/x/src{}", parts[0]),
                Reach::Product(parts) => format!("{}src/a.rs", parts[0].trim_end_matches("src/")),
                _ => "crates/x/src/a.rs".to_owned(),
            };
            let code = ban.code.join(" ");
            assert_eq!(lines(&path, &format!("f();\n{code};")), [2], "{code}");
            assert!(lines(&path, &format!("f(\"{code}\"); // {code}")).is_empty(), "{code}");
        }
    }

    #[test]
    fn a_ban_has_its_reach() {
        assert!(lines(TIMERS[0], "tokio::time::sleep(x).await").is_empty());
        assert_eq!(lines("crates/service/src/runtime/jobs/run.rs", "tokio::time::sleep(x).await"), [1]);
        assert!(
            lines("crates/service/src/runtime/jobs/run.rs", "async fn f() { match x { _ => 1 } }").is_empty()
        );
        let tested = "#[cfg(test)]\nmod tests { async fn f() {} }";
        assert!(lines("crates/domain/src/a.rs", tested).is_empty());
    }

    #[test]
    fn finds_former_names_in_code_alone() {
        for (name, _) in FORMER_NAMES {
            assert_eq!(lines("crates/x/tests/it/a.rs", &format!("// {name}\nf(\"{name}\", {name});")), [2]);
        }
        assert!(lines("crates/x/src/a.rs", "fn wayside(overflights: u8) {}").is_empty());
    }

    #[test]
    fn finds_former_words_inside_names() {
        for (word, follows, _) in FORMER_PARTS {
            let first: String = word.chars().take(1).flat_map(char::to_uppercase).collect();
            let code = format!("f(a_{word});\nf(a_{word}_b);\nf(A{first}{});\nf({word});", &word[1..]);
            assert_eq!(lines("crates/x/src/a.rs", &code), [1, 2, 3, 4], "{word}");
            if let Some(follows) = follows {
                assert!(
                    lines("crates/x/src/a.rs", &format!("f({follows}_{word}, always_{follows}_{word});"))
                        .is_empty()
                );
            }
        }
    }

    #[test]
    fn finds_former_names_of_definitions_alone() {
        for (name, _) in FORMER_DEFINITIONS {
            assert_eq!(
                lines("crates/x/src/a.rs", &format!("let x = {name};\nfn {name}() {{}}\nmod {name};")),
                [2, 3]
            );
        }
    }

    #[test]
    fn finds_switches_empty_names_and_promises() {
        assert_eq!(lines("crates/x/src/a.rs", "#[cfg(test)]\nmod tests {}\n#[cfg(test)]\nuse a::b;"), [3]);
        assert_eq!(lines("crates/x/src/a.rs", "struct QuoteManager;\nmod utils;\nstruct Quote;"), [1, 2]);
        assert_eq!(lines("crates/x/src/a.rs", "// fine\n/* FIXME: later */"), [2]);
    }
}
