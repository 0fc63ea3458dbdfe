//! Citations of the interface (`docs/interface`) must exist.
//!
//! Comments cite in plain words: `money 8.6`, lists and ranges as `money 3.4, 3.5` and `money 8.1 to 8.4`,
//! journeys as `money J9`, posting templates as `L5b`. In Markdown a citation is a link to the heading.

use std::collections::BTreeMap;

use super::lexer::Kind;
use super::markdown::{headings, links, plain, prose};
use super::source::{Source, TextFile, sources, text_files};
use super::uphold::{Violation, uphold};

const FOLDER: &str = "docs/interface/";

/// A document generated from the code, which cites as the code does.
const PRINTED: &str = "docs/reference/states.md";

/// The targets of citations.
struct Interface {
    /// File without extension → number of a heading or journey → anchor.
    places: BTreeMap<String, BTreeMap<String, String>>,
    /// Identifiers of the posting templates.
    templates: Vec<String>,
}

impl Interface {
    fn read(files: &[TextFile]) -> Self {
        let mut places = BTreeMap::new();
        let mut templates = Vec::new();
        for file in files {
            let name = file.path.strip_prefix(FOLDER).and_then(|name| name.strip_suffix(".md"));
            if let Some(name) = name.filter(|name| *name != "README") {
                places.insert(name.to_owned(), places_of(&file.text));
                let rows = prose(&file.text).into_iter().filter_map(|(_, line)| line.strip_prefix("| "));
                let first = rows.filter_map(|row| row.split(' ').next()).filter(|cell| is_template(cell));
                templates.extend(first.map(str::to_owned));
            }
        }
        Self { places, templates }
    }

    /// Returns `true` if the target of a citation exists.
    fn has(&self, citation: &Citation) -> bool {
        match citation {
            Citation::Place { file, number } => {
                self.places.get(file).is_some_and(|numbers| numbers.contains_key(number))
            }
            // `L5` means the family of `L5a`, `L5b` and so on.
            Citation::Template(name) => self.templates.iter().any(|known| {
                known == name || known.trim_end_matches(|c: char| c.is_ascii_lowercase()) == name
            }),
        }
    }
}

/// Returns the numbers of the headings, and the numbers of the journeys with the anchor of the heading above
/// them.
fn places_of(text: &str) -> BTreeMap<String, String> {
    let headings = headings(text);
    let mut places = BTreeMap::new();
    for (title, anchor) in &headings {
        let number = title.split(' ').next().unwrap_or_default().trim_end_matches('.');
        if is_number(number) {
            places.insert(number.to_owned(), anchor.clone());
        }
    }
    let journeys = headings.iter().rfind(|(title, _)| title.contains("Journeys"));
    let walks = prose(text).into_iter().filter_map(|(_, line)| line.strip_prefix("**")?.split(' ').next());
    for number in walks.filter(|number| is_number(number)) {
        places.insert(number.to_owned(), journeys.map(|(_, anchor)| anchor.clone()).unwrap_or_default());
    }
    places
}

/// Recognizes `8`, `8.6`, `A5.2`, `J9`, `JA6`.
fn is_number(word: &str) -> bool {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_uppercase());
    word.len() - digits.len() < 3
        && digits.starts_with(|c: char| c.is_ascii_digit())
        && digits.split('.').all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Recognizes `L5b`, `L9`.
fn is_template(word: &str) -> bool {
    word.strip_prefix('L').is_some_and(|rest| {
        let digits = rest.trim_end_matches(|c: char| c.is_ascii_lowercase());
        rest.len() - digits.len() < 2
            && !digits.is_empty()
            && digits.bytes().all(|byte| byte.is_ascii_digit())
    })
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Citation {
    Place { file: String, number: String },
    Template(String),
}

impl Citation {
    fn is_place(&self) -> bool {
        matches!(self, Self::Place { .. })
    }
}

impl std::fmt::Display for Citation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Place { file, number } => write!(f, "{file} {number}"),
            Self::Template(name) => write!(f, "posting template {name}"),
        }
    }
}

/// Returns the citations in lines that are read as one text, each with its line.
fn citations(lines: &[(usize, String)], interface: &Interface) -> Vec<(usize, Citation)> {
    let words: Vec<(usize, &str)> =
        lines.iter().flat_map(|(number, line)| line.split_whitespace().map(|word| (*number, word))).collect();
    let mut found = Vec::new();
    for (at, (line, word)) in words.iter().enumerate() {
        let word = word.trim_matches(|c: char| "()`\"*[]'…".contains(c));
        let core = bare(word);
        if is_template(core) {
            found.push((*line, Citation::Template(core.to_owned())));
        } else if interface.places.contains_key(word) {
            let cited = listed(&words[at + 1..]).into_iter();
            found.extend(
                cited.map(|(line, number)| (line, Citation::Place { file: word.to_owned(), number })),
            );
        }
    }
    found
}

/// Returns the numbers at the beginning of these words: all four of `3.4, 3.5 and 8.1 to 8.4, or so`.
fn listed(words: &[(usize, &str)]) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some((line, word)) = words.get(at) {
        let number = bare(word);
        if !is_number(number) || is_template(number) {
            break;
        }
        found.push((*line, number.to_owned()));
        let goes_on = word.ends_with(',');
        at += 1;
        match words.get(at) {
            Some((_, "and" | "to")) if goes_on || word.ends_with(number) => at += 1,
            _ if goes_on => {}
            _ => break,
        }
    }
    found
}

/// Removes the punctuation around a word, and a genitive.
fn bare(word: &str) -> &str {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric());
    word.strip_suffix("'s").unwrap_or(word)
}

/// Returns the comments of a source; consecutive lines are one text.
fn comments(source: &Source) -> Vec<Vec<(usize, String)>> {
    let mut blocks: Vec<Vec<(usize, String)>> = Vec::new();
    for comment in &source.comments {
        let Kind::Comment(text) = &comment.kind else { continue };
        let text = text.trim_start_matches(['/', '!', '*']).to_owned();
        match blocks.last_mut() {
            Some(block) if block.last().is_some_and(|(line, _)| line + 1 == comment.line) => {
                block.push((comment.line, text));
            }
            _ => blocks.push(vec![(comment.line, text)]),
        }
    }
    blocks
}

fn in_sources(sources: &[Source], interface: &Interface) -> Vec<Violation> {
    let mut found = Vec::new();
    for source in sources {
        for block in comments(source) {
            found.extend(missing(&source.path, citations(&block, interface), interface));
        }
    }
    found
}

/// Checks migrations and lists of tests, which cite as comments do.
fn in_data(files: &[TextFile], interface: &Interface) -> Vec<Violation> {
    let cites = |file: &&TextFile| [".sql", ".toml"].iter().any(|ending| file.path.ends_with(ending));
    let mut found = Vec::new();
    for file in files.iter().filter(cites) {
        for (index, line) in file.text.lines().enumerate() {
            let cited = citations(&[(index + 1, line.replace(['-', '#'], " "))], interface);
            found.extend(missing(&file.path, cited, interface));
        }
    }
    found
}

fn missing(path: &str, cited: Vec<(usize, Citation)>, interface: &Interface) -> Vec<Violation> {
    let dead = cited.into_iter().filter(|(_, citation)| !interface.has(citation));
    dead.map(|(line, citation)| Violation::new(path, line, format!("{citation} is not in {FOLDER}")))
        .collect()
}

fn in_documents(files: &[TextFile], interface: &Interface) -> Vec<Violation> {
    let mut found = Vec::new();
    for file in files.iter().filter(|file| file.path.ends_with(".md")) {
        for (number, line) in prose(&file.text) {
            let may_be_plain = line.starts_with('#') || file.path == PRINTED;
            let cited = citations(&[(number, plain(line))], interface);
            for (at, citation) in cited.iter().filter(|(_, citation)| citation.is_place() && !may_be_plain) {
                found.push(Violation::new(&file.path, *at, format!("{citation} is no link")));
            }
            found.extend(missing(&file.path, cited, interface));
            for link in links(number, line) {
                let number = link.text.rsplit(' ').next().unwrap_or_default();
                let Some((path, anchor)) = link.target.split_once(".md#").filter(|_| is_number(number))
                else {
                    continue;
                };
                let places = interface.places.get(path.rsplit('/').next().unwrap_or_default());
                if places.is_some_and(|places| places.get(number).is_none_or(|right| right != anchor)) {
                    let what = format!("[{}] leads to {}", link.text, link.target);
                    found.push(Violation::new(&file.path, link.line, what));
                }
            }
        }
    }
    found
}

#[test]
fn citations_of_the_interface_lead_somewhere() {
    let interface = Interface::read(text_files());
    assert!(interface.places.len() == 9 && interface.templates.len() > 20, "the interface is there");
    let mut found = in_sources(sources(), &interface);
    found.extend(in_data(text_files(), &interface));
    found.extend(in_documents(text_files(), &interface));
    uphold("citations", &found);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn planted() -> Interface {
        let text = "# Money\n## 2. Ledger\n### 2.2 Templates\n| Id | What |\n|---|---|\n| L5b | x |\n\
                    ## 8. Quotes\n### 8.6 `POST /x` → 200\n## 9. Journeys\n\n**J9 Payout.** Walk.\n";
        let file =
            |name: &str, text: &str| TextFile { path: format!("{FOLDER}{name}.md"), text: text.into() };
        Interface::read(&[
            file("money", text),
            file("agents", "# Part A\n## A5. Actions\n"),
            file("README", ""),
        ])
    }

    fn dead(source: &str) -> Vec<(usize, String)> {
        let found = in_sources(&[Source::new("crates/x/src/a.rs", source)], &planted());
        found.into_iter().map(|violation| (violation.line, violation.what)).collect()
    }

    #[test]
    fn finds_dead_citations() {
        assert_eq!(
            dead(
                "/// Good (money 8.6, 2 and J9; agents A5), L5b.\nfn a() {} // (money 2, L5) of 7 customers"
            )
            .len(),
            0
        );
        let found = dead(
            "//! First (money 8.7).\n\nfn a() {} // agents A6\n/// L5x, and money\n/// 8.6, 3.1 to 8.9.",
        );
        let lines: Vec<usize> = found.iter().map(|(line, _)| *line).collect();
        assert_eq!(lines, [1, 3, 4, 5, 5], "{found:?}");
        assert_eq!(found[0].1, "money 8.7 is not in docs/interface/");
    }

    #[test]
    fn reads_no_strings_and_no_prose() {
        assert_eq!(dead("fn a() { b(\"money 8.7\") } // money, 8.7 of it").len(), 0);
    }

    #[test]
    fn finds_plain_and_wrong_citations_in_documents() {
        let document = |text: &str| {
            let files = [TextFile { path: "docs/x.md".into(), text: text.into() }];
            in_documents(&files, &planted()).into_iter().map(|violation| violation.what).collect::<Vec<_>>()
        };
        let good =
            "[money 8.6](interface/money.md#86-post-x--200), [2](interface/money.md#2-ledger), `money 1.1`";
        assert_eq!(document(good), Vec::<String>::new());
        assert_eq!(document("see money 8.6"), ["money 8.6 is no link"]);
        assert_eq!(document("# See money 8.6 and 2.2"), Vec::<String>::new());
        assert_eq!(document("# See money 8.7"), ["money 8.7 is not in docs/interface/"]);
        assert_eq!(document("[money 8.6](interface/money.md#2-ledger)").len(), 1);
        assert_eq!(document("[money 8.7](interface/money.md#87-x)").len(), 1);
        assert_eq!(document("posted as L7"), ["posting template L7 is not in docs/interface/"]);
    }

    #[test]
    fn finds_them_in_migrations() {
        let file = TextFile { path: "a.sql".into(), text: "-- one (money 8.6)\n-- two (money 8.8)\n".into() };
        assert_eq!(in_data(&[file], &planted()).len(), 1);
    }
}
