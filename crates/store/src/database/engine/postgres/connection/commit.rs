//! The end of a transaction: its COMMIT, and the resolution of a commit whose answer was lost.

use causeway_domain::Time;
use uuid::Uuid;

use super::super::driver::{QueryResult, TransactionEnd};
use super::super::marker;
use super::super::pending::{COMMIT, Request};
use super::{PostgresConnection, lost};
use crate::database::engine::{CommitError, Connection, Loss};
use crate::database::error::Error;
use crate::database::value::Value;

impl PostgresConnection {
    /// Commits the transaction; returns `false` if it has changed nothing.
    pub(super) fn end_with_commit(&mut self) -> Result<bool, CommitError> {
        if !self.pending.changes() {
            self.loss_at_commit = None;
            self.rollback();
            self.confirm().map_err(CommitError::Failed)?;
            return Ok(false);
        }
        let drawn_at = self.database_now();
        let id = self.shared.options.ids.uuid(self.shared.now());
        let attempt = self.send_commit(id).map_err(CommitError::Failed)?;
        self.pending.ended();
        match attempt {
            CommitAttempt::Committed => {
                self.is_unconfirmed = false;
                Ok(true)
            }
            CommitAttempt::InDoubt => self.resolve(id, drawn_at),
        }
    }

    /// Waits until the standby has all that this session has read, unless a commit of the session has shown that
    /// already. After a crash, a server shows commits that were still waiting for its standby.
    fn confirm(&mut self) -> Result<(), Error> {
        if !self.is_unconfirmed {
            return Ok(());
        }
        let id = *self.confirmation.get_or_insert_with(|| self.shared.options.ids.uuid(self.shared.now()));
        let Some(client) = &mut self.client else { return Err(lost()) };
        self.shared.counters.pipeline();
        let confirmed = self.runtime.block_on(marker::confirm(client, id));
        match confirmed {
            Ok(()) => self.is_unconfirmed = false,
            Err(_) => self.cut(),
        }
        confirmed
    }

    /// Sends COMMIT with all queued requests.
    fn send_commit(&mut self, id: Uuid) -> Result<CommitAttempt, Error> {
        let mark = self.prepared(marker::MARK)?;
        let values = vec![Value::Uuid(id)];
        self.pending.finish();
        let mut requests = self.pending.take();
        requests.push(Request::Run(mark, values));
        requests.push(Request::Command(COMMIT));
        let lost = self.loss_at_commit.take();
        if lost == Some(Loss::OfRequest) {
            return Ok(CommitAttempt::InDoubt);
        }
        let outcome = self.send_pipeline(&requests);
        if lost == Some(Loss::OfAnswer) {
            return Ok(CommitAttempt::InDoubt);
        }
        // A refused request is undone by the server. An unanswered one may have run.
        let reason = match outcome {
            Ok(QueryResult { end: Some(TransactionEnd::Committed), .. }) => {
                return Ok(CommitAttempt::Committed);
            }
            Ok(QueryResult { end: Some(TransactionEnd::RolledBack), .. }) => {
                return Err(Error::Io("COMMIT rolled the transaction back".to_owned()));
            }
            Ok(QueryResult { end: None, .. }) => "the server did not say that it has committed".to_owned(),
            Err(Error::Unavailable(reason)) => reason,
            Err(error) => return Err(error),
        };
        tracing::warn!(reason, "the connection was lost during a commit");
        Ok(CommitAttempt::InDoubt)
    }

    /// Determines if a commit happened whose answer was lost, unless its marker may have been pruned
    /// meanwhile.
    fn resolve(&mut self, id: Uuid, drawn_at: Option<Time>) -> Result<bool, CommitError> {
        self.cut();
        let mut attempt: u32 = 1;
        let limit = self.shared.options.in_doubt_limit;
        loop {
            let reached = self.connect();
            let age = self.reached.zip(drawn_at).map(|((now, _), drawn_at)| now.since(drawn_at));
            if reached.is_ok() && age.is_none_or(|age| age >= limit) {
                return Err(CommitError::Failed(Error::InDoubt));
            }
            let has_committed = reached.and_then(|()| match &mut self.client {
                Some(client) => self.runtime.block_on(marker::has_committed(client, id)),
                None => Err(lost()),
            });
            match has_committed {
                Ok(true) => return Ok(true),
                Ok(false) => {
                    return Err(CommitError::Failed(Error::Unavailable("lost before COMMIT".to_owned())));
                }
                Err(error) if attempt.is_power_of_two() => {
                    tracing::warn!(%error, attempt, "the outcome of a commit is still unknown");
                }
                Err(_) => {}
            }
            self.cut();
            attempt += 1;
            if self.shared.pause(self.shared.jittered(attempt)) {
                return Err(CommitError::Failed(Error::InDoubt));
            }
        }
    }
}

/// The result of sending a COMMIT.
enum CommitAttempt {
    Committed,
    InDoubt,
}
