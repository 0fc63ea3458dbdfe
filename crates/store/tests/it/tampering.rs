//! Integration tests that corrupt every message of the server in every way, one at a time. In each case, an
//! acknowledged write left one note, a failed one none, no caller waits forever, and a corrupted connection
//! is not reused.

use std::time::Duration;

use causeway_store::{Error, Options, params};

use crate::chaos_proxy::{ChaosProxy, Tampering};
use crate::harness::{Engine, Fixture, Home};

/// Tamperings that break the session.
const BREAKING: [Tampering; 18] = [
    Tampering::Cut(0),
    Tampering::Cut(3),
    Tampering::Cut(usize::MAX),
    Tampering::Length(0),
    Tampering::Length(3),
    Tampering::Length(64 * 1024 * 1024 + 1),
    Tampering::Length(u32::MAX / 2),
    Tampering::Length(u32::MAX),
    Tampering::Shorter,
    Tampering::Kind(b'?'),
    Tampering::Kind(b'G'),
    Tampering::Kind(b'd'),
    Tampering::Kind(b's'),
    Tampering::Garbage(1),
    Tampering::Garbage(2),
    Tampering::Twice,
    Tampering::TransactionStatus,
    Tampering::Farewell,
];

/// Tamperings that make one side wait.
const HANGING: [Tampering; 2] = [Tampering::Silence, Tampering::Longer];

/// Behaviour that is permitted to a server.
const ALLOWED: [Tampering; 2] = [Tampering::Chatter, Tampering::Dribble];

/// Connection losses after a part of a pipeline.
const PARTS: [Tampering; 6] = [
    Tampering::Part(0),
    Tampering::Part(30),
    Tampering::Part(60),
    Tampering::Part(90),
    Tampering::Part(98),
    Tampering::Part(99),
];

/// A store connected through a chaos proxy, and a direct connection as a witness.
struct ProxiedStore {
    store: Fixture,
    proxy: ChaosProxy,
    witness: tokio_postgres::Client,
    acknowledged: i64,
}

impl ProxiedStore {
    async fn with(adjust: impl FnOnce(&mut Options)) -> Self {
        let mut home = Home::new(Engine::Postgres).await;
        let Home::Server(database) = &mut home else { unreachable!("made so above") };
        let (witness, connection) =
            tokio_postgres::connect(&database.url, tokio_postgres::NoTls).await.unwrap();
        tokio::spawn(connection);
        let port = database.url.rsplit(':').next().unwrap().split('/').next().unwrap().to_owned();
        let proxy = ChaosProxy::before(port.parse().unwrap()).await;
        database.url = database.url.replace(&format!(":{port}/"), &format!(":{}/", proxy.port()));
        let store = Fixture::reopen(home, |options| {
            (options.readers, options.writers, options.lanes) = (1, 1, 0);
            adjust(options);
        });
        let store = store.with_notes().await;
        let mut wire = Self { store, proxy, witness, acknowledged: 0 };
        assert_eq!(wire.add().await, Ok(()), "what is spoiled below is prepared already");
        wire
    }

    /// Adds a note with the next free number, so that a repeated write is not rejected as a duplicate.
    async fn add(&mut self) -> Result<(), Error> {
        let write = self.store.write(&[], |tx| {
            let next: i64 =
                tx.query_one("SELECT COALESCE(MAX(id), 0) + 1 AS next FROM note", &[], |row| {
                    row.get("next")
                })?;
            tx.execute("INSERT INTO note (id, text) VALUES ($1, $2)", params![next, format!("note {next}")])
        });
        let outcome = write.await;
        self.acknowledged += i64::from(outcome.is_ok());
        outcome
    }

    /// Returns the number of notes that were not acknowledged; negative if acknowledged notes are missing.
    async fn surplus(&self) -> i64 {
        let row = self.witness.query_one("SELECT count(*) FROM note", &[]).await.unwrap();
        row.get::<_, i64>(0) - self.acknowledged
    }

    /// Adds a note while the message at `place` is tampered with, and another one afterwards. Returns the
    /// number of new connections, or `None` if there is no such message.
    async fn spoiled(&mut self, tampering: Tampering, place: usize) -> Option<usize> {
        let before = self.proxy.connections();
        self.proxy.plan(tampering, place);
        let outcome = self.add().await;
        let done = self.proxy.rest();
        assert_eq!((outcome, self.add().await), (Ok(()), Ok(())), "{tampering:?} at {place}");
        assert_eq!(self.surplus().await, 0, "{tampering:?} at {place}");
        done.then(|| self.proxy.connections() - before)
    }

    /// Applies each tampering at each place and returns the number of trials.
    async fn all(&mut self, tamperings: &[Tampering], check: impl Fn(usize) -> bool) -> usize {
        let mut done = 0;
        for tampering in tamperings {
            for place in 0.. {
                let Some(connections) = self.spoiled(*tampering, place).await else { break };
                assert!(check(connections), "{tampering:?} at {place} took {connections} connections");
                done += 1;
            }
        }
        done
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_spoiled_message_costs_the_connection_and_nothing_else() {
    let mut wire = ProxiedStore::with(|_| {}).await;
    let done = wire.all(&BREAKING, |connections| connections > 0).await;
    // A write is answered by fifteen messages.
    assert!(done > 200, "{done}");
    assert!(wire.all(&PARTS, |connections| connections > 0).await >= PARTS.len() * 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_falls_silent_is_given_up() {
    // Long enough for untampered messages on a busy machine.
    let mut wire = ProxiedStore::with(|options| options.statement_timeout = Duration::from_secs(1)).await;
    assert!(wire.all(&HANGING, |connections| connections > 0).await > 20);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn permitted_server_messages_disturb_no_caller() {
    let mut wire = ProxiedStore::with(|_| {}).await;
    assert!(wire.all(&ALLOWED, |connections| connections == 0).await > 20);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_connection_that_is_spoiled_while_it_is_made_is_made_again() {
    let mut wire = ProxiedStore::with(|_| {}).await;
    for tampering in [Tampering::Cut(6), Tampering::Kind(b'?'), Tampering::Farewell] {
        for place in 0.. {
            wire.proxy.plan_for_newcomer(tampering, place);
            wire.proxy.hang_up();
            let outcome = wire.add().await;
            if !wire.proxy.rest() {
                assert_eq!(outcome, Ok(()), "its making has fewer than {place} messages");
                assert!(place > 20);
                break;
            }
            // The last of these messages answer the write itself, which is then repeated.
            assert!(
                matches!(outcome, Ok(()) | Err(Error::Unavailable(_))),
                "{tampering:?} at {place}: {outcome:?}"
            );
            // A connection that reaches the server ends the backoff of all others.
            wire.store.notes().await;
            assert_eq!(wire.add().await, Ok(()), "{tampering:?} at {place}");
        }
    }
    assert_eq!(wire.surplus().await, 0);
}

/// Checks that the tests above notice a write that is acknowledged and lost (negative control).
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_lies_is_noticed() {
    let mut wire = ProxiedStore::with(|_| {}).await;
    wire.proxy.plan(Tampering::Lie, 0);
    assert_eq!((wire.add().await, wire.proxy.rest()), (Ok(()), true));
    assert_eq!(wire.surplus().await, -1);
}
