//! Numbers of migrations and decisions must have no gaps and no duplicates.

use super::source::TextFile;
use super::uphold::Violation;

const NUMBERED: &[(&str, &str)] =
    &[("crates/store/migrations/", ".sql"), ("docs/internals/decisions/", ".md")];

/// Required headings of each decision, in this order.
const DECISION: &[&str] = &["## Situation", "## Decision", "## Consequences"];

fn check(files: &[TextFile]) -> Vec<Violation> {
    let mut found = Vec::new();
    for (folder, ending) in NUMBERED {
        let mut next = 1;
        for file in files {
            let Some(name) = file.path.strip_prefix(folder).and_then(|name| name.strip_suffix(ending)) else {
                continue;
            };
            if name == "README" {
                continue;
            }
            if !name.starts_with(&format!("{next:04}{}", if *ending == ".sql" { '_' } else { '-' })) {
                found.push(Violation::new(&file.path, 0, format!("the next number is {next:04}")));
            }
            next += 1;
        }
    }
    found
}

fn decisions(files: &[TextFile]) -> Vec<Violation> {
    let is_decision = |file: &&TextFile| {
        file.path
            .strip_prefix("docs/internals/decisions/")
            .is_some_and(|name| name.starts_with(|c: char| c.is_ascii_digit()))
    };
    let headings = |file: &TextFile| {
        file.text.lines().filter(|line| line.starts_with("## ")).map(str::to_owned).collect::<Vec<_>>()
    };
    files
        .iter()
        .filter(is_decision)
        .filter(|file| !file.text.starts_with("# ") || headings(file) != DECISION)
        .map(|file| Violation::new(&file.path, 1, format!("the form is a title and {DECISION:?}")))
        .collect()
}

/// Finds the decisions that the index by topic does not link to.
fn missing_from_index(files: &[TextFile]) -> Vec<Violation> {
    const INDEX: &str = "docs/internals/decisions/README.md";
    let index = files.iter().find(|file| file.path == INDEX).map_or("", |file| &file.text);
    let decisions = files.iter().filter(|file| file.path.starts_with("docs/internals/decisions/0"));
    let missing = decisions.filter(|file| {
        let name = file.path.rsplit('/').next().unwrap_or_default();
        !index.contains(&format!("({name})"))
    });
    missing.map(|file| Violation::new(&file.path, 0, format!("add it to {INDEX}"))).collect()
}

#[cfg(test)]
mod tests {
    use super::super::source::text_files;
    use super::super::uphold::uphold;
    use super::*;

    #[test]
    fn migrations_and_decisions_are_numbered() {
        let mut found = check(text_files());
        found.extend(decisions(text_files()));
        found.extend(missing_from_index(text_files()));
        uphold("numbering", &found);
    }

    fn file(path: &str, text: &str) -> TextFile {
        TextFile { path: path.to_owned(), text: text.to_owned() }
    }

    #[test]
    fn finds_gaps_and_doubles() {
        let names = ["0001_a", "0002_b", "0004_c", "0004_d", "x"];
        let files: Vec<_> = names.map(|name| file(&format!("crates/store/migrations/{name}.sql"), "")).into();
        let found = check(&files);
        let messages: Vec<_> = found.iter().map(|violation| violation.what.as_str()).collect();
        assert_eq!(messages, ["the next number is 0003", "the next number is 0005"]);
    }

    #[test]
    fn finds_a_decision_without_its_form() {
        let right = "# A\n\n## Situation\n\n## Decision\n\n## Consequences\n";
        assert!(decisions(&[file("docs/internals/decisions/0001-a.md", right)]).is_empty());
        assert_eq!(decisions(&[file("docs/internals/decisions/0001-a.md", "# A\n\n## Decision\n")]).len(), 1);
        assert!(decisions(&[file("docs/internals/decisions/README.md", "# A\n")]).is_empty());
    }

    #[test]
    fn finds_a_decision_that_the_index_lacks() {
        let index = file("docs/internals/decisions/README.md", "- [0001](0001-a.md) A\n");
        let first = file("docs/internals/decisions/0001-a.md", "# A\n");
        let second = file("docs/internals/decisions/0002-b.md", "# B\n");
        assert!(missing_from_index(&[index.clone(), first.clone()]).is_empty());
        assert_eq!(missing_from_index(&[index, first, second]).len(), 1);
    }
}
