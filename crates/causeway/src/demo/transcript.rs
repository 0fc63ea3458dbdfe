//! The output on standard output: line by line as text, or once at the end as JSON.

use std::io::{self, IsTerminal, Write};

use serde::Serialize;

use super::DemoError;
use super::trial_balance::{TrialBalance, Verdict};
use crate::router::BASE_PATH;

/// The output so far.
#[derive(Debug, Default, Serialize)]
pub(super) struct Transcript {
    store: &'static str,
    base_url: String,
    steps: Vec<Step>,
    trial_balance: Vec<TrialBalance>,
    ledger: Option<Verdict>,
    webhooks_verified: usize,
    #[serde(skip)]
    format: OutputFormat,
}

/// The format of the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum OutputFormat {
    /// JSON at the end.
    Json,
    /// Text.
    #[default]
    Plain,
    /// Text on a terminal with colours.
    Coloured,
}

#[derive(Debug, Serialize)]
struct Step {
    title: &'static str,
    lines: Vec<Line>,
}

#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Line {
    Call { call: String, status: u16 },
    Fact { fact: String },
    Webhook { event: String },
}

/// A style of text on a terminal with colours.
#[derive(Debug, Clone, Copy)]
enum TextStyle {
    Bold,
    Dim,
    Green,
}

impl Transcript {
    /// Starts an empty transcript.
    pub(super) fn begin(json: bool) -> Self {
        let format = if json { OutputFormat::Json } else { OutputFormat::of_terminal() };
        Self { format, ..Self::default() }
    }

    /// Prints the title, the base URL and the location of the database.
    pub(super) fn open(&mut self, store: &'static str, origin: &str) -> Result<(), DemoError> {
        self.store = store;
        self.base_url = format!("{origin}{BASE_PATH}");
        let title = self.format.styled(TextStyle::Bold, "Causeway demo: dollars to a bank account in euro");
        self.print(&format!("{title}\n{}, offline; {store}\n", self.base_url))
    }

    /// Starts a step.
    pub(super) fn step(&mut self, title: &'static str) -> Result<(), DemoError> {
        self.steps.push(Step { title, lines: Vec::new() });
        let heading = self.format.styled(TextStyle::Bold, &format!("{:>2}  {title}", self.steps.len()));
        self.print(&format!("\n{heading}\n"))
    }

    /// Prints a call and its status.
    pub(super) fn call(&mut self, call: String, status: u16) -> Result<(), DemoError> {
        let line = self.format.styled(TextStyle::Dim, &format!("{call} → {status}"));
        self.add(Line::Call { call, status });
        self.print(&format!("    {line}\n"))
    }

    /// Prints a result of a call.
    pub(super) fn fact(&mut self, fact: String) -> Result<(), DemoError> {
        let line = format!("    {fact}\n");
        self.add(Line::Fact { fact });
        self.print(&line)
    }

    /// Prints a webhook whose signature was verified.
    pub(super) fn webhook(&mut self, event: &str) -> Result<(), DemoError> {
        let line = self.format.styled(TextStyle::Green, &format!("← {event}"));
        self.add(Line::Webhook { event: event.to_owned() });
        self.print(&format!("    {line}, signature verified\n"))
    }

    /// Prints the trial balance of a currency.
    pub(super) fn trial_balance(&mut self, trial_balance: &TrialBalance) -> Result<(), DemoError> {
        self.trial_balance.push(trial_balance.clone());
        self.print(&trial_balance.table())
    }

    /// Prints the result of the verification of the ledger.
    pub(super) fn verdict(&mut self, verdict: Verdict) -> Result<(), DemoError> {
        let Verdict { entries, blocks, head } = &verdict;
        let blocks =
            if *blocks == 1 { "1 sealed block".to_owned() } else { format!("{blocks} sealed blocks") };
        let line = format!("    ledger verify: sound, {entries} entries in {blocks}\n    head {head}\n");
        self.ledger = Some(verdict);
        self.print(&line)
    }

    /// Prints the concluding line.
    pub(super) fn conclude(&mut self, webhooks: usize) -> Result<(), DemoError> {
        self.webhooks_verified = webhooks;
        let line = format!("All checks passed: {webhooks} webhooks verified, the books balance.");
        let line = self.format.styled(TextStyle::Bold, &line);
        self.print(&format!("\n{line}\n"))
    }

    /// Prints the whole transcript if the format is JSON.
    pub(super) fn end(&self) -> Result<(), DemoError> {
        match self.format {
            OutputFormat::Json => {
                let text =
                    serde_json::to_string_pretty(self).map_err(|error| DemoError::System(error.into()))?;
                write(&format!("{text}\n"))
            }
            OutputFormat::Plain | OutputFormat::Coloured => Ok(()),
        }
    }

    fn add(&mut self, line: Line) {
        if let Some(step) = self.steps.last_mut() {
            step.lines.push(line);
        }
    }

    fn print(&self, text: &str) -> Result<(), DemoError> {
        if self.format == OutputFormat::Json { Ok(()) } else { write(text) }
    }
}

impl OutputFormat {
    fn of_terminal() -> Self {
        let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let coloured = io::stdout().is_terminal() && !is_set("NO_COLOR") && !is_dumb;
        if coloured { Self::Coloured } else { Self::Plain }
    }

    fn styled(self, style: TextStyle, text: &str) -> String {
        let code = match style {
            TextStyle::Bold => "1",
            TextStyle::Dim => "2",
            TextStyle::Green => "32",
        };
        match self {
            Self::Coloured => format!("\u{1b}[{code}m{text}\u{1b}[0m"),
            Self::Json | Self::Plain => text.to_owned(),
        }
    }
}

/// Writes to standard output. A closed pipe is not a failure: the reader needs no more output.
pub(super) fn write(text: &str) -> Result<(), DemoError> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(DemoError::System(error)),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_for_terminals_only() {
        assert_eq!(OutputFormat::Plain.styled(TextStyle::Bold, "text"), "text");
        assert_eq!(OutputFormat::Coloured.styled(TextStyle::Green, "text"), "\u{1b}[32mtext\u{1b}[0m");
    }
}
