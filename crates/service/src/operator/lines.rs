//! The lines of exports, read and written a page at a time, so that their number does not matter.

use std::sync::Arc;

use bytes::Bytes;
use causeway_store::Tx;
use futures_util::StreamExt;
use futures_util::stream::try_unfold;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::shown::Row;
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

/// Lines that are read in one transaction.
pub(super) const PAGE: u32 = 500;

impl Format {
    /// What stands before the first line.
    pub(super) fn head<L: Row>(self) -> String {
        match self {
            // `r#` is how Rust writes a member that is called like one of its keywords.
            Self::Csv => L::COLUMNS.join(",").replace("r#", "") + "\r\n",
            Self::Jsonl => String::new(),
        }
    }

    /// One line with its end.
    fn line<L: Row>(self, line: &L) -> Result<String, OperatorError> {
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

/// Writes line after line behind `after`; from the start, with headings, where there is none. `read` gives up to
/// [`PAGE`] lines behind a cursor, and the cursor of the last one.
pub(super) fn pages<C, L, F>(app: &Arc<App>, format: Format, after: Option<C>, read: F) -> Pieces
where
    C: Clone + Default + Send + 'static,
    L: Row + Send + 'static,
    F: Fn(&mut Tx<'_>, &C) -> Result<Vec<(C, L)>, OperatorError> + Clone + Send + Sync + 'static,
{
    let with_head = after.is_none();
    // Behind which cursor something may follow, and whether headings come first; none at the end.
    let (start, app) = (Some((after.unwrap_or_default(), with_head)), Arc::clone(app));
    try_unfold(start, move |place| {
        let (app, read) = (Arc::clone(&app), read.clone());
        async move {
            let Some((cursor, with_head)) = place else { return Ok(None) };
            let from = cursor.clone();
            let lines = app.store.read(move |tx| read(tx, &from)).await?;
            let mut text = if with_head { format.head::<L>() } else { String::new() };
            for (_, line) in &lines {
                text.push_str(&format.line(line)?);
            }
            let is_full = u32::try_from(lines.len()).is_ok_and(|count| count >= PAGE);
            let last = lines.into_iter().next_back().filter(|_| is_full);
            let next = last.map(|(cursor, _)| (cursor, false));
            Ok(Some((Bytes::from(text), next)))
        }
    })
    .boxed()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operator::shown::shown;

    shown! {
        struct Sample of (name, amount): (&'static str, Option<i64>) {
            name: &'static str = name,
            amount: Option<i64> = amount,
        }
    }

    #[test]
    fn csv_quotes_what_would_break_a_line() {
        let line = |name, amount| Format::Csv.line(&Sample::from((name, amount))).unwrap();
        assert_eq!(Format::Csv.head::<Sample>(), "name,amount\r\n");
        assert_eq!(line("plain", Some(-7)), "plain,-7\r\n");
        assert_eq!(line("a \"b\", c\nd", None), "\"a \"\"b\"\", c\nd\",\r\n");
        assert_eq!(
            Format::Jsonl.line(&Sample::from(("x", None))).unwrap(),
            "{\"name\":\"x\",\"amount\":null}\n"
        );
    }
}
