//! Listeners that are no PostgreSQL servers: they are known for what they are, and not waited for.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::thread;

use causeway_store::{Database, Error, migrations};

/// Why a listener is refused that says this to whoever says something, and then stays.
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
        let told = refused(says, settings);
        assert!(told.contains(why), "{told}");
    }
}

#[test]
fn one_that_says_nothing_is_waited_for_as_long_as_the_url_says() {
    assert!(refused(b"", "connect_timeout=1").contains("did not answer in time"));
}
