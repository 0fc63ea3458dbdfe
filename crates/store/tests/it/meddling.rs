//! A wire on which every message of the server is spoiled in every way, one at a time. Whatever it is: who was told `Ok`
//! has left one note, who was told an error none, nobody waits for ever, and a connection that was spoiled is not used
//! again.

use std::time::Duration;

use causeway_store::{Error, Options, params};

use crate::harness::{Engine, Fixture, Home};
use crate::meddler::{Deed, Meddler};

/// After these the conversation cannot go on.
const BREAKING: [Deed; 18] = [
    Deed::Cut(0),
    Deed::Cut(3),
    Deed::Cut(usize::MAX),
    Deed::Length(0),
    Deed::Length(3),
    Deed::Length(64 * 1024 * 1024 + 1),
    Deed::Length(u32::MAX / 2),
    Deed::Length(u32::MAX),
    Deed::Shorter,
    Deed::Kind(b'?'),
    Deed::Kind(b'G'),
    Deed::Kind(b'd'),
    Deed::Kind(b's'),
    Deed::Garbage(1),
    Deed::Garbage(2),
    Deed::Twice,
    Deed::Standing,
    Deed::Farewell,
];

/// These say nothing, or leave the other side waiting for the rest.
const HANGING: [Deed; 2] = [Deed::Silence, Deed::Longer];

/// These are a server's right.
const ALLOWED: [Deed; 2] = [Deed::Chatter, Deed::Dribble];

/// Something in between that lets only a part of a flight through.
const PARTS: [Deed; 6] =
    [Deed::Part(0), Deed::Part(30), Deed::Part(60), Deed::Part(90), Deed::Part(98), Deed::Part(99)];

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
    async fn spoiled(&mut self, deed: Deed, place: usize) -> Option<usize> {
        let before = self.meddler.connections();
        self.meddler.plan(deed, place);
        let told = self.add().await;
        let done = self.meddler.rest();
        assert_eq!((told, self.add().await), (Ok(()), Ok(())), "{deed:?} at {place}");
        assert_eq!(self.surplus().await, 0, "{deed:?} at {place}");
        done.then(|| self.meddler.connections() - before)
    }

    /// Does each of these at each place; how often that was.
    async fn all(&mut self, deeds: &[Deed], check: impl Fn(usize) -> bool) -> usize {
        let mut done = 0;
        for deed in deeds {
            for place in 0.. {
                let Some(connections) = self.spoiled(*deed, place).await else { break };
                assert!(check(connections), "{deed:?} at {place} took {connections} connections");
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
    for deed in [Deed::Cut(6), Deed::Kind(b'?'), Deed::Farewell] {
        for place in 0.. {
            wire.meddler.plan_for_newcomer(deed, place);
            wire.meddler.hang_up();
            let told = wire.add().await;
            if !wire.meddler.rest() {
                assert_eq!(told, Ok(()), "its making has fewer than {place} messages");
                assert!(place > 20);
                break;
            }
            // The last of these messages answer the write itself, which is then made again.
            assert!(matches!(told, Ok(()) | Err(Error::Unavailable(_))), "{deed:?} at {place}: {told:?}");
            // Whoever reaches the server ends the pause of all others.
            wire.store.notes().await;
            assert_eq!(wire.add().await, Ok(()), "{deed:?} at {place}");
        }
    }
    assert_eq!(wire.surplus().await, 0);
}

/// The negative control: what is checked above must notice a write that is acknowledged and lost.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_lies_is_noticed() {
    let mut wire = Wire::with(|_| {}).await;
    wire.meddler.plan(Deed::Lie, 0);
    assert_eq!((wire.add().await, wire.meddler.rest()), (Ok(()), true));
    assert_eq!(wire.surplus().await, -1);
}
