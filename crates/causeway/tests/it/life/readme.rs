//! The commands of the start pages work when they are pasted, in order, into the terminals that they name.
//!
//! Ports, the home folder and the PostgreSQL server are the test's own.

use causeway_testing::postgres::Cluster;
use causeway_testing::wait;

use super::document::blocks;
use super::terminal::{Session, free_port, sandbox_ports};

#[test]
fn the_quick_start_works_when_it_is_pasted() {
    let blocks = blocks("docs/start/first-payment.md");
    assert_eq!(blocks.len(), 11);
    let mut session = Session::new(sandbox_ports(""));
    blocks.iter().for_each(|block| session.paste(block));
    let restored = session.home().join("payments/restored/causeway.db");
    assert!(restored.exists(), "the last command of the walk puts the copy back");
}

#[tokio::test(flavor = "multi_thread")]
async fn several_processes_on_postgres_work_when_they_are_pasted() {
    let cluster = Cluster::private().await.unwrap();
    let database = cluster.database().await.unwrap();
    let server = database.url.rsplit_once('@').map_or(database.url.as_str(), |(_, server)| server);
    let address = server.trim_start_matches("postgres://").split('/').next().unwrap().to_owned();
    let replacements = vec![
        ("postgres://postgres@127.0.0.1:5432/postgres", format!("'{}'", database.url)),
        ("127.0.0.1:5432", address),
        ("8081", free_port()),
        ("8082", free_port()),
    ];

    let blocks = blocks("docs/start/several-processes.md");
    assert_eq!(blocks.len(), 3);
    let pasted = tokio::task::spawn_blocking(move || {
        let mut session = Session::new(replacements);
        blocks.iter().for_each(|block| session.paste(block));
        session
    });
    let session = pasted.await.unwrap();

    let first =
        ["one", "two"].map(|name| session.home().join("payments-postgres").join(name).join("credentials"));
    assert_eq!(first.iter().filter(|file| file.exists()).count(), 1, "the first start made the platform");
}

#[test]
fn the_readme_leads_to_a_verified_webhook_when_it_is_pasted() {
    let blocks = blocks("README.md");
    assert_eq!(blocks.len(), 3);
    let mut session = Session::new(sandbox_ports(""));
    blocks.iter().for_each(|block| session.paste(block));
    let log = session.home().join("payments/first-webhooks.log");
    let verified = wait::blocking(wait::PATIENCE, || {
        let log = std::fs::read_to_string(&log).unwrap();
        let is_verified = log.lines().any(|line| line == "INCOMING_PAYMENT.COMPLETED signature verified");
        if is_verified { Ok(()) } else { Err(log) }
    });
    assert_eq!(verified, Ok(()));
}
