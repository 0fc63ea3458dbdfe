//! Checks that card numbers and codes seen by tests are stored nowhere (cards 6): in no column of any table,
//! no file of the database, no copy of it, no key file.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use aho_corasick::AhoCorasick;
use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use causeway_store::{Cell, Database, Error, FromValue, Store, Tx, backup};
use causeway_testing::postgres::program;
use tempfile::TempDir;

use super::schema::{Table, tables};

/// The data printed on a card, which must not be stored anywhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CardNumber {
    pub(crate) pan: String,
    pub(crate) code: String,
}

impl CardNumber {
    /// Wraps another secret text, to be searched for in the same way.
    pub(crate) fn like(secret: &str) -> Self {
        Self { pan: secret.to_owned(), code: secret.to_owned() }
    }

    /// Returns the texts that must not be in the log; the bare code could be any three digits.
    pub(super) fn texts(&self) -> [String; 2] {
        [self.pan.clone(), format!("\"{}\"", self.code)]
    }

    /// Returns the encodings of the number, and the code as a quoted text.
    fn forms(&self) -> [String; 7] {
        let ends = |at: usize| self.pan.len().min(at + 4);
        let groups: Vec<&str> = (0..self.pan.len()).step_by(4).map(|at| &self.pan[at..ends(at)]).collect();
        let hex: String = self.pan.bytes().map(|byte| format!("{byte:02x}")).collect();
        let mut coded = STANDARD_NO_PAD.encode(&self.pan);
        // Its last character depends on the following bytes.
        coded.pop();
        let [quoted, quoted_as_sql] = ['"', '\''].map(|mark| format!("{mark}{}{mark}", self.code));
        [self.pan.clone(), groups.join(" "), groups.join("-"), hex, coded, quoted, quoted_as_sql]
    }
}

/// A search for numbers and codes.
struct Search {
    forms: AhoCorasick,
    names: AhoCorasick,
    codes: Vec<Vec<u8>>,
}

impl Search {
    fn of(numbers: &[CardNumber]) -> Self {
        let names = AhoCorasick::builder().ascii_case_insensitive(true).build(["cvv", "cvc"]);
        Self {
            forms: AhoCorasick::new(numbers.iter().flat_map(CardNumber::forms)).expect("forms"),
            names: names.expect("names"),
            codes: numbers.iter().map(|number| number.code.as_bytes().to_vec()).collect(),
        }
    }

    /// Returns `true` if the bytes contain a number, a code as a quoted text, or a code after its name.
    fn is_in(&self, bytes: &[u8]) -> bool {
        let is_named = |end: usize| {
            let behind = &bytes[end..bytes.len().min(end + 8)];
            self.codes.iter().any(|code| behind.windows(code.len()).any(|three| three == code))
        };
        self.forms.is_match(bytes) || self.names.find_iter(bytes).any(|name| is_named(name.end()))
    }

    /// Returns `true` if the value of a column is a code or contains one or a number.
    fn is_in_column(&self, value: &[u8]) -> bool {
        self.codes.iter().any(|code| value == code) || self.is_in(value)
    }
}

/// The storage of a service.
pub(super) struct ServiceStorage<'a> {
    pub(super) store: &'a Store,
    pub(super) database: &'a Database,
    /// Folder of its key files.
    pub(super) keys: &'a Path,
}

impl ServiceStorage<'_> {
    /// Returns the columns and files that contain one of these numbers, or its code.
    pub(super) async fn places_of(&self, numbers: &[CardNumber]) -> Vec<String> {
        let search = Search::of(numbers);
        let mut places = Vec::new();
        for Table { name: table, columns } in
            tables(&TYPES).into_iter().filter(|table| !table.columns.is_empty())
        {
            let sql = format!("SELECT {} FROM {table} /* all platforms */", columns.join(", "));
            let names = columns.clone();
            let read = move |tx: &mut Tx<'_>| {
                tx.query(&sql, &[], |row| names.iter().map(|column| row.get::<Bytes>(column)).collect())
            };
            let rows: Result<Vec<Vec<Bytes>>, Error> = self.store.read(read).await;
            for row in rows.expect("the tables can be read") {
                let matches = row.iter().zip(&columns).filter(|(value, _)| search.is_in_column(&value.0));
                places.extend(matches.map(|(_, column)| format!("{table}.{column}")));
            }
        }
        let copies = TempDir::new().expect("a folder for the copy");
        let mut files = files_of(self.keys);
        files.extend(self.files(&copies.path().join("copy")));
        for file in files {
            let bytes = fs::read(&file).expect("a file of the service");
            if search.is_in(&bytes) {
                places.push(file.file_name().unwrap_or_default().to_string_lossy().into_owned());
            }
        }
        places.sort();
        places.dedup();
        places
    }

    /// Returns the service's own database files and a backup made for this check.
    fn files(&self, copy: &Path) -> Vec<PathBuf> {
        match self.database {
            Database::Sqlite { path } => {
                backup::copy(path, copy).expect("a copy can be made");
                let mut files = files_of(path.parent().expect("a file in a folder"));
                files.push(copy.to_owned());
                files
            }
            Database::Postgres { url } => {
                let dump = program("pg_dump").expect("a program of PostgreSQL");
                let status = Command::new(dump).arg("--inserts").arg("--file").arg(copy).arg(url).status();
                assert!(status.expect("pg_dump can be run").success(), "pg_dump fails");
                vec![copy.to_owned()]
            }
        }
    }
}

fn files_of(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder of the service").flatten();
    entries.map(|entry| entry.path()).filter(|path| path.is_file()).collect()
}

/// The types of columns with texts, documents or bytes.
const TYPES: [&str; 4] = ["TEXT", "JSON", "JSONB", "BYTEA"];

/// The content of any column, as bytes.
struct Bytes(Vec<u8>);

impl FromValue for Bytes {
    fn from_cell(cell: Cell<'_>) -> Option<Self> {
        match cell {
            Cell::Null => Some(Self(Vec::new())),
            Cell::Text(text) => Some(Self(text.as_bytes().to_vec())),
            Cell::Bytes(bytes) => Some(Self(bytes.to_vec())),
            Cell::Bool(_) | Cell::Int(_) | Cell::Uuid(_) => None,
        }
    }
}

#[test]
fn a_number_is_found_in_every_form() {
    let number = CardNumber { pan: "4123456789010777".to_owned(), code: "321".to_owned() };
    let search = Search::of(&[number]);
    for text in [
        "a 4123456789010777 b",
        "4123 4567 8901 0777",
        "4123-4567-8901-0777",
        "\\x34313233343536373839303130373737",
        "NDEyMzQ1Njc4OTAxMDc3Nw",
        r#"{"code":"321"}"#,
        "cvv=321",
        "CVC: 321",
    ] {
        assert!(search.is_in(text.as_bytes()), "{text}");
    }
    for other in ["4123456789010778", "321", "amount=13210", "412345678901 0777"] {
        assert!(!search.is_in(other.as_bytes()), "{other}");
    }
    assert!(search.is_in_column(b"321"));
}

#[test]
fn the_columns_are_those_of_the_schema() {
    let tables = tables(&TYPES);
    let of = |name: &str| tables.iter().find(|table| table.name == name).map(|table| table.columns.clone());
    let count = tables.iter().filter(|table| !table.columns.is_empty()).count();
    assert!(count > 60, "{count} tables");
    assert_eq!(of("idempotency").unwrap(), ["scope_hash", "key", "request_hash", "body"]);
    assert!(of("outbox").unwrap().contains(&"body".to_owned()));
}
