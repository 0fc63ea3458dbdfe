//! The commands that the document of the protocol names (rails 17.1) exist, with the options that it names.

use causeway_service::operator::find;

/// The heading of the commands.
const HEADING: &str = "### 17.1 Commands";
/// The next heading.
const NEXT_HEADING: &str = "### 17.2 Routes";
/// The commands that are written out whole, at least.
const COMMANDS: usize = 10;

/// Returns the words of each command that the document names.
fn documented() -> Vec<Vec<String>> {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/interface/rails.md");
    let text = std::fs::read_to_string(page).unwrap();
    let (_, behind) = text.split_once(HEADING).expect("the commands");
    let (section, _) = behind.split_once(NEXT_HEADING).expect("the end of the commands");
    let spans = section.lines().flat_map(|line| line.split('`').skip(1).step_by(2));
    let words = spans.map(|span| span.split([' ', '[', ']']).filter(|word| !word.is_empty()));
    words.map(|words| words.map(str::to_owned).collect()).collect()
}

/// Checks that each command of the document is one, and takes each option that is named there.
#[test]
fn the_commands_of_the_document_have_their_options() {
    let mut commands = 0;
    for words in documented() {
        let [noun, verb, arguments @ ..] = words.as_slice() else { continue };
        let Some(action) = find(noun, verb) else {
            // A verb and its argument, behind a command of the same noun.
            assert!(verb.chars().all(|letter| letter.is_ascii_uppercase()), "{words:?} is no command");
            continue;
        };
        commands += 1;
        for option in arguments.iter().filter_map(|word| word.strip_prefix("--")) {
            let name = option.replace('-', "_");
            let is_known = action.arguments.iter().any(|argument| argument.name == name);
            assert!(is_known, "{noun} {verb} has no --{option}");
        }
    }
    assert!(commands >= COMMANDS, "{commands} commands");
}
