//! A wire on which every message of the server is spoiled in every way, one at a time. Whatever it is: who was told `Ok`
//! has left one note, who was told an error none, nobody waits for ever, and a connection that was spoiled is not used
//! again.

use std::time::Duration;

use causeway_store::{Error, Options, params};

use crate::harness::{Engine, Fixture, Home};
use crate::meddler::{AuditEntry, Meddler};

/// After these the conversation cannot go on.
const BREAKING: [AuditEntry; 18] = [
    AuditEntry::Cut(0),
    AuditEntry::Cut(3),
    AuditEntry::Cut(usize::MAX),
    AuditEntry::Length(0),
    AuditEntry::Length(3),
    AuditEntry::Length(64 * 1024 * 1024 + 1),
    AuditEntry::Length(u32::MAX / 2),
    AuditEntry::Length(u32::MAX),
    AuditEntry::Shorter,
    AuditEntry::Kind(b'?'),
    AuditEntry::Kind(b'G'),
    AuditEntry::Kind(b'd'),
    AuditEntry::Kind(b's'),
    AuditEntry::Garbage(1),
    AuditEntry::Garbage(2),
    AuditEntry::Twice,
    AuditEntry::Standing,
    AuditEntry::Farewell,
];

/// These say nothing, or leave the other side waiting for the rest.
const HANGING: [AuditEntry; 2] = [AuditEntry::Silence, AuditEntry::Longer];

/// These are a server's right.
const ALLOWED: [AuditEntry; 2] = [AuditEntry::Chatter, AuditEntry::Dribble];

/// Something in between that lets only a part of a flight through.
const PARTS: [AuditEntry; 6] = [
    AuditEntry::Part(0),
    AuditEntry::Part(30),
    AuditEntry::Part(60),
    AuditEntry::Part(90),
    AuditEntry::Part(98),
    AuditEntry::Part(99),
];

/// A store that speaks to its server through a meddler, and a witness that does not.
struct Wire {
    store: Fixture,
    meddler: Meddler,
    witness: tokio_postgres::Client,
    acknowledged: i64,
}

impl Wire {
    async fn with(adjust: impl FnOnce(&mut Options)) -> Self {
        let mut home = Home::new(Engine::Postgres).await;
        let Home::Server(database) = &mut home else { unreachable!("made so above") };
        let (witness, connection) =
            tokio_postgres::connect(&database.url, tokio_postgres::NoTls).await.unwrap();
        tokio::spawn(connection);
        let port = database.url.rsplit(':').next().unwrap().split('/').next().unwrap().to_owned();
        let meddler = Meddler::before(port.parse().unwrap()).await;
        database.url = database.url.replace(&format!(":{port}/"), &format!(":{}/", meddler.port()));
        let store = Fixture::reopen(home, |options| {
            (options.readers, options.writers, options.lanes) = (1, 1, 0);
            adjust(options);
        });
        let store = store.with_notes().await;
        let mut wire = Self { store, meddler, witness, acknowledged: 0 };
        assert_eq!(wire.add().await, Ok(()), "what is spoiled below is prepared already");
        wire
    }

    /// Adds a note under a number that a repetition would not find taken.
    async fn add(&mut self) -> Result<(), Error> {
        let write = self.store.write(&[], |tx| {
            let next: i64 =
                tx.query_one("SELECT COALESCE(MAX(id), 0) + 1 AS next FROM note", &[], |row| {
                    row.get("next")
                })?;
            tx.execute("INSERT INTO note (id, text) VALUES ($1, $2)", params![next, format!("note {next}")])
        });
        let told = write.await;
        self.acknowledged += i64::from(told.is_ok());
        told
    }

    /// How many notes there are that nobody was told of, or how many are missing.
    async fn surplus(&self) -> i64 {
        let row = self.witness.query_one("SELECT count(*) FROM note", &[]).await.unwrap();
        row.get::<_, i64>(0) - self.acknowledged
    }

    /// Adds a note while this is done to the message at this place, and another one behind it. How many connections
    /// that took; nothing when there is no such place.
    async fn spoiled(&mut self, audit_entry: AuditEntry, place: usize) -> Option<usize> {
        let before = self.meddler.connections();
        self.meddler.plan(audit_entry, place);
        let told = self.add().await;
        let done = self.meddler.rest();
        assert_eq!((told, self.add().await), (Ok(()), Ok(())), "{audit_entry:?} at {place}");
        assert_eq!(self.surplus().await, 0, "{audit_entry:?} at {place}");
        done.then(|| self.meddler.connections() - before)
    }

    /// Does each of these at each place; how often that was.
    async fn all(&mut self, deeds: &[AuditEntry], check: impl Fn(usize) -> bool) -> usize {
        let mut done = 0;
        for audit_entry in deeds {
            for place in 0.. {
                let Some(connections) = self.spoiled(*audit_entry, place).await else { break };
                assert!(check(connections), "{audit_entry:?} at {place} took {connections} connections");
                done += 1;
            }
        }
        done
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_spoiled_message_costs_the_connection_and_nothing_else() {
    let mut wire = Wire::with(|_| {}).await;
    let done = wire.all(&BREAKING, |connections| connections > 0).await;
    // Fifteen messages answer a write.
    assert!(done > 200, "{done}");
    assert!(wire.all(&PARTS, |connections| connections > 0).await >= PARTS.len() * 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_falls_silent_is_given_up() {
    let mut wire = Wire::with(|options| options.statement_timeout = Duration::from_millis(100)).await;
    assert!(wire.all(&HANGING, |connections| connections > 0).await > 20);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_server_may_say_at_any_time_disturbs_nobody() {
    let mut wire = Wire::with(|_| {}).await;
    assert!(wire.all(&ALLOWED, |connections| connections == 0).await > 20);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_connection_that_is_spoiled_while_it_is_made_is_made_again() {
    let mut wire = Wire::with(|_| {}).await;
    for audit_entry in [AuditEntry::Cut(6), AuditEntry::Kind(b'?'), AuditEntry::Farewell] {
        for place in 0.. {
            wire.meddler.plan_for_newcomer(audit_entry, place);
            wire.meddler.hang_up();
            let told = wire.add().await;
            if !wire.meddler.rest() {
                assert_eq!(told, Ok(()), "its making has fewer than {place} messages");
                assert!(place > 20);
                break;
            }
            // The last of these messages answer the write itself, which is then made again.
            assert!(
                matches!(told, Ok(()) | Err(Error::Unavailable(_))),
                "{audit_entry:?} at {place}: {told:?}"
            );
            // Whoever reaches the server ends the pause of all others.
            wire.store.notes().await;
            assert_eq!(wire.add().await, Ok(()), "{audit_entry:?} at {place}");
        }
    }
    assert_eq!(wire.surplus().await, 0);
}

/// The negative control: what is checked above must notice a write that is acknowledged and lost.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_lies_is_noticed() {
    let mut wire = Wire::with(|_| {}).await;
    wire.meddler.plan(AuditEntry::Lie, 0);
    assert_eq!((wire.add().await, wire.meddler.rest()), (Ok(()), true));
    assert_eq!(wire.surplus().await, -1);
}
