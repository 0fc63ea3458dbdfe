//! Prefetched queries of a closure: sent with the next pipeline, their rows kept until the closure runs them.
//!
//! The rows are valid until the closure's first change, after which the same query might find other rows.
//! They show changes of earlier closures in the transaction, because those left before them.

use super::driver::Row;
use crate::database::value::Value;

/// The identifier of a prefetched query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Ticket(u64);

/// The prefetched queries of the running closure.
#[derive(Default)]
pub(super) struct PrefetchedQueries {
    waiting: Vec<PrefetchedQuery>,
    drawn: u64,
}

struct PrefetchedQuery {
    ticket: Ticket,
    sql: String,
    values: Vec<Value<'static>>,
    /// `None` until answered.
    rows: Option<Vec<Row>>,
}

impl PrefetchedQueries {
    /// Adds a query that is sent with the next pipeline.
    pub(super) fn add(&mut self, sql: String, values: Vec<Value<'static>>) -> Ticket {
        self.drawn += 1;
        let ticket = Ticket(self.drawn);
        self.waiting.push(PrefetchedQuery { ticket, sql, values, rows: None });
        ticket
    }

    /// Keeps the rows of a query; they are dropped if it has been forgotten.
    pub(super) fn answer(&mut self, ticket: Ticket, rows: Vec<Row>) {
        if let Some(waiting) = self.waiting.iter_mut().find(|waiting| waiting.ticket == ticket) {
            waiting.rows = Some(rows);
        }
    }

    /// Returns the ticket of this query, if it was prefetched.
    pub(super) fn find(&self, sql: &str, values: &[Value<'_>]) -> Option<Ticket> {
        let found = self.waiting.iter().find(|waiting| waiting.sql == sql && waiting.values == values);
        found.map(|waiting| waiting.ticket)
    }

    pub(super) fn is_answered(&self, ticket: Ticket) -> bool {
        self.waiting.iter().any(|waiting| waiting.ticket == ticket && waiting.rows.is_some())
    }

    /// Removes an answered query and returns its rows.
    pub(super) fn take(&mut self, ticket: Ticket) -> Vec<Row> {
        let Some(at) = self.waiting.iter().position(|waiting| waiting.ticket == ticket) else {
            return Vec::new();
        };
        self.waiting.swap_remove(at).rows.unwrap_or_default()
    }

    /// Forgets all queries, answered or not.
    pub(super) fn forget(&mut self) {
        self.waiting.clear();
    }
}
