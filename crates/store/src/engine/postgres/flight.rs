//! Several requests sent at once, their answers read in order.

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::task::Poll;

use tokio_postgres::{Client, Row, Statement};

use super::ahead::Ticket;
use crate::value::Value;

/// Something to send.
pub(super) enum Request {
    /// A command of the transaction.
    Command(&'static str),
    /// A statement whose rows nobody wants.
    Execute(Statement, Vec<Value<'static>>),
    /// A statement whose rows are wanted.
    Query(Statement, Vec<Value<'static>>),
    /// The same, whose rows are wanted later.
    Ahead(Ticket, Statement, Vec<Value<'static>>),
}

/// What the server answered to one request.
pub(super) enum Answer {
    /// It changed this many rows.
    Changed(u64),
    /// These rows.
    Rows(Vec<Row>),
}

type Answered<'a> = Pin<Box<dyn Future<Output = Result<Answer, tokio_postgres::Error>> + 'a>>;

/// Sends all requests before it reads the first answer. Each has an answer of its own; after one that failed
/// inside of a transaction the server refuses the others.
pub(super) async fn fly(client: &Client, requests: &[Request]) -> Vec<Result<Answer, tokio_postgres::Error>> {
    let mut flying: Vec<Answered<'_>> = requests.iter().map(|request| answered(client, request)).collect();
    let mut early = send(&mut flying).await;
    let mut answers = Vec::with_capacity(requests.len());
    for (request, early) in flying.into_iter().zip(early.drain(..)) {
        answers.push(match early {
            Some(answer) => answer,
            None => request.await,
        });
    }
    answers
}

/// A request is sent when its future is first polled: in order, so that the server sees them in order.
async fn send(flying: &mut [Answered<'_>]) -> Vec<Option<Result<Answer, tokio_postgres::Error>>> {
    poll_fn(|context| {
        let early = flying.iter_mut().map(|request| match request.as_mut().poll(context) {
            Poll::Ready(answer) => Some(answer),
            Poll::Pending => None,
        });
        Poll::Ready(early.collect())
    })
    .await
}

fn answered<'a>(client: &'a Client, request: &'a Request) -> Answered<'a> {
    Box::pin(async move {
        match request {
            Request::Command(sql) => client.batch_execute(sql).await.map(|()| Answer::Changed(0)),
            Request::Execute(statement, values) => {
                client.execute_raw(statement, values).await.map(Answer::Changed)
            }
            Request::Query(statement, values) | Request::Ahead(_, statement, values) => {
                let values: Vec<&(dyn tokio_postgres::types::ToSql + Sync)> =
                    values.iter().map(|value| value as _).collect();
                client.query(statement, &values).await.map(Answer::Rows)
            }
        }
    })
}
