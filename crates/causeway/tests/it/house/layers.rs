//! Layers inside the crates: the service imports nothing from a higher layer, and no two files, nor two
//! areas, import each other, so that a reader of one can stop at its imports.

use std::collections::{BTreeMap, BTreeSet};

use super::imports::{Crate, is_contents};
use super::source::{Source, sources};
use super::uphold::{Violation, uphold};

/// The layers of the service from the bottom up, by folder. Areas, which are not listed here, are between the
/// runtime and its background and operator callers. The ports are the running service's interfaces to
/// partners, and are therefore below the runtime.
const BELOW_AREAS: &[&str] = &["ports", "runtime"];
const ABOVE_AREAS: &[&str] = &["background", "operator"];

const SERVICE: &str = "crates/service";

fn layer(folder: &str) -> usize {
    let areas = BELOW_AREAS.len();
    let below = BELOW_AREAS.iter().position(|name| *name == folder);
    below.unwrap_or(if ABOVE_AREAS.contains(&folder) { areas + 1 } else { areas })
}

fn check(sources: &[Source]) -> Vec<Violation> {
    let mut found = Vec::new();
    for one in Crate::all(sources) {
        found.extend(circles(&one));
        if one.is_in(SERVICE) {
            found.extend(upward(&one));
        }
    }
    found
}

/// Finds files that import each other, each pair once.
fn circles(one: &Crate<'_>) -> Vec<Violation> {
    let mut imported: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for (module, source) in one.code() {
        for import in one.imports(module, source) {
            let file =
                one.file_of(&import.path).filter(|file| file.path != source.path && !is_contents(file));
            if let Some(file) = file {
                imported.entry((&source.path, &file.path)).or_insert(import.line);
            }
        }
    }
    let pairs = imported.iter().filter(|((from, to), _)| from < to && imported.contains_key(&(*to, *from)));
    pairs
        .map(|((from, to), line)| Violation::new(from, *line, format!("it and {to} import each other")))
        .collect()
}

/// Finds imports of a higher layer, and areas that import each other.
fn upward(one: &Crate<'_>) -> Vec<Violation> {
    let mut found = Vec::new();
    let mut areas: BTreeMap<(String, String), (String, usize)> = BTreeMap::new();
    for (module, source) in one.code() {
        let mut edges = BTreeSet::new();
        for import in one.imports(module, source) {
            let (Some(from), Some(to)) = (module.first(), import.path.first()) else { continue };
            if from == to || one.file_of(&import.path).is_none() || !edges.insert(to.clone()) {
                continue;
            }
            if layer(to) > layer(from) {
                found.push(Violation::new(&source.path, import.line, format!("{to} is above {from}")));
            }
            areas.entry((from.clone(), to.clone())).or_insert((source.path.clone(), import.line));
        }
    }
    let is_area = |folder: &String| layer(folder) == BELOW_AREAS.len();
    for ((from, to), (path, line)) in &areas {
        let is_circle = from < to && areas.contains_key(&(to.clone(), from.clone()));
        if is_circle && is_area(from) && is_area(to) {
            found.push(Violation::new(path, *line, format!("{from} and {to} import each other")));
        }
    }
    found
}

#[test]
fn nothing_imports_upward_or_in_circles() {
    uphold("layers", &check(sources()));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(files: &[(&str, &str)]) -> Vec<String> {
        let sources: Vec<Source> =
            files.iter().map(|(path, text)| Source::new(&format!("crates/{path}"), text)).collect();
        check(&sources).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn finds_two_files_that_import_each_other() {
        let contents = ("x/src/lib.rs", "mod a;\nmod b;\nmod c;\npub use a::A;\npub use c::{C as D};");
        let a = ("x/src/a.rs", "use crate::{b::{self, B}};\npub struct A;");
        assert_eq!(
            found(&[contents, a, ("x/src/b.rs", "\nuse crate::A;\npub struct B;")]),
            ["crates/x/src/a.rs:1: it and crates/x/src/b.rs import each other"]
        );
        assert_eq!(
            found(&[contents, ("x/src/a.rs", "use super::D;"), ("x/src/c.rs", "use super::a::A;")]),
            ["crates/x/src/a.rs:1: it and crates/x/src/c.rs import each other"]
        );
        assert!(found(&[contents, a, ("x/src/b.rs", "use crate::D;\npub struct B;")]).is_empty());
        let tested = "pub struct B;\n#[cfg(test)]\nmod tests { use crate::A; }";
        assert!(found(&[contents, a, ("x/src/b.rs", tested)]).is_empty(), "a test may look anywhere");
    }

    #[test]
    fn finds_imports_of_a_higher_layer() {
        let contents =
            ("service/src/lib.rs", "mod runtime;\nmod quotes;\nmod operator;\n#[cfg(test)]\nmod fixture;");
        let rest = [
            contents,
            ("service/src/quotes/mod.rs", "pub mod run;"),
            ("service/src/quotes/run.rs", "use crate::runtime::Error;"),
            ("service/src/operator/mod.rs", ""),
            ("service/src/fixture.rs", "use crate::operator::x;"),
        ];
        let with =
            |text: &'static str| found(&[&rest[..], &[("service/src/runtime/jobs.rs", text)]].concat());
        assert_eq!(
            with("use crate::quotes::{run, fail};"),
            ["crates/service/src/runtime/jobs.rs:1: quotes is above runtime"]
        );
        assert!(with("use causeway_store::quotes;").is_empty(), "of another crate");
    }

    #[test]
    fn finds_areas_that_import_each_other() {
        let files = [
            ("service/src/lib.rs", "mod quotes;\nmod rates;"),
            ("service/src/quotes/mod.rs", "mod a;\nmod b;"),
            ("service/src/quotes/a.rs", "use crate::rates;"),
            ("service/src/quotes/b.rs", ""),
            ("service/src/rates/mod.rs", "mod c;"),
            ("service/src/rates/c.rs", "use crate::quotes::b;"),
        ];
        assert_eq!(found(&files), ["crates/service/src/quotes/a.rs:1: quotes and rates import each other"]);
    }
}
