//! The lines of exports, read and written a page at a time, so that their number does not matter.

use std::sync::Arc;

use bytes::Bytes;
use causeway_store::Tx;
use futures_util::StreamExt;
use futures_util::stream::try_unfold;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{OperatorError, Pieces};
use crate::runtime::app::App;

/// How an export is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Format {
    /// Comma-separated values with a line of headings, RFC 4180.
    #[default]
    Csv,
    /// One JSON object a line.
    Jsonl,
}

/// A line of an export: a flat struct, whose members are the columns.
pub(super) trait Line: Serialize {
    /// The names of its members in their order.
    const HEADINGS: &'static [&'static str];
}

/// Declares a struct as a line.
macro_rules! line {
    ($(#[$attribute:meta])* struct $name:ident { $($member:ident: $kind:ty,)+ }) => {
        $(#[$attribute])*
        #[derive(Debug, Clone, serde::Serialize)]
        struct $name { $($member: $kind,)+ }

        impl crate::operator::lines::Line for $name {
            const HEADINGS: &'static [&'static str] = &[$(stringify!($member),)+];
        }
    };
}
pub(super) use line;

/// Lines that are read in one transaction.
pub(super) const PAGE: u32 = 500;

impl Format {
    /// What stands before the first line.
    pub(super) fn head<L: Line>(self) -> String {
        match self {
            // `r#` is how Rust writes a member that is called like one of its keywords.
            Self::Csv => L::HEADINGS.join(",").replace("r#", "") + "\r\n",
            Self::Jsonl => String::new(),
        }
    }

    /// One line with its end.
    fn line<L: Line>(self, line: &L) -> Result<String, OperatorError> {
        match self {
            Self::Jsonl => serde_json::to_string(line).map(|text| text + "\n").map_err(OperatorError::defect),
            Self::Csv => {
                let value = serde_json::to_value(line).map_err(OperatorError::defect)?;
                let members = value.as_object().into_iter().flat_map(|members| members.values());
                let cells: Vec<String> = members.map(cell).collect();
                Ok(cells.join(",") + "\r\n")
            }
        }
    }
}

fn cell(value: &Value) -> String {
    let text = match value {
        Value::Null => return String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    if text.contains(['"', ',', '\r', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

/// Where an export stands.
enum State<C> {
    /// Something may follow; the headings come first where they are wanted.
    Behind { cursor: C, with_head: bool },
    /// Nothing follows.
    AtEnd,
}

/// Writes line after line behind `after`; from the start, with headings, where there is none. `read` gives up to
/// [`PAGE`] lines behind a cursor, and the cursor of the last one.
pub(super) fn pages<C, L, F>(app: &Arc<App>, format: Format, after: Option<C>, read: F) -> Pieces
where
    C: Clone + Default + Send + 'static,
    L: Line + Send + 'static,
    F: Fn(&mut Tx<'_>, &C) -> Result<Vec<(C, L)>, OperatorError> + Clone + Send + Sync + 'static,
{
    let with_head = after.is_none();
    let (start, app) = (State::Behind { cursor: after.unwrap_or_default(), with_head }, Arc::clone(app));
    try_unfold(start, move |state| {
        let (app, read) = (Arc::clone(&app), read.clone());
        async move {
            let State::Behind { cursor, with_head } = state else { return Ok(None) };
            let from = cursor.clone();
            let lines = app.store.read(move |tx| read(tx, &from)).await?;
            let mut text = if with_head { format.head::<L>() } else { String::new() };
            for (_, line) in &lines {
                text.push_str(&format.line(line)?);
            }
            let is_full = u32::try_from(lines.len()).is_ok_and(|count| count >= PAGE);
            let next = match lines.into_iter().next_back() {
                Some((cursor, _)) if is_full => State::Behind { cursor, with_head: false },
                _ => State::AtEnd,
            };
            Ok(Some((Bytes::from(text), next)))
        }
    })
    .boxed()
}

#[cfg(test)]
mod tests {
    use super::*;

    line! {
        struct Sample {
            name: &'static str,
            amount: Option<i64>,
        }
    }

    #[test]
    fn csv_quotes_what_would_break_a_line() {
        let line = |name, amount| Format::Csv.line(&Sample { name, amount }).unwrap();
        assert_eq!(Format::Csv.head::<Sample>(), "name,amount\r\n");
        assert_eq!(line("plain", Some(-7)), "plain,-7\r\n");
        assert_eq!(line("a \"b\", c\nd", None), "\"a \"\"b\"\", c\nd\",\r\n");
        assert_eq!(
            Format::Jsonl.line(&Sample { name: "x", amount: None }).unwrap(),
            "{\"name\":\"x\",\"amount\":null}\n"
        );
    }
}
