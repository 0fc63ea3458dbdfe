//! Integration tests of temporary schemas in a PostgreSQL database.

use causeway_domain::{Clock, Ids};
use causeway_store::{Database, Error, SchemaFault, Store, TemporarySchema, Tx, migrations};
use causeway_testing::postgres::{self, Durability};

use crate::harness::{START, options};

async fn schemas(url: &str, name: &str) -> i64 {
    let (client, connection) = tokio_postgres::connect(url, tokio_postgres::NoTls).await.unwrap();
    tokio::spawn(connection);
    let row = client.query_one("SELECT count(*) FROM pg_namespace WHERE nspname = $1", &[&name]).await;
    row.unwrap().get(0)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_temporary_schema_is_separate_from_the_database_and_removable() {
    let database = postgres::database_with(Durability::Relaxed).await.unwrap();
    let clock = Clock::manual(START);
    let ids = Ids::system();
    let schema = TemporarySchema::create(&database.url, &ids, START).unwrap();
    let inside = Database::Postgres { url: schema.url().unwrap() };
    migrations::migrate(&inside, &clock).unwrap();
    let store = Store::open(&inside, options(&clock, &ids)).unwrap();
    let read = store.read(|tx: &mut Tx<'_>| {
        tx.query_one("SELECT current_schema()::text AS name", &[], |row| row.get::<String>("name"))
    });
    let schema_name: Result<_, Error> = read.await;
    assert_eq!(schema_name.as_deref(), Ok(schema.name()));
    store.close();

    let outside = Database::Postgres { url: database.url.clone() };
    assert_eq!(migrations::state(&outside), Err(Error::Schema(SchemaFault::Empty)));
    let name = schema.name().to_owned();
    assert_eq!(schemas(&database.url, &name).await, 1);
    schema.remove().unwrap();
    assert_eq!(schemas(&database.url, &name).await, 0);
}
