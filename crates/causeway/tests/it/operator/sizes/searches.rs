//! The searches: one line for each class of search terms, and for each other way of finding something.

use causeway_domain::Ids;
use causeway_domain::ids::{Id, PlatformId};
use causeway_testing::seed::{Seed, name};
use serde_json::{Value, json};
use uuid::Uuid;

use super::lines::Line;

/// Maximum number of results.
const RESULTS: u64 = 20;

/// Returns a search by a term, an id or a reference. The rows of each result are read too.
const fn found(arguments: fn(&Seed) -> Value) -> Line {
    Line { action: "find text", arguments, statements: 60, rows: 8 * RESULTS, is_cut: false }
}

/// Returns a search by the words of a name, all of whose rows are compared, up to 20 000 of each kind.
const fn found_by_words(arguments: fn(&Seed) -> Value) -> Line {
    Line { rows: 4_000, ..found(arguments) }
}

/// Returns a search by the end of an id that has no search term: the newest ids of its kind are compared.
const fn found_by_end(arguments: fn(&Seed) -> Value) -> Line {
    Line { rows: 10_100, ..found(arguments) }
}

/// Returns a search by words of the texts of payments, up to 20 000 rows of each of which are compared.
const fn found_by_text(arguments: fn(&Seed) -> Value) -> Line {
    Line { rows: 41_000, ..found(arguments) }
}

pub(super) const LINES: &[Line] = &[
    found(|seed| text(seed.payment(7_777).to_string())),
    found(|seed| text(seed.customer(777).uuid().to_string())),
    found(|seed| text(end(&seed.payment(7_777).to_string()))),
    found(|seed| text(format!("Transaction:…{}", end(&seed.payment(7_777).to_string())))),
    found_by_end(|seed| text(format!("Quote:…{}", end(&seed.quote(7).to_string())))),
    found(|_| text("seed-777")),
    found(|_| text("SEED0000007777")),
    found(|_| text("seed777@example.com")),
    found(|_| text("+1 415 000-0777")),
    found(|_| text("415 000-0777")),
    found(|_| text("000000000777")),
    found(|_| text("00000777")),
    found(|_| text("0777")),
    found(|_| text("000777")),
    found(|_| text("Invoice 7777")),
    found_by_text(|_| text("7777 Invoice")),
    found(|_| text("UNKNOWN 7")),
    found(|_| text("87.77 USD")),
    found(|_| text("87.77")),
    found_by_words(|_| text(name(777))),
    found_by_words(|_| text("Ada Love")),
    found_by_words(|_| text(format!("{} 87.77 USD", name(3777)))),
    found_by_words(|_| text("Lovelace")),
    found_by_words(|_| json!({ "text": ["Grace Hopper"], "kind": "customer", "limit": RESULTS })),
];

/// Returns the arguments of a search.
fn text(text: impl Into<String>) -> Value {
    json!({ "text": [text.into()], "limit": RESULTS })
}

/// Returns the last six digits of an id.
fn end(id: &str) -> String {
    id[id.len() - 6..].to_owned()
}

/// Returns the texts of all lines, and one of an address, which no seeded payment has.
pub(super) fn texts() -> Vec<String> {
    let platform = PlatformId::from_uuid(Uuid::from_u128(1));
    let seed = Seed { platform, customers: 4_000, payments: 20_000, ids: Ids::system() };
    let texts = LINES.iter().map(|line| (line.arguments)(&seed)["text"][0].as_str().unwrap().to_owned());
    texts.chain(["$seed777@pay.example.com".to_owned()]).collect()
}
