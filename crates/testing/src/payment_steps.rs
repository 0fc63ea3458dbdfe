//! Database statements of a payment from an internal account to a bank account, step by step. Tests count
//! them in an otherwise idle service, and the bench compares them with many concurrent payments.

/// A step of the payment with its number of statements. Transaction commands are not counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    pub name: &'static str,
    pub on_sqlite: usize,
    /// Includes a marker for each commit.
    pub on_postgres: usize,
}

/// The steps in order. SQLite inserts the two rows of a payment in two statements, which cost no round trip.
pub const STEPS: [Step; 5] = [
    Step { name: "createQuote", on_sqlite: 16, on_postgres: 16 },
    Step { name: "executeQuote", on_sqlite: 16, on_postgres: 17 },
    Step { name: "the submission of the payout", on_sqlite: 6, on_postgres: 8 },
    Step { name: "the query of its status", on_sqlite: 11, on_postgres: 12 },
    Step { name: "the delivery of a webhook", on_sqlite: 3, on_postgres: 5 },
];
