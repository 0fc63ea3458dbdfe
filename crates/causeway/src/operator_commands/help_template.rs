//! The template of the program's help, with the commands in groups.

use super::fitted::wrap;

/// Width of the list of commands in the help.
pub(super) const HELP_WIDTH: usize = 80;

/// A line of the help about a command.
pub(super) struct CommandLine {
    pub(super) group: &'static str,
    pub(super) name: String,
    pub(super) about: String,
}

/// Returns the help of the program, with the commands below the headings of their groups.
pub(super) fn help_template(lines: &[CommandLine]) -> String {
    let width = lines.iter().map(|line| line.name.len()).max().unwrap_or(0);
    let mut help = "{about-with-newline}\n{usage-heading} {usage}\n".to_owned();
    let mut group = "";
    for line in lines {
        if line.group != group {
            group = line.group;
            help.push_str(&format!("\n{group}:\n"));
        }
        let about =
            wrap(&line.about, HELP_WIDTH.saturating_sub(width + 4)).join(&format!("\n{:1$}", "", width + 4));
        help.push_str(&format!("  {:width$}  {about}\n", line.name));
    }
    help + "\nOptions:\n{options}{after-help}\n"
}
