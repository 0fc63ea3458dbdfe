//! One connection of the store: its transaction, its queue, and its reconnection after a loss.

mod commit;

use std::sync::Arc;
use std::time::Instant;

use causeway_domain::Time;
use causeway_domain::ids::InternalAccountId;
use tokio::runtime::{Builder, Runtime};
use tokio_postgres::Config;
use tokio_postgres::error::SqlState;
use uuid::Uuid;

use super::driver::{self, ConnectionError, PgClient, QueryResult, Statement};
use super::outage::Outage;
use super::pending::{Pending, Request};
use super::prefetched::{PrefetchedQueries, Ticket};
use super::{durability, fault, lane, marker, value};
use crate::database::engine::sql::only_reads;
use crate::database::engine::{CommitError, Connection, Loss, Mode, PrefetchQuery, RowCallback, Statements};
use crate::database::error::Error;
use crate::database::executor::SharedState;
use crate::database::row::Row;
use crate::database::value::Value;

/// A session whose settings are applied and checked.
struct OpenedSession {
    client: PgClient,
    /// The database's time.
    opened_at: Time,
    /// `true` if commits wait for a standby.
    has_standby: bool,
}

/// A connection to a PostgreSQL server. It connects at its first use and again after a loss.
pub(crate) struct PostgresConnection {
    settings: Config,
    session: String,
    runtime: Runtime,
    shared: Arc<SharedState>,
    client: Option<PgClient>,
    /// The database's time at the last connect, and the local instant of it.
    reached: Option<(Time, Instant)>,
    /// `true` if the server waits for a standby, and has not yet confirmed a commit of this session.
    is_unconfirmed: bool,
    /// The id of this connection's confirmations; `None` until the first.
    confirmation: Option<Uuid>,
    outage: Outage,
    pending: Pending,
    prefetched: PrefetchedQueries,
    is_undone: bool,
    loss_at_commit: Option<Loss>,
}

impl PostgresConnection {
    pub(crate) fn new(settings: Config, shared: Arc<SharedState>) -> Result<Self, Error> {
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| Error::Unavailable(error.to_string()))?;
        Ok(Self {
            settings,
            session: durability::session(&shared.options),
            runtime,
            shared,
            client: None,
            reached: None,
            is_unconfirmed: false,
            confirmation: None,
            outage: Outage::default(),
            pending: Pending::new(),
            prefetched: PrefetchedQueries::default(),
            is_undone: false,
            loss_at_commit: None,
        })
    }

    /// Ensures that there is a connection. After a failure, it waits with increasing backoff before the next
    /// attempt; until then it fails at once, unless another connection has reached the server meanwhile.
    fn connect(&mut self) -> Result<(), Error> {
        if let Some(client) = &mut self.client
            && !client.has_hung_up()
            && self.runtime.block_on(client.tidy()).is_ok()
        {
            return Ok(());
        }
        self.client = None;
        if let Some(reason) = self.outage.pending_failure(self.shared.connects()) {
            return Err(Error::Unavailable(reason.to_owned()));
        }
        match self.open() {
            Ok(session) => {
                self.client = Some(session.client);
                self.reached = Some((session.opened_at, Instant::now()));
                self.is_unconfirmed = session.has_standby;
                self.outage = Outage::default();
                self.shared.note_connect();
                Ok(())
            }
            Err(error) => {
                tracing::warn!(%error, "the database cannot be reached");
                self.outage.note_failure(error.to_string(), self.shared.connects());
                Err(Error::Unavailable(error.to_string()))
            }
        }
    }

    /// Connects, applies the session's settings, and reads the database's time.
    fn open(&self) -> Result<OpenedSession, Error> {
        let opened = self.runtime.block_on(async {
            let mut client = driver::connect(&self.settings).await?;
            // The server itself ends a statement that takes too long; if it does not even do that, it hangs.
            client.limit(2 * self.shared.options.statement_timeout);
            client.command(&self.session).await?;
            let rows = client.query(durability::NOW_AND_SETTINGS, &[]).await?;
            Ok((client, rows.rows))
        });
        let (mut client, rows) = opened.map_err(|error: ConnectionError| fault::error(&error))?;
        let row = rows.first().ok_or_else(|| Error::Data("the database returned no time".to_owned()))?;
        let row = Row::new(row);
        let setting: String = row.get("synchronous_commit")?;
        let required = self.shared.options.durable_commits;
        self.runtime.block_on(durability::check(&mut client, &setting, required))?;
        Ok(OpenedSession { client, opened_at: row.get("now")?, has_standby: row.get("has_standby")? })
    }

    /// Returns the database's time, extrapolated from the last connect: too early if the machine slept, never
    /// too late.
    fn database_now(&self) -> Option<Time> {
        self.reached.map(|(time, at)| time.plus(at.elapsed()))
    }

    /// Sends requests in one pipeline and keeps the rows of prefetched queries; returns the answer to the
    /// last of the other requests. After a failed request, the server runs none of the later ones.
    fn send_pipeline(&mut self, requests: &[Request]) -> Result<QueryResult, Error> {
        self.shared.counters.pipeline();
        let Some(client) = &mut self.client else { return Err(self.mark_undone(lost())) };
        let outcome = self.runtime.block_on(client.send_pipeline(requests.iter().map(Request::ask)));
        let in_transaction = client.in_transaction();
        let answers = outcome.map_err(|error| self.failed(&error))?;
        if in_transaction != self.pending.stays_open_after(requests) {
            // Otherwise statements of one transaction would run on their own.
            return Err(
                self.mark_undone(Error::Unavailable("the server has lost the transaction".to_owned()))
            );
        }
        let mut last = QueryResult::default();
        for (request, answer) in requests.iter().zip(answers) {
            match request {
                Request::Prefetch(ticket, ..) => self.prefetched.answer(*ticket, answer.rows),
                _ => last = answer,
            }
        }
        Ok(last)
    }

    /// Returns the rows of a prefetched query, which is sent now if it was not yet.
    fn prefetched_rows(&mut self, ticket: Ticket) -> Result<Vec<driver::Row>, Error> {
        if !self.prefetched.is_answered(ticket) {
            let requests = self.pending.take();
            self.send_pipeline(&requests)?;
        }
        Ok(self.prefetched.take(ticket))
    }

    /// Prepares for a change: results prefetched before it may be outdated.
    fn before_change(&mut self) {
        self.prefetched.forget();
        self.pending.before_change();
    }

    fn failed(&mut self, error: &ConnectionError) -> Error {
        let error = match error {
            // In a transaction that may write, this error means that the server has become a standby.
            ConnectionError::Refused(refusal)
                if refusal.code == SqlState::READ_ONLY_SQL_TRANSACTION && self.pending.only_reads() =>
            {
                Error::Statement(refusal.to_string())
            }
            error => fault::error(error),
        };
        self.mark_undone(error)
    }

    /// Notes that the server has undone the transaction.
    fn mark_undone(&mut self, error: Error) -> Error {
        self.is_undone = true;
        if let Some(client) = &self.client
            && (client.has_hung_up() || matches!(error, Error::Unavailable(_)))
        {
            tracing::warn!(%error, "database connection closed after an error");
            self.cut();
        }
        error
    }

    fn cut(&mut self) {
        self.client = None;
    }

    fn prepared(&mut self, sql: &str) -> Result<Statement, Error> {
        let Some(client) = &mut self.client else { return Err(self.mark_undone(lost())) };
        if let Some(known) = client.known(sql) {
            return Ok(known);
        }
        self.shared.counters.pipeline();
        self.runtime.block_on(client.prepared(sql)).map_err(|error| self.failed(&error))
    }

    fn bound(&mut self, statement: &Statement, params: &[Value<'_>]) -> Result<Vec<Value<'static>>, Error> {
        value::check(params, statement.parameters()).map_err(|error| self.mark_undone(error))?;
        Ok(params.iter().cloned().map(Value::into_owned).collect())
    }

    /// Runs a statement now, after all queued ones.
    fn run(&mut self, sql: &str, params: &[Value<'_>]) -> Result<QueryResult, Error> {
        self.shared.pass(sql, params);
        let statement = self.prepared(sql)?;
        let values = self.bound(&statement, params)?;
        if !only_reads(sql) {
            self.before_change();
        }
        self.pending.push(Request::Run(statement, values));
        let requests = self.pending.take();
        self.send_pipeline(&requests)
    }
}

fn lost() -> Error {
    Error::Unavailable("the connection was lost".to_owned())
}

impl Statements for PostgresConnection {
    fn travels(&self) -> bool {
        true
    }

    fn prefetch(&mut self, queries: Vec<PrefetchQuery>) -> Result<(), Error> {
        for PrefetchQuery { sql, values } in queries {
            self.shared.pass(&sql, &values);
            let statement = self.prepared(&sql)?;
            let values = self.bound(&statement, &values)?;
            let ticket = self.prefetched.add(sql, values.clone());
            self.pending.push(Request::Prefetch(ticket, statement, values));
        }
        Ok(())
    }

    fn query(&mut self, sql: &str, params: &[Value<'_>], each: RowCallback<'_>) -> Result<(), Error> {
        let rows = match self.prefetched.find(sql, params) {
            Some(ticket) => self.prefetched_rows(ticket)?,
            None => self.run(sql, params)?.rows,
        };
        rows.iter().try_for_each(|row| each(&Row::new(row)))
    }

    fn execute(&mut self, sql: &str, params: &[Value<'_>]) -> Result<(), Error> {
        self.shared.pass(sql, params);
        let statement = self.prepared(sql)?;
        let values = self.bound(&statement, params)?;
        self.before_change();
        self.pending.push(Request::Run(statement, values));
        Ok(())
    }

    fn execute_counted(&mut self, sql: &str, params: &[Value<'_>]) -> Result<u64, Error> {
        Ok(self.run(sql, params)?.changed)
    }

    fn database_time(&mut self, wall: Time) -> Result<Time, Error> {
        if self.shared.is_inline() {
            return Ok(wall);
        }
        let mut now = None;
        self.query(&format!("SELECT {} AS now", marker::NOW), &[], &mut |row| {
            now = Some(row.get("now")?);
            Ok(())
        })?;
        now.ok_or_else(|| Error::Data("the database returned no time".to_owned()))
    }

    fn now_expression(&self) -> Option<&'static str> {
        (!self.shared.is_inline()).then_some(marker::NOW)
    }

    fn undo(&mut self) -> Result<(), Error> {
        self.prefetched.forget();
        match self.pending.undo() {
            Some(rollback) => self.send_pipeline(&[rollback]).map(|_| ()),
            None => Ok(()),
        }
    }

    fn flush(&mut self) -> Result<(), Error> {
        let requests = self.pending.take();
        self.send_pipeline(&requests).map(drop)
    }

    // Queued statements are sent with the savepoint, before it: rolling back to it must not undo a failure of
    // a queued statement.
    fn set_savepoint(&mut self) -> Result<(), Error> {
        let requests = self.pending.set_savepoint();
        self.send_pipeline(&requests).map(drop)
    }

    fn release_savepoint(&mut self) -> Result<(), Error> {
        let requests = self.pending.release_savepoint();
        self.send_pipeline(&requests).map(drop)
    }

    fn undo_savepoint(&mut self) -> Result<(), Error> {
        self.prefetched.forget();
        let requests = self.pending.undo_savepoint();
        self.send_pipeline(&requests)?;
        self.is_undone = false;
        Ok(())
    }
}

impl Connection for PostgresConnection {
    fn begin(&mut self, mode: Mode) -> Result<(), Error> {
        self.connect()?;
        self.pending.begin(mode);
        self.prefetched.forget();
        self.is_undone = false;
        Ok(())
    }

    fn lock_accounts(&mut self, accounts: &[InternalAccountId]) -> Result<(), Error> {
        if accounts.is_empty() {
            return Ok(());
        }
        let (sql, values) = lane::locking(accounts);
        self.run(&sql, &values).map(|_| ())
    }

    fn mark(&mut self) -> Result<(), Error> {
        self.pending.mark();
        self.prefetched.forget();
        Ok(())
    }

    fn has_rivals(&self) -> bool {
        true
    }

    fn is_intact(&self) -> bool {
        !self.is_undone
    }

    fn commit(&mut self) -> Result<bool, CommitError> {
        self.end_with_commit()
    }

    fn rollback(&mut self) {
        if let Some(rollback) = self.pending.end()
            && self.client.is_some()
            && self.send_pipeline(&[rollback]).is_err()
        {
            self.cut();
        }
    }

    fn disconnect(&mut self) {
        self.cut();
    }

    fn disconnect_at_commit(&mut self, loss: Loss) {
        self.loss_at_commit = Some(loss);
    }
}
