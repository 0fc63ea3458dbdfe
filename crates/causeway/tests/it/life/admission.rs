//! The authentication of the program to a PostgreSQL server, and of the server to the program.

use std::net::TcpListener;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use causeway_testing::postgres::{Cluster, TestDatabase};

use super::process::{command, refused, succeeded, utf8};

const AUTHORITY: &[u8] = include_bytes!("../../../../service/src/runtime/outbound/testdata/authority.der");
const CERTIFICATE: &[u8] = include_bytes!("../../../../service/src/runtime/outbound/testdata/localhost.der");
const KEY: &[u8] = include_bytes!("../../../../service/src/runtime/outbound/testdata/localhost.key.der");

/// An authentication method for each user; `bound` is admitted over encrypted connections only.
const RULES: [&str; 6] = [
    "local all scram scram-sha-256",
    "host all open 127.0.0.1/32 trust",
    "host all plain 127.0.0.1/32 password",
    "host all hashed 127.0.0.1/32 md5",
    "hostssl all bound 127.0.0.1/32 scram-sha-256",
    "hostnossl all scram 127.0.0.1/32 scram-sha-256",
];

const USERS: &str = "SET password_encryption = 'scram-sha-256';
    CREATE ROLE open SUPERUSER LOGIN;
    CREATE ROLE plain SUPERUSER LOGIN PASSWORD 'right';
    CREATE ROLE scram SUPERUSER LOGIN PASSWORD 'right';
    CREATE ROLE bound SUPERUSER LOGIN PASSWORD 'right';
    SET password_encryption = 'md5';
    CREATE ROLE hashed SUPERUSER LOGIN PASSWORD 'right'";

struct Server {
    cluster: Cluster,
    database: TestDatabase,
    /// Authorities that the program trusts: the test's own here, none in the second file.
    trusted: tempfile::NamedTempFile,
    no_authorities: tempfile::NamedTempFile,
}

impl Server {
    async fn start() -> Self {
        let cluster = Cluster::private().await.unwrap();
        cluster.execute(USERS).await.unwrap();
        cluster.admit(&RULES).await.unwrap();
        let database = cluster.database().await.unwrap();
        let trusted = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(trusted.path(), pem("CERTIFICATE", AUTHORITY)).unwrap();
        Self { cluster, database, trusted, no_authorities: tempfile::NamedTempFile::new().unwrap() }
    }

    /// Returns the URL of the database for this user on this host.
    fn url(&self, user: &str, host: &str, settings: &str) -> String {
        let (port, name) = self.database.url.rsplit(':').next().unwrap().split_once('/').unwrap();
        format!("postgres://{user}@{host}:{port}/{name}?{settings}")
    }

    fn migrate(&self, url: &str, is_trusted: bool) -> std::process::Command {
        let mut migrate = command(&["migrate"]);
        let authorities = if is_trusted { &self.trusted } else { &self.no_authorities };
        migrate
            .env("SVC_DATABASE", url)
            .env("SSL_CERT_FILE", utf8(authorities.path()))
            .env_remove("SSL_CERT_DIR");
        migrate
    }

    #[track_caller]
    fn admits(&self, url: &str) {
        succeeded(self.migrate(url, true));
    }

    /// Checks that the right password is accepted, and that a wrong one and none are refused.
    #[track_caller]
    fn checks_password(&self, user: &str, host: &str, settings: &str) {
        self.admits(&self.url(&format!("{user}:right"), host, settings));
        let wrong = self.url(&format!("{user}:wrong"), host, settings);
        self.refuses(&wrong, "password authentication failed");
        self.refuses(&self.url(user, host, settings), "asks for a password");
    }

    #[track_caller]
    fn refuses(&self, url: &str, reason: &str) {
        let (_, message) = refused(&mut self.migrate(url, true));
        assert!(message.contains(reason) && !message.contains("wrong"), "{url}: {message}");
    }
}

fn pem(kind: &str, der: &[u8]) -> String {
    let text = STANDARD.encode(der);
    let lines: Vec<&str> = (0..text.len()).step_by(64).map(|at| &text[at..text.len().min(at + 64)]).collect();
    format!("-----BEGIN {kind}-----\n{}\n-----END {kind}-----\n", lines.join("\n"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_user_is_admitted_by_the_method_of_the_server() {
    let server = Server::start().await;
    server.admits(&server.url("open", "127.0.0.1", ""));
    for user in ["plain", "hashed"] {
        let unencrypted = server.url(&format!("{user}:right"), "127.0.0.1", "");
        server.refuses(&unencrypted, "in clear or as MD5 over a connection that is not encrypted");
    }
    server.checks_password("scram", "127.0.0.1", "");

    server.cluster.encrypt(&pem("CERTIFICATE", CERTIFICATE), &pem("PRIVATE KEY", KEY)).await.unwrap();
    for user in ["plain", "hashed"] {
        server.checks_password(user, "localhost", "sslmode=require");
    }

    let folder = server.cluster.socket_folder().await.unwrap();
    let folder = utf8(&folder).replace('/', "%2F");
    server.admits(&server.url("scram:right", &folder, ""));
    server.refuses(&server.url("scram:wrong", &folder, ""), "password authentication failed");

    server.refuses(&server.url("nobody", "127.0.0.1", ""), "no pg_hba.conf entry");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_encrypted_connection_authenticates_the_named_server() {
    let server = Server::start().await;
    let asking = server.url("bound:right", "localhost", "sslmode=require");
    server.refuses(&asking, "does not encrypt");

    server.cluster.encrypt(&pem("CERTIFICATE", CERTIFICATE), &pem("PRIVATE KEY", KEY)).await.unwrap();
    server.admits(&asking);
    let (_, message) = refused(&mut server.migrate(&asking, false));
    assert!(message.contains("certificate"), "{message}");

    server.refuses(&server.url("bound:right", "127.0.0.1", "sslmode=require"), "certificate");
    server.refuses(&server.url("bound:right", "localhost", "sslmode=disable"), "no pg_hba.conf entry");
    server.refuses(
        &server.url("bound:wrong", "localhost", "sslmode=require"),
        "password authentication failed",
    );

    let direct = server.url("bound:right", "localhost", "sslmode=require&sslnegotiation=direct");
    server.refuses(&direct, "sslnegotiation=direct is not supported");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn channel_binding_is_used_if_required() {
    let server = Server::start().await;
    server.cluster.encrypt(&pem("CERTIFICATE", CERTIFICATE), &pem("PRIVATE KEY", KEY)).await.unwrap();
    for binding in ["require", "prefer", "disable"] {
        let settings = format!("sslmode=require&channel_binding={binding}");
        server.admits(&server.url("bound:right", "localhost", &settings));
    }

    for user in ["open", "plain:right", "hashed:right", "scram:right"] {
        server.refuses(
            &server.url(user, "127.0.0.1", "channel_binding=require"),
            "channel_binding asks for it",
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_first_writable_server_is_used() {
    let server = Server::start().await;
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let url = server.url("open", "127.0.0.1", "");
    let both = url.replace("@127.0.0.1", &format!("@{closed},127.0.0.1"));
    server.admits(&both);

    let neither = format!("postgres://open@{closed}/none");
    server.refuses(&neither, &format!("{closed}: Connection refused"));

    let standby = server.url("open", "127.0.0.1", "options=-c%20default_transaction_read_only%3Don");
    server.refuses(&standby, "takes no changes");
}
