//! A connection that statements are sent over.

use std::ops::ControlFlow;
use std::time::Duration;

use bytes::BytesMut;
use foldhash::{HashMap, HashMapExt};
use postgres_protocol::message::backend::{CommandCompleteBody, Message};
use postgres_protocol::message::frontend::{self, BindError};
use tokio_postgres::types::Type;

use super::wire::{Wire, unexpected};
use super::{ApiError, Fault, Row, Statement};
use crate::database::engine::postgres::value;
use crate::database::value::Value;

/// The binary form of values and cells.
const BINARY: i16 = 1;

/// What a server says that is ready outside of any transaction.
const IDLE: u8 = b'I';

/// Statements kept prepared on each connection; beyond them all are let go.
const STATEMENTS: usize = 1000;

/// A live connection.
pub(crate) struct Client {
    wire: Wire,
    statements: HashMap<String, Statement>,
    named: u64,
    in_transaction: bool,
    hung_up: bool,
}

/// One of the requests of a pipeline.
#[derive(Clone, Copy)]
pub(crate) enum Ask<'a> {
    /// A command without values and rows, not prepared.
    Command(&'a str),
    /// A prepared statement with a value for each of its placeholders.
    Run(&'a Statement, &'a [Value<'static>]),
}

/// What the server answered to one request.
#[derive(Default)]
pub(crate) struct Answer {
    /// The rows that it returned.
    pub(crate) rows: Vec<Row>,
    /// How many rows it changed.
    pub(crate) changed: u64,
    /// How it ended the transaction, if it did.
    pub(crate) end: Option<End>,
}

/// How a transaction ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    Committed,
    RolledBack,
}

impl Client {
    pub(super) fn over(wire: Wire) -> Self {
        Self { wire, statements: HashMap::new(), named: 0, in_transaction: false, hung_up: false }
    }

    /// Hangs up, from now on, when the answers to one pipeline take longer than this.
    pub(crate) fn limit(&mut self, patience: Duration) {
        self.wire.limit(patience);
    }

    /// Whether a transaction is open, as the server said last.
    pub(crate) fn in_transaction(&self) -> bool {
        self.in_transaction
    }

    /// Whether the connection is of no more use.
    pub(crate) fn has_hung_up(&self) -> bool {
        self.hung_up
    }

    /// Runs commands without values, separated by semicolons; rows are dropped.
    pub(crate) async fn command(&mut self, sql: &str) -> Result<(), Fault> {
        frontend::query(sql, self.wire.outbox())?;
        let mut done = false;
        self.hear(|message| {
            match message {
                Message::CommandComplete(_) => done = true,
                Message::RowDescription(_) | Message::DataRow(_) => {}
                _ => return Err(unexpected()),
            }
            Ok(())
        })
        .await?;
        if done { Ok(()) } else { Err(self.hang_up(unexpected())) }
    }

    /// Prepares one statement and runs it.
    pub(crate) async fn query(&mut self, sql: &str, values: &[Value<'static>]) -> Result<Answer, Fault> {
        let statement = self.prepared(sql).await?;
        let answers = self.fly([Ask::Run(&statement, values)].into_iter()).await?;
        Ok(answers.into_iter().next().unwrap_or_default())
    }

    /// The statement, if it is prepared already.
    pub(crate) fn known(&self, sql: &str) -> Option<Statement> {
        self.statements.get(sql).cloned()
    }

    /// The prepared statement, made at its first use.
    pub(crate) async fn prepared(&mut self, sql: &str) -> Result<Statement, Fault> {
        if let Some(known) = self.known(sql) {
            return Ok(known);
        }
        let statement = self.prepare(sql).await?;
        self.statements.insert(sql.to_owned(), statement.clone());
        Ok(statement)
    }

    async fn prepare(&mut self, sql: &str) -> Result<Statement, Fault> {
        self.named += 1;
        let name = format!("s{}", self.named);
        let outbox = self.wire.outbox();
        frontend::parse(&name, sql, [], outbox)?;
        frontend::describe(b'S', &name, outbox)?;
        frontend::sync(outbox);
        let (mut parameters, mut columns) = (None, None);
        self.hear(|message| {
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
        statement.map_err(|fault| self.hang_up(fault.into()))
    }

    /// Lets go of the prepared statements when they have become many. Not while requests wait that name them.
    pub(crate) async fn tidy(&mut self) -> Result<(), Fault> {
        if self.statements.len() < STATEMENTS {
            return Ok(());
        }
        self.statements.clear();
        self.command("DEALLOCATE ALL").await
    }

    /// Sends all requests before it hears the first answer. After one that fails the server does none of the others.
    pub(crate) async fn fly<'a>(
        &mut self,
        asks: impl Iterator<Item = Ask<'a>> + Clone,
    ) -> Result<Vec<Answer>, Fault> {
        let outbox = self.wire.outbox();
        let written = asks.clone().try_for_each(|ask| write(ask, outbox));
        frontend::sync(outbox);
        written.map_err(|fault| self.hang_up(fault))?;
        let mut waiting = asks;
        let mut current = waiting.next();
        let mut answer = Answer::default();
        let mut answers = Vec::new();
        let heard = self.hear(|message| {
            match (message, current) {
                (Message::ParseComplete | Message::BindComplete, _) => {}
                (Message::DataRow(body), Some(Ask::Run(statement, _))) => {
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
        match (heard.await, current) {
            (Ok(()), None) => Ok(answers),
            (Err(fault), Some(_)) => Err(fault),
            // An end before the last answer, or a refusal behind it: what was done is unknown.
            (Ok(()), Some(_)) | (Err(_), None) => Err(self.hang_up(unexpected())),
        }
    }

    /// Sends what is written and hears the answers up to the synchronisation point; the refusal among them, if there
    /// is one.
    async fn hear(&mut self, mut each: impl FnMut(Message) -> Result<(), Fault>) -> Result<(), Fault> {
        let mut refused = None;
        let in_transaction = &mut self.in_transaction;
        let heard = self.wire.converse(|message| {
            match message {
                Message::ReadyForQuery(body) => {
                    *in_transaction = body.status() != IDLE;
                    return Ok(ControlFlow::Break(()));
                }
                Message::ErrorResponse(body) => {
                    let refusal = ApiError::read(&body)?;
                    let is_last = refusal.is_last;
                    refused = Some(refusal);
                    if is_last {
                        return Ok(ControlFlow::Break(()));
                    }
                }
                message => each(message)?,
            }
            Ok(ControlFlow::Continue(()))
        });
        match (heard.await, refused) {
            (Ok(()), None) => Ok(()),
            (Ok(()), Some(refusal)) if !refusal.is_last => Err(Fault::Refused(refusal)),
            (_, Some(refusal)) => Err(self.hang_up(Fault::Refused(refusal))),
            (Err(fault), None) => Err(self.hang_up(fault)),
        }
    }

    fn hang_up(&mut self, fault: Fault) -> Fault {
        self.hung_up = true;
        fault
    }

    /// Says goodbye to the server, which is not needed but polite.
    pub(crate) async fn close(mut self) {
        frontend::terminate(self.wire.outbox());
        // Who is gone already needs no goodbye.
        let _ = self.wire.send().await;
    }
}

fn write(ask: Ask<'_>, out: &mut BytesMut) -> Result<(), Fault> {
    match ask {
        Ask::Command(sql) => {
            frontend::parse("", sql, [], out)?;
            bind("", &[], &[], out)?;
        }
        Ask::Run(statement, values) => bind(statement.name(), values, statement.parameters(), out)?,
    }
    Ok(frontend::execute("", 0, out)?)
}

fn bind(name: &str, values: &[Value<'static>], kinds: &[Type], out: &mut BytesMut) -> Result<(), Fault> {
    let bound = values.iter().zip(kinds);
    let put = |(value, kind), out: &mut BytesMut| value::put(value, kind, out);
    frontend::bind("", name, [BINARY], bound, put, [BINARY], out).map_err(|fault| match fault {
        BindError::Conversion(fault) => Fault::broken(fault.to_string()),
        BindError::Serialization(fault) => fault.into(),
    })
}

/// What the server says of a command that it has done: `UPDATE 3`, `INSERT 0 1`, `COMMIT`.
fn completed(body: &CommandCompleteBody, rows: Vec<Row>) -> Result<Answer, Fault> {
    let tag = body.tag()?;
    let changed = tag.rsplit(' ').next().and_then(|count| count.parse().ok()).unwrap_or(0);
    let end = match tag {
        "COMMIT" => Some(End::Committed),
        "ROLLBACK" => Some(End::RolledBack),
        _ => None,
    };
    Ok(Answer { rows, changed, end })
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    use super::*;

    /// `SET`, and ready for more.
    const DONE: &[u8] = b"C\0\0\0\x08SET\0Z\0\0\0\x05I";

    #[tokio::test]
    async fn what_nobody_asked_for_is_no_answer_to_the_next_question() {
        let (ours, mut server) = duplex(64 * 1024);
        let mut client = Client::over(Wire::new(Box::new(ours)));
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
        let mut client = Client::over(Wire::new(Box::new(ours)));
        server.write_all(&DONE[9..]).await.unwrap();
        assert!(client.command("COMMIT").await.is_err());
    }

    #[tokio::test]
    async fn the_room_of_a_large_pipeline_is_given_back() {
        let (ours, mut server) = duplex(64 * 1024);
        let mut client = Client::over(Wire::new(Box::new(ours)));
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
