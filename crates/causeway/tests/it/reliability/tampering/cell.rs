//! Values of cells, kept between two statements.

use causeway_domain::ids::{Id, JobId};
use causeway_store::{Cell, FromValue, Value};
use serde_json::Value as Json;

/// The value of a cell.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum CellValue {
    Null,
    Bool(bool),
    Int(i64),
    Text(String),
    Json(String),
    Bytes(Vec<u8>),
    /// A UUID of any resource.
    Id(JobId),
}

impl FromValue for CellValue {
    fn from_cell(cell: Cell<'_>) -> Option<Self> {
        Some(match cell {
            Cell::Null => Self::Null,
            Cell::Bool(value) => Self::Bool(value),
            Cell::Int(value) => Self::Int(value),
            Cell::Text(text) => Self::Text(text.to_owned()),
            Cell::Bytes(bytes) => Self::Bytes(bytes.to_vec()),
            Cell::Uuid(uuid) => Self::Id(JobId::from_uuid(uuid)),
        })
    }
}

impl CellValue {
    pub(super) fn bound(&self) -> Value<'static> {
        match self.clone() {
            Self::Null => Value::Null,
            Self::Bool(value) => Value::Bool(value),
            Self::Int(value) => Value::Int(value),
            Self::Text(text) => Value::Text(text.into()),
            Self::Json(text) => Value::Json(text.into()),
            Self::Bytes(bytes) => Value::Bytes(bytes.into()),
            Self::Id(id) => id.into(),
        }
    }

    /// Returns a text as JSON if the column has documents. Only one engine tells which columns do; on the
    /// other a document is recognized by its first character.
    pub(super) fn in_column(self, is_document: bool) -> Self {
        match self {
            Self::Text(text) if is_document || text.starts_with(['{', '[']) => Self::Json(text),
            other => other,
        }
    }

    /// Returns another value of the same kind, chosen by a number.
    pub(super) fn other(&self, dice: u64) -> Self {
        match self {
            Self::Null => Self::Null,
            Self::Bool(value) => Self::Bool(!value),
            // A boolean on one engine is one of these two on the other.
            Self::Int(value @ (0 | 1)) => Self::Int(1 - value),
            Self::Int(value) => Self::Int(if dice.is_multiple_of(2) { value + 1 } else { value - 1 }),
            Self::Text(text) => Self::Text(other_text(text)),
            Self::Json(text) => Self::Json(other_document(text, dice)),
            Self::Bytes(bytes) => Self::Bytes(other_bytes(bytes, dice)),
            Self::Id(id) => Self::Id(other_id(*id)),
        }
    }
}

/// Replaces the code of a currency by another one, and adds a digit to any other text.
fn other_text(text: &str) -> String {
    match text {
        "USD" => "EUR".to_owned(),
        "EUR" => "USD".to_owned(),
        text => format!("{text}1"),
    }
}

fn other_id(id: JobId) -> JobId {
    let mut text = id.to_string();
    let last = text.pop();
    text.push(if last == Some('0') { '1' } else { '0' });
    text.parse().unwrap()
}

fn other_bytes(bytes: &[u8], dice: u64) -> Vec<u8> {
    let mut changed = bytes.to_vec();
    let places = u64::try_from(changed.len()).unwrap();
    match places {
        0 => changed.push(1),
        _ => changed[usize::try_from(dice % places).unwrap()] ^= 1,
    }
    changed
}

/// Returns the document with one of its leaves changed.
fn other_document(text: &str, dice: u64) -> String {
    let mut document: Json = serde_json::from_str(text).unwrap();
    let count = leaves(&mut document).len();
    if count == 0 {
        return "{\"added\":1}".to_owned();
    }
    let mut all = leaves(&mut document);
    let leaf = all.swap_remove(usize::try_from(dice).unwrap_or(0) % count);
    *leaf = match leaf.take() {
        Json::Null => Json::from("added"),
        Json::Bool(value) => Json::from(!value),
        Json::Number(number) => Json::from(number.as_i64().unwrap_or(0) + 1),
        Json::String(text) => Json::from(other_text(&text)),
        other => other,
    };
    document.to_string()
}

fn leaves(document: &mut Json) -> Vec<&mut Json> {
    match document {
        Json::Array(elements) => elements.iter_mut().flat_map(leaves).collect(),
        Json::Object(members) => members.values_mut().flat_map(leaves).collect(),
        leaf => vec![leaf],
    }
}
