//! What a payment from an internal account to a bank account costs the database, step by step: tests count it in a
//! service that does nothing else, and the bench compares it with many payments at a time.

/// A step of the payment, with its statements. Commands of transactions are not counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// What is done.
    pub name: &'static str,
    /// Statements on SQLite.
    pub on_sqlite: usize,
    /// Statements on PostgreSQL, among them a marker for each commit.
    pub on_postgres: usize,
}

/// The steps in their order.
pub const STEPS: [Step; 5] = [
    Step { name: "createQuote", on_sqlite: 14, on_postgres: 15 },
    Step { name: "executeQuote", on_sqlite: 16, on_postgres: 17 },
    Step { name: "the submission of the payout", on_sqlite: 6, on_postgres: 8 },
    Step { name: "the query of its status", on_sqlite: 11, on_postgres: 12 },
    Step { name: "the delivery of a webhook", on_sqlite: 3, on_postgres: 5 },
];
