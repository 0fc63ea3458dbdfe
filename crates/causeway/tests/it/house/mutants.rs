//! Each stored mutant (`mutants/*.toml`) is an edit of the sources that fits, and names tests that are there.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::source::{Source, TextFile, sources, text_files};
use super::uphold::{Violation, uphold};

const FOLDER: &str = "mutants/";

/// Modules that macros make.
const MADE: &[&str] = &["sqlite", "postgres", "two_processes"];

/// A mutant, as `xtask/src/mutants/mutant.rs` reads it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Mutant {
    /// One line: the fault.
    why: String,
    file: String,
    find: String,
    put: String,
    /// The folder of the crate, the target, and the test.
    tests: Vec<String>,
    #[serde(default = "once")]
    tries: u32,
}

const fn once() -> u32 {
    1
}

fn check(files: &[TextFile], sources: &[Source]) -> Vec<Violation> {
    let mut found = Vec::new();
    let mut places: BTreeMap<&str, Vec<(usize, usize)>> = BTreeMap::new();
    for file in files.iter().filter(|file| file.path.starts_with(FOLDER) && file.path.ends_with(".toml")) {
        let mutant: Mutant = match toml::from_str(&file.text) {
            Ok(mutant) => mutant,
            Err(fault) => {
                found.push(Violation::new(&file.path, 0, fault.to_string()));
                continue;
            }
        };
        found.extend(judge(&mutant, sources).into_iter().map(|what| Violation::new(&file.path, 0, what)));
        let Some(source) = files.iter().find(|source| source.path == mutant.file) else {
            found.push(Violation::new(&file.path, 0, format!("{} is not there", mutant.file)));
            continue;
        };
        let fits: Vec<usize> = source.text.match_indices(&mutant.find).map(|(at, _)| at).collect();
        let [at] = fits[..] else {
            let what = format!("fits {} times into {}, not once", fits.len(), mutant.file);
            found.push(Violation::new(&file.path, 0, what));
            continue;
        };
        let (begin, end) = (at, at + mutant.find.len());
        let taken = places.entry(&source.path).or_default();
        if taken.iter().any(|(from, to)| begin < *to && *from < end && (begin, end) != (*from, *to)) {
            found.push(Violation::new(&file.path, 0, "replaces a part of what another mutant replaces"));
        }
        taken.push((begin, end));
    }
    found
}

/// Returns what is wrong with a mutant by itself.
fn judge(mutant: &Mutant, sources: &[Source]) -> Vec<String> {
    let mut found = Vec::new();
    if mutant.why.len() < 10 || mutant.why.contains('\n') {
        found.push("`why` says in one line what the fault is".to_owned());
    }
    if mutant.find == mutant.put || mutant.find.trim().is_empty() || mutant.tries == 0 {
        found.push("it changes nothing".to_owned());
    }
    if mutant.find.trim() != mutant.find || mutant.find.ends_with(',') {
        found.push("`find` is one expression, or whole statements".to_owned());
    }
    if mutant.tests.is_empty() {
        found.push("it names no test".to_owned());
    }
    let unknown = mutant.tests.iter().filter(|test| !is_there(test, sources));
    found.extend(unknown.map(|test| format!("{test} is no test")));
    found
}

/// Returns whether the sources have this test, or this program.
fn is_there(test: &str, sources: &[Source]) -> bool {
    let words: Vec<&str> = test.splitn(3, ' ').collect();
    let [folder, target, name] = words[..] else { return false };
    let top = match target {
        "program" => {
            let program = format!("crates/{folder}/src/main.rs");
            return sources.iter().any(|source| source.path == program);
        }
        "lib" => format!("crates/{folder}/src/"),
        _ => format!("crates/{folder}/tests/"),
    };
    let test: Vec<&str> = name.split("::").collect();
    sources.iter().any(|source| {
        let Some(path) = source.path.strip_prefix(&top).and_then(|path| path.strip_suffix(".rs")) else {
            return false;
        };
        let mut module: Vec<&str> = path.split('/').collect();
        if target != "lib" && module.first() == Some(&target) {
            module.remove(0);
        }
        if module.last().is_some_and(|last| ["main", "mod", "lib"].contains(last)) {
            module.pop();
        }
        test.strip_prefix(&module[..]).is_some_and(|rest| !rest.is_empty() && declares(source, rest))
    })
}

/// Returns whether a file declares all these modules, and the last one as a function.
fn declares(source: &Source, parts: &[&str]) -> bool {
    let declares =
        |kind: &str, name: &str| source.code.windows(2).any(|pair| pair[0].is(kind) && pair[1].is(name));
    let parts: Vec<&str> = parts.iter().copied().filter(|part| !MADE.contains(part)).collect();
    match parts.split_last() {
        Some((name, modules)) => declares("fn", name) && modules.iter().all(|part| declares("mod", part)),
        // A test that is called as its setup: `mod.rs` has `async fn sqlite()`.
        None => MADE.iter().any(|name| declares("fn", name)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_mutant_fits_once_and_names_its_tests() {
        let is_stored = |file: &&TextFile| file.path.starts_with(FOLDER);
        assert!(text_files().iter().filter(is_stored).count() > 20, "the mutants are there");
        uphold("mutants", &check(text_files(), sources()));
    }

    fn file(path: &str, text: &str) -> TextFile {
        TextFile { path: path.to_owned(), text: text.to_owned() }
    }

    fn found(mutants: &[&str]) -> Vec<String> {
        let names = ["mutants/a.toml", "mutants/b.toml"];
        let mut files = vec![file("crates/x/src/a.rs", "fn a() { b() + b(1) + c() }")];
        files.extend(names.iter().zip(mutants).map(|(name, text)| file(name, text)));
        let sources = [
            Source::new("crates/x/src/a.rs", "fn a() {}\nmod tests { fn one() {} }"),
            Source::new("crates/x/tests/it/b/c.rs", "journey! { async fn two(service) {} }"),
            Source::new("crates/y/src/main.rs", "fn main() {}"),
        ];
        check(&files, &sources).into_iter().map(|violation| violation.what).collect()
    }

    fn mutant(find: &str, test: &str) -> String {
        format!(
            "why = \"A fault of ours.\"\nfile = \"crates/x/src/a.rs\"\nfind = \"{find}\"\nput = \"0\"\ntests = [\"{test}\"]\n"
        )
    }

    #[test]
    fn finds_what_does_not_fit() {
        let test = "x lib a::tests::one";
        assert_eq!(found(&[&mutant("c()", test)]), [""; 0]);
        assert_eq!(found(&[&mutant("d()", test)]), ["fits 0 times into crates/x/src/a.rs, not once"]);
        assert_eq!(found(&[&mutant("b(", test)]), ["fits 2 times into crates/x/src/a.rs, not once"]);
        assert_eq!(found(&[&mutant("c()", test), &mutant("c()", test)]), [""; 0], "two faults of one place");
        let overlap = found(&[&mutant("c()", test), &mutant("b(1) + c()", test)]);
        assert_eq!(overlap, ["replaces a part of what another mutant replaces"]);
        assert_eq!(
            found(&[&mutant("c() }", test).replace("a.rs", "b.rs")]),
            ["crates/x/src/b.rs is not there"]
        );
        assert_eq!(found(&["why = 1\n"]).len(), 1);
    }

    #[test]
    fn finds_tests_that_are_not_there() {
        for test in ["x lib a::tests::one", "x it b::c::two::sqlite", "y program --runs 2"] {
            assert_eq!(found(&[&mutant("c()", test)]), [""; 0], "{test}");
        }
        for test in
            ["x lib a::tests::two", "x lib a::one::tests", "x it b::c", "x it c::two", "z program", "x"]
        {
            assert_eq!(found(&[&mutant("c()", test)]).len(), 1, "{test}");
        }
    }
}
