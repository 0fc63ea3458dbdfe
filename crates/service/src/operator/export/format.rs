//! Lines of an export.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::operator::OperatorError;

/// How an export is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
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

impl Format {
    /// What stands before the first line.
    pub(super) fn head<L: Line>(self) -> String {
        match self {
            Self::Csv => L::HEADINGS.join(",") + "\r\n",
            Self::Jsonl => String::new(),
        }
    }

    /// One line with its end.
    pub(super) fn line<L: Line>(self, line: &L) -> Result<String, OperatorError> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize)]
    struct Sample {
        name: &'static str,
        amount: Option<i64>,
    }

    impl Line for Sample {
        const HEADINGS: &'static [&'static str] = &["name", "amount"];
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
