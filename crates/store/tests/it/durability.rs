//! Integration tests of a PostgreSQL that acknowledges commits before they are on disk.

use causeway_store::{DurableCommits, Error, Tx};
use causeway_testing::postgres::{self, Durability};

use crate::harness::{Fixture, Home};

async fn counts(setting: &str, required: DurableCommits) -> Result<i64, Error> {
    let mut database = postgres::database_with(Durability::Full).await.unwrap();
    database.url.push_str(&format!("?options=-c%20synchronous_commit%3D{setting}"));
    let fixture = Fixture::reopen(Home::Server(database), |options| options.durable_commits = required);
    let count = |tx: &mut Tx<'_>| tx.query_one("SELECT 1 AS one", &[], |row| row.get("one"));
    fixture.store.read(count).await
}

#[tokio::test]
async fn is_refused_where_commits_must_last() {
    for lossy in ["off", "local"] {
        let result = counts(lossy, DurableCommits::Always).await;
        let Err(Error::Unavailable(why)) = &result else { panic!("{lossy}: {result:?}") };
        let message_text = format!("synchronous_commit is {lossy}");
        assert!(why.contains(&message_text) && why.contains("allow_asynchronous_commit"), "{why}");
        // Control: a store that does not require durable commits is served, as in a sandbox.
        assert_eq!(counts(lossy, DurableCommits::Optional).await, Ok(1), "{lossy}");
    }
    assert_eq!(counts("on", DurableCommits::Always).await, Ok(1));
}
