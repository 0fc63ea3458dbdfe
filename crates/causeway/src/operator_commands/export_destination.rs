//! The destination of an export: standard output, a new file that only its owner may read, or a line of progress on
//! a terminal.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use causeway_service::operator::OperatorError;
use serde_json::{Value, json};

use super::cells::display_name;
use super::layout::{Layout, OutputFormat};
use super::outcome::{CommandError, print};
use super::part_file::PartFile;
use super::progress::StatusLine;
use super::{printable, table};

/// The destination of an export.
#[derive(Debug)]
pub(super) struct ExportDestination {
    target: Target,
    /// Number of bytes so far.
    bytes: u64,
    /// `None` if the export itself is on the terminal.
    line: Option<StatusLine>,
}

#[derive(Debug)]
enum Target {
    StandardOutput,
    File(ExportFile),
    Progress(ProgressLines),
}

#[derive(Debug)]
struct ExportFile {
    content: PartFile,
    path: PathBuf,
    /// The format of the outcome.
    format: OutputFormat,
}

/// Lines of progress, each of them a JSON object. The last one is the outcome.
#[derive(Debug)]
struct ProgressLines {
    layout: Layout,
    /// Bytes behind the last complete line.
    rest: Vec<u8>,
    last: Option<Value>,
}

impl ExportDestination {
    /// Creates the file for a path, or chooses standard output. The file gets its name at the end.
    ///
    /// # Errors
    /// If the file exists, or the file system refuses it.
    pub(super) fn open(path: Option<&Path>, format: OutputFormat) -> Result<Self, OperatorError> {
        let target = match path {
            None => Target::StandardOutput,
            Some(path) => {
                let content = PartFile::beside(path)?;
                Target::File(ExportFile { content, path: path.to_owned(), format })
            }
        };
        let is_on_terminal = path.is_none() && io::stdout().is_terminal();
        Ok(Self { target, bytes: 0, line: (!is_on_terminal).then(StatusLine::new) })
    }

    /// Returns the destination of lines of progress: one line that is written again, and the last one as the result.
    pub(super) fn progress(layout: Layout) -> Self {
        let lines = ProgressLines { layout, rest: Vec::new(), last: None };
        Self { target: Target::Progress(lines), bytes: 0, line: Some(StatusLine::new()) }
    }

    /// Writes the next bytes.
    ///
    /// # Errors
    /// If they cannot be written.
    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<(), CommandError> {
        self.bytes = self.bytes.saturating_add(u64::try_from(bytes.len()).unwrap_or(u64::MAX));
        let status = match &mut self.target {
            Target::StandardOutput => {
                print(bytes)?;
                format!("{} bytes", self.bytes)
            }
            Target::File(file) => {
                file.content.write(bytes)?;
                format!("{} bytes", self.bytes)
            }
            Target::Progress(lines) => lines.take(bytes),
        };
        if let Some(line) = &mut self.line {
            line.write(&status);
        }
        Ok(())
    }

    /// Ends a complete export. The outcome of one to a file is printed: the file and its size.
    ///
    /// # Errors
    /// If the file cannot be written to its disk, or a file has its name now.
    pub(super) fn finish(self) -> Result<(), CommandError> {
        let Self { target, bytes, line } = self;
        drop(line);
        match target {
            Target::StandardOutput => Ok(()),
            Target::File(ExportFile { content, path, format }) => {
                content.publish(&path)?;
                let outcome = json!({ "file": path.display().to_string(), "bytes": bytes });
                let text = match format {
                    OutputFormat::Json => printable::json(&format!("{outcome:#}")),
                    OutputFormat::Text(layout) => table::text(&outcome, &[], layout),
                };
                print((text + "\n").as_bytes())
            }
            Target::Progress(lines) => print((lines.outcome() + "\n").as_bytes()),
        }
    }

    pub(super) const fn is_file(&self) -> bool {
        matches!(self.target, Target::File(_))
    }
}

impl ProgressLines {
    /// Takes the next bytes, and returns the text of the last complete line.
    fn take(&mut self, bytes: &[u8]) -> String {
        self.rest.extend_from_slice(bytes);
        while let Some(end) = self.rest.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = self.rest.drain(..=end).collect();
            self.last = serde_json::from_slice(&line).ok().or_else(|| self.last.take());
        }
        self.last.as_ref().map(summary).unwrap_or_default()
    }

    /// Returns the text of the last line.
    fn outcome(self) -> String {
        table::text(&self.last.unwrap_or_default(), &[], self.layout)
    }
}

/// Returns the numbers of a line of progress with their names.
fn summary(line: &Value) -> String {
    let members = line.as_object().into_iter().flatten().filter(|(_, value)| value.is_number());
    members.map(|(name, number)| format!("{} {number}", display_name(name))).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_export_has_its_file_once_it_is_complete_and_never_replaces_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("passport.png");
        let mut destination = ExportDestination::open(Some(&path), OutputFormat::Json).unwrap();
        destination.write(b"first").unwrap();
        assert!(!path.exists(), "a part of a file has not its name");
        drop(destination);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "a part of a file is not kept");
        let mut destination = ExportDestination::open(Some(&path), OutputFormat::Json).unwrap();
        destination.write(b"first").unwrap();
        destination.write(b"second").unwrap();
        destination.finish().unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"firstsecond");
        assert!(ExportDestination::open(Some(&path), OutputFormat::Json).is_err());
        assert_eq!(std::fs::read(&path).unwrap(), b"firstsecond");
    }

    #[test]
    fn the_last_line_of_progress_is_the_outcome_wherever_its_bytes_are_split() {
        let mut lines = ProgressLines { layout: Layout::Fitted(80), rest: Vec::new(), last: None };
        assert_eq!(lines.take(b"{\"replayed\":500,\"is_done\":false}\n{\"repl"), "replayed 500");
        assert_eq!(lines.take(b"ayed\":700,\"is_done\":true}\n"), "replayed 700");
        assert_eq!(lines.outcome(), "replayed  700\ndone      yes");
    }
}
