//! A small database of 0.1.0 for each engine, which is test data: every later version migrates it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use causeway_testing::postgres::{self, TestDatabase, program};
use serde_json::json;

use super::old_data::fill;
use super::site::{OldPrograms, Site, api, present};
use crate::life::process::{Server, refused, succeeded, utf8};

/// Environment variable that asks for new files; `cargo xtask old-database` sets it.
const MAKE: &str = "CAUSEWAY_MAKE_OLD_DATABASE";

/// Maximum size of a file.
const BYTES: u64 = 200_000;

/// Beginnings of lines of a dump that other versions of PostgreSQL do not know, or that the database has already.
const LEFT_OUT: [&str; 5] = [
    "\\restrict",
    "\\unrestrict",
    "SET transaction_timeout",
    "CREATE SCHEMA public",
    "COMMENT ON SCHEMA public",
];

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/0.1.0").join(name)
}

/// Puts the database of SQLite into a new data folder.
pub(super) fn restored_on_sqlite() -> Site {
    let site = Site::on_sqlite();
    let data = site.folder.data();
    fs::create_dir(&data).unwrap();
    unpack("sqlite.db.gz", &data.join("causeway.db"));
    site
}

/// Puts the database of PostgreSQL into an empty one.
pub(super) fn restored_on_postgres(database: &TestDatabase) -> Site {
    let site = Site::on_postgres(&database.url);
    let dump = site.folder.beside("postgres.sql");
    unpack("postgres.sql.gz", &dump);
    let mut psql = Command::new(program("psql").unwrap());
    psql.args(["--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--file", utf8(&dump), &database.url]);
    succeeded(psql);
    site
}

fn unpack(name: &str, to: &Path) {
    let path = file(name);
    assert!(path.exists(), "{} is missing: cargo xtask old-database makes it", path.display());
    let into = fs::File::create(to).unwrap();
    let status = Command::new("gzip").arg("-dc").arg(path).stdout(Stdio::from(into)).status();
    assert!(status.unwrap().success(), "{name} cannot be unpacked");
}

fn pack(from: &Path, name: &str) {
    let to = file(name);
    fs::create_dir_all(to.parent().unwrap()).unwrap();
    let into = fs::File::create(&to).unwrap();
    let status = Command::new("gzip").arg("-9nc").arg(from).stdout(Stdio::from(into)).status();
    assert!(status.unwrap().success(), "{name} cannot be packed");
    let bytes = fs::metadata(&to).unwrap().len();
    assert!(bytes < BYTES, "{name} has {bytes} bytes");
}

/// Makes the files with the programs of 0.1.0. Does nothing unless it is asked for.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_files_are_made() {
    if std::env::var_os(MAKE).is_none() {
        return;
    }
    let old = OldPrograms::find().expect("the programs of 0.1.0");
    let site = Site::on_sqlite();
    let mut server = fill(&site, &old).await;
    let archive = site.folder.beside("copy.tar");
    succeeded(site.command(&old.service(), &["backup", utf8(&archive)]));
    let folder = archive.parent().unwrap();
    let mut extract = Command::new("tar");
    extract.args(["-xf", utf8(&archive), "-C", utf8(folder), "causeway.db"]);
    succeeded(extract);
    pack(&folder.join("causeway.db"), "sqlite.db.gz");
    server.kill();

    let database = postgres::database().await.unwrap();
    let site = Site::on_postgres(&database.url);
    let mut server = fill(&site, &old).await;
    let mut dump = Command::new(program("pg_dump").unwrap());
    dump.args(["--inserts", "--no-owner", "--no-privileges", &database.url]);
    let sql = succeeded(dump);
    let is_kept = |line: &&str| !LEFT_OUT.iter().any(|beginning| line.starts_with(beginning));
    let lines: Vec<&str> = sql.lines().filter(is_kept).collect();
    let copy = site.folder.beside("copy.sql");
    fs::write(&copy, lines.join("\n") + "\n").unwrap();
    pack(&copy, "postgres.sql.gz");
    server.kill();
}

/// Starts a server of the present program, reads a payment of the older one, and verifies the ledger.
pub(super) async fn read_and_verify(site: &Site, serve: Command) {
    let mut server = Server::start(serve);
    let client = api(&server);
    let listed = client.get("/transactions?limit=1").send().await.expect(200);
    let id = listed["data"][0]["id"].as_str().unwrap_or_else(|| panic!("no payment in {listed}"));
    let payment = client.get(&format!("/transactions/{id}")).send().await.expect(200);
    assert_eq!(payment["id"], id);
    server.stop();
    site.verify();
}

#[tokio::test]
async fn one_of_sqlite_is_migrated_at_the_start_and_used() {
    let site = restored_on_sqlite();
    let listed = site.operate(present(), &["migrate", "--check"]);
    assert_eq!(
        (&listed["changed"], &listed["migrations"][0]["number"]),
        (&json!(false), &json!(2)),
        "{listed}"
    );
    read_and_verify(&site, site.serve(present())).await;
    let listed = site.operate(present(), &["migrate", "--check"]);
    assert!(listed["migrations"].as_array().unwrap().is_empty(), "{listed}");
    let names = fs::read_dir(site.folder.data()).unwrap();
    let names: Vec<String> = names.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    assert!(names.iter().any(|name| name.starts_with("causeway.db.at-0001-")), "a copy is kept: {names:?}");
}

#[tokio::test]
async fn one_of_sqlite_is_left_alone_if_the_start_must_not_migrate() {
    let site = restored_on_sqlite();
    let mut serve = site.serve(present());
    serve.env("SVC_MIGRATE_AT_START", "false");
    let (_, complaint) = refused(&mut serve);
    assert!(complaint.contains("causeway migrate"), "{complaint}");
    let migrated = succeeded(site.command(present(), &["migrate"]));
    assert!(migrated.contains("Applied 0002_expand.") && migrated.contains("A copy of"), "{migrated}");
    read_and_verify(&site, site.serve(present())).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_of_postgresql_is_migrated_by_command_and_used() {
    let database = postgres::database().await.unwrap();
    let site = restored_on_postgres(&database);
    let (_, complaint) = refused(&mut site.serve(present()));
    assert!(complaint.contains("causeway migrate") && complaint.contains("migrate_at_start"), "{complaint}");
    let listed = succeeded(site.command(present(), &["migrate", "--check"]));
    assert!(listed.contains("Would apply 0002_expand.") && listed.contains("can go on working"), "{listed}");
    let migrated = site.operate(present(), &["migrate"]);
    assert_eq!(migrated["changed"], true, "{migrated}");
    read_and_verify(&site, site.serve(present())).await;
}

/// Checks that a migration meets rows in each table that it changes.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_table_that_is_changed_has_rows() {
    let database = postgres::database().await.unwrap();
    restored_on_postgres(&database);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../store/migrations");
    let expand = fs::read_to_string(folder.join("0002_expand.sql")).unwrap();
    let changed = expand.lines().filter_map(|line| line.strip_prefix("ALTER TABLE ")?.split(' ').next());
    for table in changed {
        let rows = database.number(&format!("SELECT count(*) FROM {table}")).await.unwrap();
        assert!(rows > 0, "{table} is empty in the small database: fill it in old_data.rs");
    }
}
