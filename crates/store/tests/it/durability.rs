//! A PostgreSQL that acknowledges commits before they are on disk.

use causeway_store::{Error, Tx};
use causeway_testing::postgres::{self, Durability};

use crate::harness::{Fixture, Home};

async fn counts(durability: Durability, is_required: bool) -> Result<i64, Error> {
    let home = Home::Server(postgres::database_with(durability).await.unwrap());
    let fixture = Fixture::reopen(home, |options| options.requires_durable_commits = is_required);
    let count = |tx: &mut Tx<'_>| tx.query_one("SELECT 1 AS one", &[], |row| row.get("one"));
    fixture.store.read(count).await
}

#[tokio::test]
async fn is_refused_where_commits_must_last() {
    let refused = counts(Durability::Relaxed, true).await;
    let Err(Error::Unavailable(why)) = &refused else { panic!("{refused:?}") };
    assert!(why.contains("synchronous_commit is off") && why.contains("allow_asynchronous_commit"), "{why}");
    assert_eq!(counts(Durability::Full, true).await, Ok(1));
    assert_eq!(counts(Durability::Relaxed, false).await, Ok(1), "the sandbox may");
}
