//! Integration tests of the private PostgreSQL.

use causeway_testing::postgres::{self, Cluster, Durability, Error};
use causeway_testing::wait;
use tokio_postgres::NoTls;

async fn ask(url: &str, sql: &str) -> Result<String, tokio_postgres::Error> {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await?;
    tokio::spawn(connection);
    client.query_one(sql, &[]).await?.try_get(0)
}

#[tokio::test]
async fn each_database_is_empty_and_its_own() -> Result<(), Error> {
    let one = postgres::database().await?;
    let other = postgres::database().await?;
    assert_ne!(one.url, other.url);
    let tables = "SELECT count(*)::text FROM pg_tables WHERE schemaname = 'public'";
    assert_eq!(ask(&one.url, tables).await.unwrap(), "0");
    assert_eq!(ask(&other.url, tables).await.unwrap(), "0");
    Ok(())
}

#[tokio::test]
async fn commits_reach_the_disk_unless_asked_otherwise() -> Result<(), Error> {
    let full = postgres::database().await?;
    let relaxed = postgres::database_with(Durability::Relaxed).await?;
    for (database, expected) in [(&full, "on"), (&relaxed, "off")] {
        assert_eq!(ask(&database.url, "SHOW synchronous_commit").await.unwrap(), expected);
        assert_eq!(ask(&database.url, "SHOW fsync").await.unwrap(), "on");
    }
    Ok(())
}

#[tokio::test]
async fn tables_of_one_test_are_not_seen_by_the_next() -> Result<(), Error> {
    let private = Cluster::private().await?;
    let first = private.database_with(Durability::Relaxed).await?;
    let (client, connection) = tokio_postgres::connect(&first.url, NoTls).await.unwrap();
    tokio::spawn(connection);
    client.batch_execute("CREATE TABLE left_over (id int)").await.unwrap();
    let oid = "SELECT oid::text FROM pg_database WHERE datname = current_database()";
    let before = ask(&first.url, oid).await.unwrap();
    drop(first);

    let next = private.database().await?;
    assert_eq!(ask(&next.url, oid).await.unwrap(), before, "the same database, emptied");
    let tables = "SELECT count(*)::text FROM pg_tables WHERE schemaname = 'public'";
    assert_eq!(ask(&next.url, tables).await.unwrap(), "0");
    assert_eq!(ask(&next.url, "SHOW synchronous_commit").await.unwrap(), "on");
    Ok(())
}

#[tokio::test]
async fn a_dropped_database_is_gone() -> Result<(), Error> {
    let database = postgres::database().await?;
    let url = database.url.clone();
    drop(database);
    let gone = ask(&url, "SELECT ''").await.unwrap_err();
    assert_eq!(gone.code(), Some(&tokio_postgres::error::SqlState::UNDEFINED_DATABASE));
    Ok(())
}

#[tokio::test]
async fn a_private_cluster_is_another_server() -> Result<(), Error> {
    let private = Cluster::private().await?;
    let own = private.database().await?;
    let shared = postgres::database().await?;
    let identity = "SELECT system_identifier::text FROM pg_control_system()";
    assert_ne!(ask(&own.url, identity).await.unwrap(), ask(&shared.url, identity).await.unwrap());
    Ok(())
}

#[tokio::test]
async fn a_cluster_that_counts_statements_counts_those_of_others() -> Result<(), Error> {
    let counting = Cluster::private_with_statement_counts().await?;
    let database = counting.database().await?;
    let (client, connection) = tokio_postgres::connect(&database.url, NoTls).await.unwrap();
    tokio::spawn(connection);
    for _ in 0..3 {
        client.batch_execute("BEGIN").await.unwrap();
        client.query_one("SELECT 1 AS theirs", &[]).await.unwrap();
        client.batch_execute("COMMIT").await.unwrap();
    }
    database.number("SELECT 2::bigint AS ours").await?;
    assert_eq!(database.statements().await?, [("SELECT $1 AS theirs".to_owned(), 3)]);
    assert!(postgres::database().await?.statements().await.is_err(), "the shared server counts none");
    Ok(())
}

#[tokio::test]
async fn connections_can_be_ended_from_the_server() -> Result<(), Error> {
    let database = postgres::database().await?;
    let (client, connection) = tokio_postgres::connect(&database.url, NoTls).await.unwrap();
    tokio::spawn(connection);
    assert_eq!(database.end_connections().await?, 1);
    assert!(client.query_one("SELECT 1", &[]).await.is_err());
    Ok(())
}

#[tokio::test]
async fn a_killed_backend_makes_its_server_recover() -> Result<(), Error> {
    let private = Cluster::private().await?;
    let database = private.database().await?;
    let (client, connection) = tokio_postgres::connect(&database.url, NoTls).await.unwrap();
    tokio::spawn(connection);
    client.batch_execute("CREATE TABLE kept (id int); INSERT INTO kept VALUES (1)").await.unwrap();
    assert_eq!(private.kill_backends(&database).await?, 1);
    assert!(client.query_one("SELECT 1", &[]).await.is_err());

    let kept = wait::until("the server to recover", wait::PATIENCE, || async {
        ask(&database.url, "SELECT count(*)::text FROM kept").await
    });
    assert_eq!(kept.await, "1");
    Ok(())
}

#[tokio::test]
async fn backends_of_the_shared_cluster_cannot_be_killed() -> Result<(), Error> {
    let shared = Cluster::shared().await?;
    let database = postgres::database().await?;
    assert!(shared.kill_backends(&database).await.is_err());
    Ok(())
}
