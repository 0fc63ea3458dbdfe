//! Help and errors that fit the terminal: lines are wrapped between words, below the text that they continue.

use std::io::{self, Write};
use std::process::ExitCode;

use super::fitted::{flow, wrap};
use super::layout::columns;

/// Width without a terminal.
const USUAL_WIDTH: usize = 100;
/// The least width of a text beside its name; a longer name has a line for itself.
const MIN_BESIDE: usize = 40;
/// Indentation of a text below its name.
const BELOW: usize = 8;

/// Prints the help or the version that a command line asks for. A help that answers an incomplete command is an error.
#[must_use]
pub fn print(help: &clap::Error) -> ExitCode {
    let text = help.to_string();
    // A closed pipe is not a failure: the reader needs no more text.
    if help.use_stderr() {
        let width = columns(&io::stderr()).unwrap_or(USUAL_WIDTH);
        let _ = io::stderr().write_all(fitted(&text, width).as_bytes());
        return ExitCode::from(2);
    }
    let width = columns(&io::stdout()).unwrap_or(USUAL_WIDTH);
    let _ = io::stdout().write_all(fitted(&text, width).as_bytes());
    ExitCode::SUCCESS
}

/// Wraps the lines of an error that are wider than the terminal of standard error. Commands stay whole.
#[must_use]
pub fn error(text: &str) -> String {
    let Some(width) = columns(&io::stderr()) else { return text.to_owned() };
    let fitted = text.lines().flat_map(|line| match line.chars().count() <= width {
        true => vec![line.to_owned()],
        false => wrap(line, width),
    });
    fitted.collect::<Vec<_>>().join("\n")
}

/// Wraps the lines of a help that are wider than this.
fn fitted(help: &str, width: usize) -> String {
    let lines: Vec<String> = help.lines().flat_map(|line| fitted_line(line, width)).collect();
    lines.join("\n") + "\n"
}

fn fitted_line(line: &str, width: usize) -> Vec<String> {
    if line.chars().count() <= width {
        return vec![line.to_owned()];
    }
    let (name, text) = split(line);
    let beside = name.chars().count();
    let indent = if beside + MIN_BESIDE <= width { beside } else { BELOW.min(width / 4) };
    let texts = flow(text.split(' '), " ", width.saturating_sub(indent).max(1)).into_iter();
    let mut lines: Vec<String> = texts.map(|text| format!("{:indent$}{text}", "")).collect();
    if indent == beside {
        let first = lines.first().map(|first| first.trim_start().to_owned()).unwrap_or_default();
        lines[0] = format!("{name}{first}");
    } else {
        lines.insert(0, name.trim_end().to_owned());
    }
    lines.retain(|line| !line.is_empty());
    lines
}

/// Splits a line of a help behind the name that it explains, with the blanks between the two; the name of other lines
/// is their indentation.
fn split(line: &str) -> (&str, &str) {
    let text = line.trim_start();
    let indentation = line.len() - text.len();
    let gap = text.find("  ").map(|gap| indentation + gap);
    let at = gap.map_or(indentation, |gap| line.len() - line[gap..].trim_start().len());
    line.split_at(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str =
        "      --reason <TEXT>  Reason, for the audit trail, in the words of the operator who acts";

    #[test]
    fn a_text_continues_below_itself() {
        let expected = "      --reason <TEXT>  Reason, for the audit trail, in the words\n                       \
                        of the operator who acts\n";
        assert_eq!(fitted(LINE, 66), expected);
        assert_eq!(fitted(LINE, 100), format!("{LINE}\n"));
    }

    #[test]
    fn a_text_without_room_beside_its_name_is_below_it() {
        let expected = "      --reason <TEXT>\n        Reason, for the audit\n        trail, in the words of\n        \
                        the operator who acts\n";
        assert_eq!(fitted(LINE, 32), expected);
    }
}
