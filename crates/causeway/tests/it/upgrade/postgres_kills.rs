//! A migration of PostgreSQL that is killed in each of its steps: the database starts, and nothing is lost.

use std::process::{Child, Stdio};
use std::sync::Mutex;

use causeway_testing::postgres::{Cluster, TestDatabase};
use causeway_testing::wait;

use super::site::{Site, present};
use super::small_database::{read_and_verify, restored_on_postgres};

/// Makes a transaction hang in the step `STEP`. Steps follow each command that changes the schema, each row of the
/// history, and the beginning of the commit.
const STEPS: &str = "
    CREATE SCHEMA steps;
    CREATE FUNCTION steps.pass() RETURNS void LANGUAGE plpgsql AS $$
    DECLARE step int := coalesce(nullif(current_setting('steps.passed', TRUE), ''), '0')::int + 1;
    BEGIN
        PERFORM set_config('steps.passed', step::text, TRUE);
        IF step = STEP THEN PERFORM pg_sleep(600); END IF;
    END $$;
    CREATE FUNCTION steps.of_command() RETURNS event_trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM steps.pass(); END $$;
    CREATE FUNCTION steps.of_row() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM steps.pass(); RETURN NULL; END $$;
    CREATE TRIGGER row_step AFTER INSERT ON schema_migration FOR EACH ROW EXECUTE FUNCTION steps.of_row();
    CREATE CONSTRAINT TRIGGER commit_step AFTER INSERT ON schema_migration DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION steps.of_row();
    CREATE EVENT TRIGGER command_step ON ddl_command_end EXECUTE FUNCTION steps.of_command()";

const NO_STEPS: &str = "DROP EVENT TRIGGER command_step; DROP SCHEMA steps CASCADE";

/// Counts the transactions that hang.
const HANGING: &str =
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'";

/// Minimum number of steps: the row of the history, and the commit.
const STEPS_AT_LEAST: u32 = 2;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_migration_leaves_a_database_that_starts() {
    let cluster = Cluster::private().await.unwrap();
    let mut killed = 0;
    loop {
        let database = cluster.database().await.unwrap();
        let site = restored_on_postgres(&database);
        database.execute(&STEPS.replace("STEP ", &format!("{} ", killed + 1))).await.unwrap();
        let has_ended = migrate_up_to_the_step(&site, &database).await;
        database.execute(NO_STEPS).await.unwrap();
        let mut serve = site.serve(present());
        serve.env("SVC_MIGRATE_AT_START", "true");
        read_and_verify(&site, serve).await;
        if has_ended {
            break;
        }
        killed += 1;
    }
    assert!(killed >= STEPS_AT_LEAST, "only {killed} steps were killed");
}

/// Kills a migration in the step. Returns `true` if it has ended before: it has fewer steps.
async fn migrate_up_to_the_step(site: &Site, database: &TestDatabase) -> bool {
    let mut command = site.command(present(), &["migrate"]);
    let mut process = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let has_ended = reach_the_step(database, &mut process).await;
    process.kill().unwrap();
    process.wait().unwrap();
    wait::until("the connection of the migration to end", wait::PATIENCE, || async {
        match database.end_connections().await.unwrap() {
            0 => Ok(()),
            count => Err(format!("{count} connections")),
        }
    })
    .await;
    has_ended
}

/// Waits until the migration hangs in the step, or has ended; returns `true` if it has ended.
async fn reach_the_step(database: &TestDatabase, process: &mut Child) -> bool {
    let process = Mutex::new(process);
    wait::until("the migration to reach the step", wait::PATIENCE, || async {
        let status = process.lock().unwrap().try_wait().unwrap();
        match (database.number(HANGING).await.unwrap(), status) {
            (0, None) => Err("it has not yet"),
            (0, Some(status)) => {
                assert!(status.success(), "the migration failed: {status}");
                Ok(true)
            }
            _ => Ok(false),
        }
    })
    .await
}
