//! Several processes on one PostgreSQL.

use causeway_testing::http::Client;
use causeway_testing::postgres;

use super::process::{Folder, Server, refused};

#[tokio::test]
async fn two_processes_that_start_at_once_make_one_platform_and_serve_the_same() {
    let database = postgres::database().await.unwrap();
    let key = format!("1:{}", "5a".repeat(32));
    let folders = [Folder::new(), Folder::new()];
    let start = |folder: &Folder| {
        let mut serve = folder.serve();
        serve.env("SVC_DATABASE", &database.url).env("SVC_ROOT_KEY", &key);
        std::thread::spawn(move || Server::start(serve))
    };
    let starting = folders.each_ref().map(start);
    let servers = starting.map(|server| server.join().unwrap());
    let first: Vec<&Server> = servers.iter().filter(|server| server.screen.contains("Base URL")).collect();
    assert_eq!(first.len(), 1, "one of them makes the platform");
    let (id, secret) = first[0].credentials();
    let shown = first[0].printed("Database");
    assert!(shown.starts_with("postgres") && !first[0].screen.contains("root.key"), "{}", first[0].screen);
    for server in &servers {
        Client::new(&server.base_url()).basic(&id, &secret).get("/config").send().await.expect(200);
    }
}

#[tokio::test]
async fn postgres_needs_a_root_key_that_is_given() {
    let database = postgres::database().await.unwrap();
    let folder = Folder::new();
    let mut serve = folder.serve();
    serve.env("SVC_DATABASE", &database.url);
    let (code, complaint) = refused(&mut serve);
    assert_eq!(code, 1);
    assert!(complaint.contains("SVC_ROOT_KEY"), "{complaint}");
}
