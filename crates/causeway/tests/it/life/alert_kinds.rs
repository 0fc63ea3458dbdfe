//! The page of alerts has a row for each kind, with the facts of the table in the program.

use causeway_domain::alerts::{AlertFacts, AlertKind};

use super::document::read;

/// Returns the row of a kind on the page.
fn row(kind: AlertKind) -> String {
    let AlertFacts { severity, sentence, cause, remedy, commands, page, closes } = kind.facts();
    let commands: Vec<String> = commands.iter().map(|command| format!("`causeway {command}`")).collect();
    let commands = if commands.is_empty() { String::new() } else { format!(": {}", commands.join(", ")) };
    let title = page.split(".md").next().unwrap().replace('-', " ");
    format!(
        "| `{kind}` | {severity} | {sentence} | {cause} | {remedy}{commands}. See [{title}]({page}) | {closes} |"
    )
}

#[test]
fn the_page_lists_each_kind_of_alert_as_the_program_knows_it() {
    let page = read("docs/operating/alerts.md");
    let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("| `")).collect();
    let expected: Vec<String> = AlertKind::ALL.iter().map(|kind| row(*kind)).collect();
    assert_eq!(rows, expected);
}
