//! A plan as a script of pgbench.

use std::fmt::Write;

use crate::capture::{Literal, Plan, Slot, Step, Subject, uuid_text};

/// Digits that distinguish identifiers and keys.
const DIGITS: usize = 12;

/// Maximum number of clients: each has its own subject.
const CLIENTS: usize = 256;

/// A script with its text variables, which are sent as parameters, as by the service.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Script {
    pub(super) text: String,
    pub(super) variables: Vec<(String, String)>,
    counts: usize,
    settings: String,
}

impl Script {
    /// Builds the script. Every client numbers its requests, and keeps the subject at its own number.
    pub(super) fn of(plan: &Plan, pipelined: bool) -> Self {
        let mut script = Self::default();
        script.text.push_str("\\set n :n + 1\n\\set id (:run * 1000 + :client_id) * 1000000 + :n\n");
        script.text += &choice(&plan.subjects[..plan.subjects.len().min(CLIENTS)]);
        let mut sent = String::new();
        let (reads, writes): (Vec<_>, Vec<_>) = plan.steps.iter().partition(|step| !step.writes);
        for step in reads {
            script.step(step, &mut sent);
        }
        sent.push_str(if pipelined { "\\startpipeline\nBEGIN;\n" } else { "BEGIN;\n" });
        for step in writes {
            script.step(step, &mut sent);
        }
        sent.push_str(if pipelined { "COMMIT;\n\\endpipeline\n" } else { "COMMIT;\n" });
        script.text += &std::mem::take(&mut script.settings);
        script.text += &sent;
        script
    }

    fn step(&mut self, step: &Step, sent: &mut String) {
        let values: Vec<String> = step.slots.iter().map(|slot| self.value(slot)).collect();
        let mut rest = step.sql.as_str();
        while let Some((before, after)) = rest.split_once('$') {
            sent.push_str(before);
            let end = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
            let place = after[..end].parse::<usize>().ok().and_then(|number| number.checked_sub(1));
            sent.push_str(place.and_then(|place| values.get(place)).map_or("$", String::as_str));
            rest = &after[end..];
        }
        sent.push_str(rest);
        sent.push_str(";\n");
    }

    fn value(&mut self, slot: &Slot) -> String {
        match slot {
            Slot::Same(Literal::Null) => "NULL".to_owned(),
            Slot::Same(Literal::Bool(value)) => value.to_string(),
            Slot::Same(Literal::Int(value)) => value.to_string(),
            Slot::Same(Literal::Text(text) | Literal::Json(text)) => self.text_of(text.clone()),
            Slot::Same(Literal::Bytes(bytes)) => self.text_of(hex(bytes)),
            Slot::Same(Literal::Uuid(bytes)) => self.text_of(uuid_text(*bytes)),
            Slot::Subject(place) => format!("CAST(:subject{place} AS UUID)"),
            Slot::Fresh { which, first } => {
                let name = format!("fresh{which}");
                let setting = format!("\\set {name} :id * 64 + {which}\n");
                if !self.settings.contains(&setting) {
                    self.settings += &setting;
                }
                let text = uuid_text(*first);
                let prefix = self.text_of(text[..text.len() - DIGITS].to_owned());
                format!("CAST({} AS UUID)", numbered(&prefix, &name))
            }
            Slot::Count { from, step } => {
                self.counts += 1;
                let name = format!("count{}", self.counts);
                // Writing to a string cannot fail.
                let _ = writeln!(self.settings, "\\set {name} {from} + {step} * :id");
                format!(":{name}")
            }
            Slot::HashOfSubject(hash) => self.hash(hash, "client_id"),
            Slot::Hash(hash) => self.hash(hash, "id"),
            Slot::Key(text) => {
                let prefix = text.get(..text.len().saturating_sub(DIGITS)).unwrap_or_default();
                let prefix = self.text_of(prefix.to_owned());
                numbered(&prefix, "id")
            }
        }
    }

    /// Returns the captured hash with its beginning replaced by the hash of a number.
    fn hash(&mut self, captured: &[u8], number: &str) -> String {
        let captured = self.text_of(hex(captured));
        let scattered = format!("int8send(hashint8extended(CAST(:{number} AS BIGINT), 0))");
        format!("overlay(CAST({captured} AS BYTEA) PLACING {scattered} FROM 1)")
    }

    fn text_of(&mut self, text: String) -> String {
        let name = format!("text{}", self.variables.len());
        let place = format!(":{name}");
        self.variables.push((name, text));
        place
    }
}

/// Returns the commands by which each client picks its subject before its first request.
fn choice(subjects: &[Subject]) -> String {
    let Some(first) = subjects.first() else { return String::new() };
    let names: Vec<String> = (0..first.len()).map(|place| format!("subject{place}")).collect();
    let row = |(number, subject): (usize, &Subject)| {
        let ids: Vec<String> = subject.iter().map(|id| format!("'{}'", uuid_text(*id))).collect();
        format!("({number}, {})", ids.join(", "))
    };
    let rows: Vec<String> = subjects.iter().enumerate().map(row).collect();
    let names = names.join(", ");
    let rows = rows.join(", ");
    let count = subjects.len();
    format!(
        "\\if :n = 1\nSELECT {names} FROM (VALUES {rows}) AS subject (number, {names}) \
         WHERE number = CAST(:client_id AS BIGINT) % {count} \\gset\n\\endif\n"
    )
}

/// Returns a text followed by the digits of a number.
fn numbered(text: &str, number: &str) -> String {
    format!("(CAST({text} AS TEXT) || lpad(to_hex(CAST(:{number} AS BIGINT)), {DIGITS}, '0'))")
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold("\\x".to_owned(), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_becomes_a_transaction() {
        let step = |writes, sql: &str, slots| Step { writes, sql: sql.to_owned(), slots };
        let steps = vec![
            step(false, "SELECT 1", Vec::new()),
            step(
                true,
                "INSERT INTO t VALUES ($1, $2, $1)",
                vec![Slot::Subject(0), Slot::Count { from: 5, step: 2 }],
            ),
        ];
        let plan = Plan { steps, answer: String::new(), subjects: vec![vec![[0; 16]]] };
        let script = Script::of(&plan, false);
        let expected = "\\set n :n + 1\n\\set id (:run * 1000 + :client_id) * 1000000 + :n\n\
                      \\if :n = 1\nSELECT subject0 FROM (VALUES (0, '00000000-0000-0000-0000-000000000000')) \
                      AS subject (number, subject0) WHERE number = CAST(:client_id AS BIGINT) % 1 \\gset\n\
                      \\endif\n\\set count1 5 + 2 * :id\nSELECT 1;\nBEGIN;\n\
                      INSERT INTO t VALUES (CAST(:subject0 AS UUID), :count1, CAST(:subject0 AS UUID));\nCOMMIT;\n";
        assert_eq!(script.text, expected);
        assert!(script.variables.is_empty());
    }
}
