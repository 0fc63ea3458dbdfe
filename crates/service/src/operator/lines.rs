//! The lines of exports, read and written one page at a time, so that their number does not matter.

use std::sync::Arc;

use bytes::Bytes;
use causeway_store::Tx;
use futures_util::StreamExt;
use futures_util::stream::try_unfold;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::view::Row;
use super::{Argument, ExportStream, OperatorError, flag, option};
use crate::runtime::app::App;

/// The format of an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Format {
    /// Comma-separated values with a header line, RFC 4180.
    #[default]
    Csv,
    /// One JSON object per line.
    Jsonl,
}

/// The formatting of an export's lines.
#[derive(Debug, Clone, Copy)]
pub(super) struct Style {
    pub(super) format: Format,
    /// `true` to leave cells unescaped that a spreadsheet would run as formulas.
    pub(super) is_raw: bool,
}

/// A page of lines, with the cursor after which more may follow.
pub(super) struct Chunk<C, L> {
    pub(super) lines: Vec<L>,
    pub(super) next: Option<C>,
}

impl<C, L> Chunk<C, L> {
    /// Returns a chunk of lines with their cursors: after a full page, more may follow.
    pub(super) fn full(lines: impl Iterator<Item = (C, L)>) -> Self {
        let (mut cursors, lines): (Vec<C>, Vec<L>) = lines.unzip();
        let is_full = u32::try_from(lines.len()).is_ok_and(|count| count >= PAGE);
        Self { lines, next: cursors.pop().filter(|_| is_full) }
    }
}

/// The format of the lines.
pub(super) const FORMAT: Argument = option("Output format: csv or jsonl [default: csv]");
/// The cursor of the last line received before an interruption.
pub(super) const AFTER: Argument = option("Resume after the line with this cursor, without the header");
/// The flag against escaping of cells.
pub(super) const RAW: Argument =
    flag("Leave CSV cells unescaped, even those that a spreadsheet would run as formulas");

/// Lines per transaction.
pub(super) const PAGE: u32 = 500;

impl Format {
    /// Returns the header line, if the format has one.
    pub(super) fn head<L: Row>(self) -> String {
        match self {
            // Rust writes `r#` before a member name that is also a keyword.
            Self::Csv => L::COLUMNS.join(",").replace("r#", "") + "\r\n",
            Self::Jsonl => String::new(),
        }
    }
}

impl Style {
    /// Formats one line with its line ending.
    fn line<L: Row>(self, line: &L) -> Result<String, OperatorError> {
        match self.format {
            Format::Jsonl => {
                serde_json::to_string(line).map(|text| text + "\n").map_err(OperatorError::defect)
            }
            Format::Csv => {
                let value = serde_json::to_value(line).map_err(OperatorError::defect)?;
                let members = value.as_object().into_iter().flat_map(|members| members.values());
                let cells: Vec<String> = members.map(|value| self.cell(value)).collect();
                Ok(cells.join(",") + "\r\n")
            }
        }
    }

    /// Formats a cell according to RFC 4180. Text that a spreadsheet would run as a formula gets a leading
    /// apostrophe.
    fn cell(self, value: &Value) -> String {
        let text = match value {
            Value::Null => return String::new(),
            Value::String(text) if !self.is_raw && is_formula(text) => format!("'{text}"),
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        if text.contains(['"', ',', '\r', '\n']) {
            format!("\"{}\"", text.replace('"', "\"\""))
        } else {
            text
        }
    }
}

/// Returns `true` if a spreadsheet would interpret a text as a formula: by its first character, or by the
/// first that is neither whitespace nor invisible. The wide and the small forms count in some languages.
fn is_formula(text: &str) -> bool {
    let is_passed_over =
        |c: char| c.is_whitespace() || c.is_control() || matches!(c, '\u{200b}'..='\u{200f}' | '\u{feff}');
    const SIGNS: [char; 12] = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫'];
    text.starts_with(['\t', '\r', '\n']) || text.trim_start_matches(is_passed_over).starts_with(SIGNS)
}

/// Writes all lines after the cursor `after`, or from the start with a header if it is `None`. `read` returns
/// the lines after a cursor.
pub(super) fn pages<C, L, F>(app: &Arc<App>, style: Style, after: Option<C>, read: F) -> ExportStream
where
    C: Clone + Default + Send + 'static,
    L: Row + Send + 'static,
    F: Fn(&mut Tx<'_>, &C) -> Result<Chunk<C, L>, OperatorError> + Clone + Send + Sync + 'static,
{
    let with_head = after.is_none();
    // The cursor to continue after, with a flag for the header; `None` at the end.
    let start = Some((after.unwrap_or_default(), with_head));
    let app = Arc::clone(app);
    try_unfold(start, move |place| {
        let app = Arc::clone(&app);
        let read = read.clone();
        async move {
            let Some((cursor, with_head)) = place else { return Ok(None) };
            let from = cursor.clone();
            let Chunk { lines, next } = app.store.read(move |tx| read(tx, &from)).await?;
            let mut text = if with_head { style.format.head::<L>() } else { String::new() };
            for line in &lines {
                text.push_str(&style.line(line)?);
            }
            Ok(Some((Bytes::from(text), next.map(|cursor| (cursor, false)))))
        }
    })
    .boxed()
}

/// Returns an error about an invalid cursor.
pub(super) fn invalid_cursor(cursor: &str) -> OperatorError {
    OperatorError::invalid(format!("{cursor} is not a cursor of this export"))
        .remedy("use the first column of the last line received")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operator::view::view;

    view! {
        struct Sample of (name, amount): (&'static str, Option<i64>) {
            name: &'static str = name,
            amount: Option<i64> = amount,
        }
    }

    #[test]
    fn csv_quotes_values_that_would_break_a_line() {
        let csv = Style { format: Format::Csv, is_raw: false };
        let line = |name, amount| csv.line(&Sample::from((name, amount))).unwrap();
        assert_eq!(Format::Csv.head::<Sample>(), "name,amount\r\n");
        assert_eq!(line("plain", Some(-7)), "plain,-7\r\n");
        assert_eq!(line("a \"b\", c\nd", None), "\"a \"\"b\"\", c\nd\",\r\n");
        assert_eq!(
            Style { format: Format::Jsonl, is_raw: false }.line(&Sample::from(("=x", None))).unwrap(),
            "{\"name\":\"=x\",\"amount\":null}\n"
        );
    }

    #[test]
    fn csv_has_no_formulas_unless_it_is_raw() {
        let style = |is_raw| Style { format: Format::Csv, is_raw };
        let cell = |text: &str, is_raw| style(is_raw).cell(&Value::from(text));
        for text in [
            "=1+1",
            "+1",
            "-1",
            "@SUM(1)",
            " =1",
            "\t=1",
            "\u{feff}=1",
            "\u{200b}=1",
            "\u{a0}@x",
            "\u{1}+x",
            "＝1",
            "－1",
            "﹦7",
            "﹢7",
            "\u{a0}﹣7",
            "﹫A7",
            "\tx",
            "=cmd|' /C calc'!A0",
        ] {
            assert_eq!(cell(text, false), format!("'{text}"), "{text:?}");
            assert_eq!(cell(text, true), text);
        }
        assert_eq!(cell("=HYPERLINK(\"x\",\"y\")", false), "\"'=HYPERLINK(\"\"x\"\",\"\"y\"\")\"");
        assert_eq!(cell("\r\n=1", false), "\"'\r\n=1\"");
        for text in ["", "a=1", "1-1", "'=1", "Transaction:7", "2025-10-03T00:00:00.000Z", "a\n=1"] {
            assert!(!cell(text, false).contains("'=1") || text == "'=1", "{text:?}");
            assert!(!is_formula(text), "{text:?}");
        }
        assert_eq!(style(false).cell(&Value::from(-7)), "-7");
    }
}
