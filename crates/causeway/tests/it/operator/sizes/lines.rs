//! The lines of the tables: an action with its arguments, and what it may cost.

use causeway_testing::seed::Seed;
use serde_json::Value;

/// Maximum number of rows of a page.
pub(super) const LIMIT: u64 = 50;
/// Rows read for a page: one more shows if another page follows.
const PAGE: u64 = LIMIT + 2;
/// Rows read by a filter without an index: 10 000, and one more in each batch.
const BOUNDED: u64 = 10_100;

/// An action with its arguments, and what it may cost.
pub(super) struct Line {
    pub(super) action: &'static str,
    /// Returns the arguments besides the platform and the limit.
    pub(super) arguments: fn(&Seed) -> Value,
    /// Maximum number of statements.
    pub(super) statements: u64,
    /// Maximum number of rows read of each table.
    pub(super) rows: u64,
    /// `true` if not all rows are compared, which the answer must say.
    pub(super) is_cut: bool,
}

/// An action that is not counted here.
pub(super) struct Exemption {
    pub(super) action: &'static str,
    pub(super) reason: &'static str,
}

/// Returns a list that is found by an index.
pub(super) const fn indexed(action: &'static str, arguments: fn(&Seed) -> Value) -> Line {
    Line { action, arguments, statements: 6, rows: PAGE, is_cut: false }
}

/// Returns a list whose filter has no index, and that has less than 10 000 rows to compare.
pub(super) const fn narrowed(action: &'static str, arguments: fn(&Seed) -> Value) -> Line {
    Line { action, arguments, statements: 25, rows: BOUNDED, is_cut: false }
}

/// Returns a list whose filter has no index, and that has more than 10 000 rows to compare.
pub(super) const fn cut(action: &'static str, arguments: fn(&Seed) -> Value) -> Line {
    Line { is_cut: true, ..narrowed(action, arguments) }
}

/// Returns a show, which takes at most eight statements.
pub(super) const fn shown(action: &'static str, arguments: fn(&Seed) -> Value) -> Line {
    Line { action, arguments, statements: 8, rows: 200, is_cut: false }
}

/// The actions that look and are not counted here.
pub(super) const OTHERS: &[Exemption] = &[
    other("customer export", STREAM),
    other("document fetch", STREAM),
    other("export transactions", STREAM),
    other("export postings", STREAM),
    other("export statement", STREAM),
    other("ledger verify", "reads everything"),
    other("ledger balances", "adds up each balance of the platform"),
    other("ledger trial-balance", "adds up the entries behind the last checkpoint"),
    other("ledger proof", "reads the last block"),
    other("document show", BY_KEY),
    other("uma-payment travel-rule", BY_KEY),
    other("card reveals", "lists the reveals of one card, at most a thousand"),
    other("setting list", FEW),
    other("setting get", FEW),
    other("bundle-key show", FEW),
    other("uma-key show", FEW),
    other("webhook-key list", FEW),
    other("webhook-key show", FEW),
    other("sandbox faults", FEW),
    other("uma-provider list", "reads a directory of at most a thousand"),
    other("rail list", FEW),
    other("rail show", FEW),
    other("rail compare", "reads the feed of an adapter"),
    other("rail check", "asks an adapter"),
    other("rail spec", "prints a document of the program"),
    other("rail-account list", FEW),
    other("rail-route list", FEW),
    other("rail-route test", FEW),
    other("rail-key show", FEW),
    other("rail-order show", BY_KEY),
    other("rail-evidence show", BY_KEY),
];

const STREAM: &str = "is streamed page by page";
const BY_KEY: &str = "reads rows by their keys";
const FEW: &str = "reads the configuration, which has few rows";

const fn other(action: &'static str, reason: &'static str) -> Exemption {
    Exemption { action, reason }
}
