//! The commands in documents, and in messages and remedies of the program, must exist with their arguments. A
//! command that needs a reason has one (conventions 2.1).

use causeway::command_line;
use causeway_domain::alerts::AlertKind;
use causeway_service::operator;
use clap::error::ErrorKind;

use super::lexer::{Kind, Token};
use super::markdown::prose;
use super::source::{Source, TextFile, sources, text_files};
use super::uphold::{Violation, uphold};

/// Documents about earlier versions.
const HISTORY: &[&str] = &["CHANGELOG.md", "docs/internals/decisions/"];

/// Texts that are hashed with data, and look like commands.
const PREFIXES: &[&str] = &["ledger journal 1", "ledger entry 1"];

/// Ends of sentences before a command in a message.
const INTRODUCTIONS: &[&str] = &[": ", "run ", "with "];

/// The text of a document in which commands are searched.
struct Passage {
    line: usize,
    text: String,
}

/// A command without the name of the program.
struct CommandLine {
    /// The text before it.
    before: String,
    words: Vec<String>,
}

/// Returns the lines of fenced blocks, continued ones as one, and the code in the text between blocks.
fn passages(text: &str) -> Vec<Passage> {
    let spans = prose(text).into_iter().flat_map(|(line, text)| {
        text.split('`').skip(1).step_by(2).map(move |span| Passage { line, text: span.to_owned() })
    });
    let mut found: Vec<Passage> = spans.collect();
    let mut is_fenced = false;
    let mut is_continued = false;
    for (index, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            is_fenced = !is_fenced;
        } else if is_fenced {
            let part = line.trim().trim_end_matches('\\');
            match found.last_mut().filter(|_| is_continued) {
                Some(begun) => begun.text.push_str(part),
                None => found.push(Passage { line: index + 1, text: part.to_owned() }),
            }
            is_continued = line.ends_with('\\');
        }
    }
    found
}

/// Returns the commands in a text.
fn commands_in(text: &str) -> Vec<CommandLine> {
    const PROGRAM: &str = "causeway ";
    let is_alone = |before: &str| !before.ends_with(|c: char| c.is_alphanumeric() || "-._/".contains(c));
    let places = text.match_indices(PROGRAM).map(|(at, _)| (&text[..at], &text[at + PROGRAM.len()..]));
    let found = places
        .filter(|(before, _)| is_alone(before))
        .map(|(before, rest)| CommandLine { before: before.to_owned(), words: words(rest) });
    found.filter(|command| command.words.first().is_some_and(|name| is_name(name))).collect()
}

fn is_name(word: &str) -> bool {
    word != "causeway"
        && word.starts_with(|c: char| c.is_ascii_lowercase())
        && word.chars().all(|c| c.is_ascii_lowercase() || c == '-')
}

/// Returns the words of a command, up to the end of its line, of the shell's command, or of the sentence.
fn words(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut word = String::new();
    let mut quote = None;
    for letter in text.chars() {
        match quote {
            Some(open) if letter == open => quote = None,
            Some(_) => word.push(letter),
            None if "'\"".contains(letter) => quote = Some(letter),
            None if "|&<>;)`\n".contains(letter) || (letter == '#' && word.is_empty()) => break,
            None if letter.is_whitespace() => {
                if let Some(last) = word.strip_suffix(',') {
                    word = last.to_owned();
                    break;
                }
                if !word.is_empty() {
                    found.push(std::mem::take(&mut word));
                }
            }
            None => word.push(letter),
        }
    }
    let last = word.trim_end_matches(['.', ',']);
    found.extend(Some(last.to_owned()).filter(|last| !last.is_empty()));
    found
}

/// Replaces the places of a format string, and the parameters of a shell function, by a number, which is a text, too.
fn filled_in(word: &str) -> String {
    let word =
        ["$1", "$2", "$3"].iter().fold(word.to_owned(), |word, parameter| word.replace(parameter, "1"));
    let mut filled = String::new();
    let mut rest = word.as_str();
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        filled.push('1');
        rest = after.split_once('}').map_or("", |(_, behind)| behind);
    }
    filled + rest
}

/// Returns the reason why a command cannot be given, or `None` if it can. The name of a command that has
/// arguments is not incomplete.
fn problem(root: &clap::Command, words: &[String]) -> Option<String> {
    let action = words.get(1).and_then(|verb| operator::find(&words[0], verb));
    let is_bare = words.len() == 1 + usize::from(action.is_some());
    let has_arguments = action.is_none_or(|action| action.arguments.iter().any(|one| one.is_required));
    let line = ["causeway"].into_iter().map(str::to_owned).chain(words.iter().map(|word| filled_in(word)));
    let error = root.clone().try_get_matches_from(line).err()?;
    match error.kind() {
        ErrorKind::DisplayHelp
        | ErrorKind::DisplayVersion
        | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => None,
        ErrorKind::MissingRequiredArgument | ErrorKind::MissingSubcommand if is_bare && has_arguments => None,
        _ => {
            let text = error.to_string();
            let said: Vec<&str> = text.lines().take(2).map(str::trim).collect();
            Some(format!("causeway {}: {}", words.join(" "), said.join(" ")))
        }
    }
}

fn of_documents(files: &[TextFile], root: &clap::Command) -> Vec<Violation> {
    let is_current = |file: &&TextFile| !HISTORY.iter().any(|old| file.path.starts_with(old));
    let mut found = Vec::new();
    for file in files.iter().filter(|file| file.path.ends_with(".md")).filter(is_current) {
        for Passage { line, text } in passages(&file.text) {
            let commands = commands_in(&text).into_iter().map(|command| command.words);
            let commands = commands.filter(|words| !PREFIXES.contains(&words.join(" ").as_str()));
            let problems = commands.filter_map(|words| problem(root, &words));
            found.extend(problems.map(|what| Violation::new(&file.path, line, what)));
        }
    }
    found
}

/// Checks the texts of the program. A text that names no known command is one only in a sentence.
fn of_messages(sources: &[Source], root: &clap::Command) -> Vec<Violation> {
    let mut found = Vec::new();
    for source in sources {
        for Token { kind, line } in source.product_code() {
            let Kind::Text(text) = kind else { continue };
            for CommandLine { before, words } in commands_in(text) {
                let is_known = words.get(1).is_some_and(|verb| operator::find(&words[0], verb).is_some());
                let is_said = INTRODUCTIONS.iter().any(|end| before.ends_with(end));
                let has_name = !words.iter().take(2).any(|word| word.contains('{'));
                if (is_known || is_said) && has_name {
                    let problem = problem(root, &words);
                    found.extend(problem.map(|what| Violation::new(&source.path, *line, what)));
                }
            }
        }
    }
    found
}

#[test]
fn every_command_that_is_written_down_can_be_given() {
    let root = command_line::command();
    let mut found = of_documents(text_files(), &root);
    found.extend(of_messages(sources(), &root));
    uphold("commands", &found);
}

#[test]
fn the_commands_for_alerts_can_be_given() {
    let root = command_line::command();
    for kind in AlertKind::ALL {
        for command in kind.facts().commands {
            assert_eq!(problem(&root, &words(command)), None, "{kind}");
        }
    }
}

#[test]
fn finds_commands_that_cannot_be_given() {
    let root = command_line::command();
    let page = "Run `causeway keys rotate`, `causeway payment settle`, or `causeway clock stop`.\n\
                ```\nX=$(causeway platform list --json | grep x)\n\
                causeway account close InternalAccount:… \\\n  --reason 'a b'\n\
                causeway account close InternalAccount:…\ncauseway webhook list --limt 5\n```\n";
    let file = TextFile { path: "docs/x.md".into(), text: page.into() };
    let lines: Vec<usize> = of_documents(&[file], &root).iter().map(|violation| violation.line).collect();
    assert_eq!(lines, [1, 1, 6, 7]);

    let code = r#"fn f() { g("see: causeway clock stop"); g("causeway clock sealed 1"); g("causeway uma-key rotate, then {x}");
        g("causeway user add NAME --uid {uid} --roles ROLES"); g("causeway jobs retry {} --platform {platform}"); }"#;
    let found = of_messages(&[Source::new("crates/x/src/y.rs", code)], &root);
    let what: Vec<bool> = found.iter().map(|violation| violation.what.contains("clock stop")).collect();
    assert_eq!(what, [true, false], "{found:?}");
}
