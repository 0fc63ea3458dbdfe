//! The page of alerts has a row for each kind, with the facts of the table in the program.

use causeway_domain::alerts::{AlertFacts, AlertKind};
use causeway_service::operator;

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

#[test]
fn the_commands_for_alerts_exist() {
    for kind in AlertKind::ALL {
        for command in kind.facts().commands {
            let known = match command.split_once(' ') {
                Some((noun, verb)) => operator::find(noun, verb).is_some(),
                None => *command == "restore",
            };
            assert!(known, "{kind}: there is no command {command}");
        }
    }
}
