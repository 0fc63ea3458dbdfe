//! What is printed on standard output: line by line for people, or once at the end for programs.

use std::io::{self, IsTerminal, Write};

use serde::Serialize;

use super::DemoError;
use super::sheet::{Sheet, Verdict};
use crate::router::BASE_PATH;

/// What was printed so far.
#[derive(Debug, Default, Serialize)]
pub(super) struct Transcript {
    store: &'static str,
    base_url: String,
    steps: Vec<Step>,
    trial_balance: Vec<Sheet>,
    ledger: Option<Verdict>,
    webhooks_verified: usize,
    #[serde(skip)]
    voice: Voice,
}

/// How it is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Voice {
    /// As JSON at the end.
    Json,
    /// As text.
    #[default]
    Plain,
    /// As text on a terminal that shows colours.
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

/// What a terminal that shows colours does with a text.
#[derive(Debug, Clone, Copy)]
enum Ink {
    Bold,
    Dim,
    Green,
}

impl Transcript {
    /// Begins one.
    pub(super) fn begin(json: bool) -> Self {
        let voice = if json { Voice::Json } else { Voice::of_terminal() };
        Self { voice, ..Self::default() }
    }

    /// Prints where it plays.
    pub(super) fn open(&mut self, store: &'static str, origin: &str) -> Result<(), DemoError> {
        self.store = store;
        self.base_url = format!("{origin}{BASE_PATH}");
        let title = self.voice.in_ink(Ink::Bold, "Causeway demo: dollars to a bank account in euro");
        self.print(&format!("{title}\n{}, offline; {store}\n", self.base_url))
    }

    /// Begins a step.
    pub(super) fn step(&mut self, title: &'static str) -> Result<(), DemoError> {
        self.steps.push(Step { title, lines: Vec::new() });
        let heading = self.voice.in_ink(Ink::Bold, &format!("{:>2}  {title}", self.steps.len()));
        self.print(&format!("\n{heading}\n"))
    }

    /// Prints a call and its status.
    pub(super) fn call(&mut self, call: String, status: u16) -> Result<(), DemoError> {
        let line = self.voice.in_ink(Ink::Dim, &format!("{call} → {status}"));
        self.add(Line::Call { call, status });
        self.print(&format!("    {line}\n"))
    }

    /// Prints what came of it.
    pub(super) fn fact(&mut self, fact: String) -> Result<(), DemoError> {
        let line = format!("    {fact}\n");
        self.add(Line::Fact { fact });
        self.print(&line)
    }

    /// Prints a webhook whose signature was verified.
    pub(super) fn webhook(&mut self, event: &str) -> Result<(), DemoError> {
        let line = self.voice.in_ink(Ink::Green, &format!("← {event}"));
        self.add(Line::Webhook { event: event.to_owned() });
        self.print(&format!("    {line}, signature verified\n"))
    }

    /// Prints the trial balance of a currency.
    pub(super) fn sheet(&mut self, sheet: &Sheet) -> Result<(), DemoError> {
        self.trial_balance.push(sheet.clone());
        self.print(&sheet.table())
    }

    /// Prints what the verification of the ledger found.
    pub(super) fn verdict(&mut self, verdict: Verdict) -> Result<(), DemoError> {
        let Verdict { entries, blocks, head } = &verdict;
        let blocks =
            if *blocks == 1 { "1 sealed block".to_owned() } else { format!("{blocks} sealed blocks") };
        let line = format!("    ledger verify: sound, {entries} entries in {blocks}\n    head {head}\n");
        self.ledger = Some(verdict);
        self.print(&line)
    }

    /// Prints that all is well.
    pub(super) fn conclude(&mut self, webhooks: usize) -> Result<(), DemoError> {
        self.webhooks_verified = webhooks;
        let line =
            format!("Everything came out as it should: {webhooks} webhooks verified, the books balance.");
        let line = self.voice.in_ink(Ink::Bold, &line);
        self.print(&format!("\n{line}\n"))
    }

    /// Prints all of it where nothing was printed yet.
    pub(super) fn end(&self) -> Result<(), DemoError> {
        match self.voice {
            Voice::Json => {
                let text =
                    serde_json::to_string_pretty(self).map_err(|fault| DemoError::System(fault.into()))?;
                write(&format!("{text}\n"))
            }
            Voice::Plain | Voice::Coloured => Ok(()),
        }
    }

    fn add(&mut self, line: Line) {
        if let Some(step) = self.steps.last_mut() {
            step.lines.push(line);
        }
    }

    fn print(&self, text: &str) -> Result<(), DemoError> {
        if self.voice == Voice::Json { Ok(()) } else { write(text) }
    }
}

impl Voice {
    fn of_terminal() -> Self {
        let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let coloured = io::stdout().is_terminal() && !is_set("NO_COLOR") && !is_dumb;
        if coloured { Self::Coloured } else { Self::Plain }
    }

    fn in_ink(self, ink: Ink, text: &str) -> String {
        let code = match ink {
            Ink::Bold => "1",
            Ink::Dim => "2",
            Ink::Green => "32",
        };
        match self {
            Self::Coloured => format!("\u{1b}[{code}m{text}\u{1b}[0m"),
            Self::Json | Self::Plain => text.to_owned(),
        }
    }
}

/// A closed pipe is no failure: whoever reads has seen enough.
fn write(text: &str) -> Result<(), DemoError> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(fault) if fault.kind() != io::ErrorKind::BrokenPipe => Err(DemoError::System(fault)),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_for_terminals_only() {
        assert_eq!(Voice::Plain.in_ink(Ink::Bold, "text"), "text");
        assert_eq!(Voice::Coloured.in_ink(Ink::Green, "text"), "\u{1b}[32mtext\u{1b}[0m");
    }
}
