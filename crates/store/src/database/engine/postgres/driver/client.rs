//! A connection for sending statements.

use std::ops::ControlFlow;
use std::time::Duration;

use bytes::BytesMut;
use foldhash::{HashMap, HashMapExt};
use postgres_protocol::message::backend::{CommandCompleteBody, Message};
use postgres_protocol::message::frontend::{self, BindError};
use tokio_postgres::types::Type;

use super::wire::{Wire, unexpected};
use super::{ConnectionError, Row, ServerError, Statement};
use crate::database::engine::postgres::value;
use crate::database::value::Value;

/// Format code of binary values and cells.
const BINARY: i16 = 1;

/// The server's status outside of any transaction.
const IDLE: u8 = b'I';

/// Maximum prepared statements per connection; beyond it, all are deallocated.
const STATEMENTS: usize = 1000;

/// A session with a PostgreSQL server.
pub(crate) struct PgClient {
    wire: Wire,
    statements: HashMap<String, Statement>,
    named: u64,
    in_transaction: bool,
    hung_up: bool,
}

/// One request of a pipeline.
#[derive(Clone, Copy)]
pub(crate) enum WireRequest<'a> {
    /// A command without values and rows, not prepared.
    Command(&'a str),
    /// A prepared statement with a value for each of its placeholders.
    Run(&'a Statement, &'a [Value<'static>]),
}

/// The server's answer to one request.
#[derive(Default)]
pub(crate) struct QueryResult {
    pub(crate) rows: Vec<Row>,
    /// Number of changed rows.
    pub(crate) changed: u64,
    /// The way the request ended the transaction; `None` if it did not.
    pub(crate) end: Option<TransactionEnd>,
}

/// The way a transaction ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TransactionEnd {
    Committed,
    RolledBack,
}

impl PgClient {
    pub(super) fn over(wire: Wire) -> Self {
        Self { wire, statements: HashMap::new(), named: 0, in_transaction: false, hung_up: false }
    }

    /// Limits the time for the answers to one pipeline; beyond it, the connection is given up.
    pub(crate) fn limit(&mut self, limit: Duration) {
        self.wire.limit(limit);
    }

    /// Returns `true` if a transaction is open by the server's last status.
    pub(crate) fn in_transaction(&self) -> bool {
        self.in_transaction
    }

    /// Returns `true` if the connection can no longer be used.
    pub(crate) fn has_hung_up(&self) -> bool {
        self.hung_up
    }

    /// Runs commands without values, separated by semicolons; rows are dropped. A text without a command does
    /// nothing.
    pub(crate) async fn command(&mut self, sql: &str) -> Result<(), ConnectionError> {
        frontend::query(sql, self.wire.outbox())?;
        let mut done = false;
        self.read_answers(|message| {
            match message {
                Message::CommandComplete(_) | Message::EmptyQueryResponse => done = true,
                Message::RowDescription(_) | Message::DataRow(_) => {}
                _ => return Err(unexpected()),
            }
            Ok(())
        })
        .await?;
        if done { Ok(()) } else { Err(self.hang_up(unexpected())) }
    }

    /// Prepares one statement and runs it.
    pub(crate) async fn query(
        &mut self,
        sql: &str,
        values: &[Value<'static>],
    ) -> Result<QueryResult, ConnectionError> {
        let statement = self.prepared(sql).await?;
        let answers = self.send_pipeline([WireRequest::Run(&statement, values)].into_iter()).await?;
        Ok(answers.into_iter().next().unwrap_or_default())
    }

    /// Returns the statement, if it is prepared already.
    pub(crate) fn known(&self, sql: &str) -> Option<Statement> {
        self.statements.get(sql).cloned()
    }

    /// Returns the prepared statement, preparing it at its first use.
    pub(crate) async fn prepared(&mut self, sql: &str) -> Result<Statement, ConnectionError> {
        if let Some(known) = self.known(sql) {
            return Ok(known);
        }
        let statement = self.prepare(sql).await?;
        self.statements.insert(sql.to_owned(), statement.clone());
        Ok(statement)
    }

    async fn prepare(&mut self, sql: &str) -> Result<Statement, ConnectionError> {
        self.named += 1;
        let name = format!("s{}", self.named);
        let outbox = self.wire.outbox();
        frontend::parse(&name, sql, [], outbox)?;
        frontend::describe(b'S', &name, outbox)?;
        frontend::sync(outbox);
        let mut parameters = None;
        let mut columns = None;
        self.read_answers(|message| {
            match message {
                Message::ParameterDescription(body) => parameters = Some(body),
                Message::RowDescription(body) => columns = Some(body),
                Message::ParseComplete | Message::NoData => {}
                _ => return Err(unexpected()),
            }
            Ok(())
        })
        .await?;
        let Some(parameters) = parameters else { return Err(self.hang_up(unexpected())) };
        let statement = Statement::new(name, &parameters, columns.as_ref());
        statement.map_err(|error| self.hang_up(error.into()))
    }

    /// Deallocates the prepared statements if they have become too many. Not to be called while queued
    /// requests refer to them.
    pub(crate) async fn tidy(&mut self) -> Result<(), ConnectionError> {
        if self.statements.len() < STATEMENTS {
            return Ok(());
        }
        self.statements.clear();
        self.command("DEALLOCATE ALL").await
    }

    /// Sends all requests before it reads the first answer. After a failed request, the server runs none of
    /// the later ones.
    pub(crate) async fn send_pipeline<'a>(
        &mut self,
        asks: impl Iterator<Item = WireRequest<'a>> + Clone,
    ) -> Result<Vec<QueryResult>, ConnectionError> {
        let outbox = self.wire.outbox();
        let written = asks.clone().try_for_each(|ask| write(ask, outbox));
        frontend::sync(outbox);
        written.map_err(|error| self.hang_up(error))?;
        let mut waiting = asks;
        let mut current = waiting.next();
        let mut answer = QueryResult::default();
        let mut answers = Vec::new();
        let outcome = self.read_answers(|message| {
            match (message, current) {
                (Message::ParseComplete | Message::BindComplete, _) => {}
                (Message::DataRow(body), Some(WireRequest::Run(statement, _))) => {
                    answer.rows.push(Row::read(statement, &body)?);
                }
                (Message::CommandComplete(body), Some(_)) => {
                    let rows = std::mem::take(&mut answer.rows);
                    answers.push(completed(&body, rows)?);
                    current = waiting.next();
                }
                _ => return Err(unexpected()),
            }
            Ok(())
        });
        match (outcome.await, current) {
            (Ok(()), None) => Ok(answers),
            (Err(error), Some(_)) => Err(error),
            // The answers ended early, or a refusal followed the last answer: the outcome is unknown.
            (Ok(()), Some(_)) | (Err(_), None) => Err(self.hang_up(unexpected())),
        }
    }

    /// Sends the written messages and reads the answers up to the synchronisation point; fails with the
    /// refusal among them, if there is one.
    async fn read_answers(
        &mut self,
        mut each: impl FnMut(Message) -> Result<(), ConnectionError>,
    ) -> Result<(), ConnectionError> {
        let mut first_refusal = None;
        let in_transaction = &mut self.in_transaction;
        let exchange = self.wire.exchange(|message| {
            match message {
                Message::ReadyForQuery(body) => {
                    *in_transaction = body.status() != IDLE;
                    return Ok(ControlFlow::Break(()));
                }
                Message::ErrorResponse(body) => {
                    let refusal = ServerError::read(&body)?;
                    let is_last = refusal.is_last;
                    first_refusal = Some(refusal);
                    if is_last {
                        return Ok(ControlFlow::Break(()));
                    }
                }
                message => each(message)?,
            }
            Ok(ControlFlow::Continue(()))
        });
        match (exchange.await, first_refusal) {
            (Ok(()), None) => Ok(()),
            (Ok(()), Some(refusal)) if !refusal.is_last => Err(ConnectionError::Refused(refusal)),
            (_, Some(refusal)) => Err(self.hang_up(ConnectionError::Refused(refusal))),
            (Err(error), None) => Err(self.hang_up(error)),
        }
    }

    fn hang_up(&mut self, error: ConnectionError) -> ConnectionError {
        self.hung_up = true;
        error
    }

    /// Sends Terminate to the server, which is optional but polite.
    pub(crate) async fn close(mut self) {
        frontend::terminate(self.wire.outbox());
        // A server that is gone needs no message.
        let _ = self.wire.send().await;
    }
}

fn write(ask: WireRequest<'_>, out: &mut BytesMut) -> Result<(), ConnectionError> {
    match ask {
        WireRequest::Command(sql) => {
            frontend::parse("", sql, [], out)?;
            bind("", &[], &[], out)?;
        }
        WireRequest::Run(statement, values) => bind(statement.name(), values, statement.parameters(), out)?,
    }
    Ok(frontend::execute("", 0, out)?)
}

fn bind(
    name: &str,
    values: &[Value<'static>],
    kinds: &[Type],
    out: &mut BytesMut,
) -> Result<(), ConnectionError> {
    let bound = values.iter().zip(kinds);
    let put = |(value, kind), out: &mut BytesMut| value::put(value, kind, out);
    frontend::bind("", name, [BINARY], bound, put, [BINARY], out).map_err(|error| match error {
        BindError::Conversion(error) => ConnectionError::broken(error.to_string()),
        BindError::Serialization(error) => error.into(),
    })
}

/// Parses the server's tag of a completed command: `UPDATE 3`, `INSERT 0 1`, `COMMIT`.
fn completed(body: &CommandCompleteBody, rows: Vec<Row>) -> Result<QueryResult, ConnectionError> {
    let tag = body.tag()?;
    let changed = tag.rsplit(' ').next().and_then(|count| count.parse().ok()).unwrap_or(0);
    let end = match tag {
        "COMMIT" => Some(TransactionEnd::Committed),
        "ROLLBACK" => Some(TransactionEnd::RolledBack),
        _ => None,
    };
    Ok(QueryResult { rows, changed, end })
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    use super::*;

    /// CommandComplete of a `SET`, then ReadyForQuery.
    const DONE: &[u8] = b"C\0\0\0\x08SET\0Z\0\0\0\x05I";

    #[tokio::test]
    async fn an_unsolicited_answer_is_not_taken_for_the_next_statement() {
        let (ours, mut server) = duplex(64 * 1024);
        let mut client = PgClient::over(Wire::new(Box::new(ours)));
        server.write_all(&DONE.repeat(2)).await.unwrap();
        assert!(client.command("SET one").await.is_ok());
        assert!(client.command("SET two").await.is_err());
        assert!(client.has_hung_up());
        drop(client);
        let mut heard = Vec::new();
        server.read_to_end(&mut heard).await.unwrap();
        assert!(heard.ends_with(b"SET one\0"), "the second never left");
    }

    #[tokio::test]
    async fn a_command_is_done_when_the_server_says_so() {
        let (ours, mut server) = duplex(64 * 1024);
        let mut client = PgClient::over(Wire::new(Box::new(ours)));
        server.write_all(&DONE[9..]).await.unwrap();
        assert!(client.command("COMMIT").await.is_err());
    }

    #[tokio::test]
    async fn a_commit_that_no_longer_waits_for_its_standby_is_not_believed() {
        for (routine, is_believed) in [("SyncRepWaitForLSN", false), ("exec_simple_query", true)] {
            let (ours, mut server) = duplex(64 * 1024);
            let mut client = PgClient::over(Wire::new(Box::new(ours)));
            let notice = format!("SWARNUNG\0VWARNING\0C01000\0Mabgebrochen\0R{routine}\0\0");
            let length = u32::try_from(notice.len() + 4).unwrap().to_be_bytes();
            let answer = [b"N".as_slice(), length.as_slice(), notice.as_bytes(), DONE].concat();
            server.write_all(&answer).await.unwrap();
            assert_eq!(client.command("COMMIT").await.is_ok(), is_believed, "{routine}");
            assert_eq!(client.has_hung_up(), !is_believed, "{routine}");
        }
    }

    #[tokio::test]
    async fn the_buffer_of_a_large_pipeline_is_released() {
        let (ours, mut server) = duplex(64 * 1024);
        let mut client = PgClient::over(Wire::new(Box::new(ours)));
        let reading = tokio::spawn(async move {
            let mut heard = vec![0; 4 * 1024 * 1024];
            server.read_exact(&mut heard).await.unwrap();
            server.write_all(DONE).await.unwrap();
            server
        });
        client.command(&" ".repeat(4 * 1024 * 1024)).await.unwrap();
        assert!(client.wire.outbox().capacity() < 2 * 1024 * 1024);
        drop(reading.await.unwrap());
    }
}
