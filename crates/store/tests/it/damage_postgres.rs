//! Integration tests of damaged PostgreSQL files under a running store: the server's errors are reported as
//! damage.

use std::fs::{self, File};
use std::os::unix::fs::FileExt;
use std::path::Path;

use causeway_store::{Error, Health, Tx};
use causeway_testing::postgres::Cluster;
use causeway_testing::wait;

use crate::harness::{Fixture, Home};

type Damage = fn(&Path);

/// Flips a byte of a row, which only the checksum of its page reveals.
fn flip(file: &Path) {
    let open = File::options().read(true).write(true).open(file).unwrap();
    let mut byte = [0];
    open.read_exact_at(&mut byte, 8191).unwrap();
    open.write_all_at(&[byte[0] ^ 1], 8191).unwrap();
}

fn remove(file: &Path) {
    fs::remove_file(file).unwrap();
}

/// Damages a table under a running store. Returns the error of reading it, the result of writing another
/// table, and the store's health afterwards.
async fn under_a_store(damage: Damage) -> (Error, Result<(), Error>, Health) {
    let cluster = Cluster::private_with_checksums().await.unwrap();
    let home = Home::Server(cluster.database().await.unwrap());
    let store = Fixture::reopen(home, |_| {}).with_notes().await;
    store.change("CREATE TABLE other (id BIGINT NOT NULL PRIMARY KEY)").await;
    store.change("INSERT INTO note (id, text) VALUES (1, 'one')").await;
    let Home::Server(database) = &store.home else { panic!("there is a server") };
    damage(&cluster.file_of(database, "note").await.unwrap());
    // The server must drop its cache and close its files.
    cluster.crash(database).await.unwrap();
    let read = || store.read(|tx| tx.query("SELECT text FROM note", &[], |row| row.get::<String>("text")));
    let met = wait::until("the server is back", wait::PATIENCE, || async {
        match read().await {
            Err(Error::Unavailable(why)) => Err(why),
            Err(other) => Ok(other),
            Ok(notes) => panic!("{notes:?}"),
        }
    })
    .await;
    let insert = |tx: &mut Tx<'_>| tx.execute("INSERT INTO other (id) VALUES (1)", &[]);
    (met, store.write(&[], insert).await, store.health())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_with_another_checksum_and_a_file_that_is_gone_stop_all_writing() {
    for damage in [flip as Damage, remove] {
        let (met, other_table, health) = under_a_store(damage).await;
        assert!(matches!(met, Error::Damaged(_)), "{met:?}");
        assert!(matches!(other_table, Err(Error::Damaged(_))), "{other_table:?}");
        assert_eq!(health, Health::Damaged);
    }
}
