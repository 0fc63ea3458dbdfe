//! Integration tests of listeners that are not PostgreSQL servers, and of unsuitable servers: each is
//! recognised without waiting.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::thread;

use causeway_store::{Database, Error, migrations};
use causeway_testing::postgres::Cluster;

/// Returns the error for a listener that answers any input with `says` and keeps the connection open.
fn refused(says: &'static [u8], settings: &str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let listening = thread::spawn(move || {
        let (mut caller, _) = listener.accept().unwrap();
        let mut heard = [0; 1024];
        while caller.read(&mut heard).is_ok_and(|length| length > 0) {
            caller.write_all(says).unwrap();
        }
    });
    let url = format!("postgres://one:secret@{address}/db?{settings}");
    let Err(Error::Unavailable(why)) = migrations::state(&Database::Postgres { url }) else {
        panic!("nobody is there")
    };
    listening.join().unwrap();
    assert!(why.contains(&address.to_string()) && !why.contains("secret"), "{why}");
    why
}

#[test]
fn a_stranger_is_known_at_once() {
    for (says, settings, why) in [
        (b"HTTP/1.1 400 Bad Request\r\n\r\n".as_slice(), "", "too long for PostgreSQL"),
        (b"SSH-2.0-OpenSSH_9.2\r\n", "", "too long for PostgreSQL"),
        (b"J\0\0\0\x0a9.0.36", "", "unknown message tag"),
        (b"R\0\0\0\x08\0\0\0\x63", "", "unknown authentication tag"),
        (b"R\0\0\0\x08\0\0\0\x07", "", "is not supported"),
        (b"Z\0\0\0\x05I", "", "is not supported"),
        (b"E\0\0\0\x0eMsecret\0\0", "sslmode=require", "does not say whether it encrypts"),
    ] {
        let refusal = refused(says, settings);
        assert!(refusal.contains(why), "{refusal}");
    }
}

#[test]
fn one_that_says_nothing_is_waited_for_as_long_as_the_url_says() {
    assert!(refused(b"", "connect_timeout=1").contains("did not answer in time"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_cannot_hold_every_name_is_refused() {
    let cluster = Cluster::private().await.unwrap();
    for (name, encoding) in [("narrow", "LATIN1"), ("raw", "SQL_ASCII")] {
        let make = format!("CREATE DATABASE {name} ENCODING '{encoding}' TEMPLATE template0");
        cluster.execute(&make).await.unwrap();
    }
    let whole = cluster.database().await.unwrap();
    let (server, _) = whole.url.rsplit_once('/').unwrap();
    let state = |name| migrations::state(&Database::Postgres { url: format!("{server}/{name}") });
    let Err(Error::Unavailable(why)) = state("narrow") else { panic!("it is used") };
    assert!(why.contains("LATIN1") && why.contains("ENCODING 'UTF8'"), "{why}");
    assert_eq!(state("raw"), migrations::state(&Database::Postgres { url: whole.url.clone() }));
}

/// Checks that the error gives the reason for each server, so that the intended one can be told from the
/// others.
#[test]
fn of_several_servers_all_say_why_they_are_of_no_use() {
    let [one, two] = [0; 2].map(|_| TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap());
    let url = format!("postgres://one@{one},{two}/db");
    let Err(Error::Unavailable(why)) = migrations::state(&Database::Postgres { url }) else {
        panic!("nobody is there")
    };
    assert!(why.contains(&one.to_string()) && why.contains(&two.to_string()), "{why}");
}
