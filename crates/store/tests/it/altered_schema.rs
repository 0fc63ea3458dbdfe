//! Integration tests of schema changes by a database writer: the verification reports them, and a missing
//! table prevents the service from starting.

use causeway_domain::Clock;
use causeway_store::ledger::{self, Anchors, FaultKind};
use causeway_store::migrations::{self, StartPolicy};
use causeway_store::{Error, SchemaFault, Tx};

use crate::harness::{Engine, Fixture, START, on_both_engines};

on_both_engines!(
    a_fresh_schema_is_sound,
    schema_changes_are_reported,
    permitted_additions_are_not_reported,
    a_newer_schema_is_not_compared,
    a_lost_table_is_named_at_the_start,
);

async fn named(store: &Fixture) -> Vec<(FaultKind, String)> {
    let verify = store.read(|tx: &mut Tx<'_>| ledger::verify(tx, &Anchors::default()));
    let report = verify.await.map_err(|error: Error| error).unwrap();
    report.faults.into_iter().map(|fault| (fault.kind, fault.subject)).collect()
}

async fn a_fresh_schema_is_sound(engine: Engine) {
    assert_eq!(named(&Fixture::new(engine).await).await, []);
}

/// Each change and the name of the affected object.
const OF_BOTH: [(&str, &str); 7] = [
    ("DROP TABLE alert", "table alert"),
    ("DROP TABLE operator_rate", "table operator_rate"),
    ("DROP INDEX uma_name_holder", "index uma_name_holder"),
    ("CREATE UNIQUE INDEX only_one ON audit (actor)", "index only_one"),
    ("CREATE UNIQUE INDEX one_of_each ON token (platform_id, name)", "index one_of_each"),
    ("DROP INDEX audit_platform", "index audit_platform"),
    ("ALTER TABLE platform RENAME TO hidden", "table platform"),
];

const OF_SQLITE: [(&str, &str); 3] = [
    ("CREATE TRIGGER ev BEFORE UPDATE ON platform BEGIN SELECT RAISE(IGNORE); END", "trigger ev on platform"),
    ("ALTER TABLE setting ADD COLUMN more TEXT", "table setting"),
    ("ALTER TABLE alert RENAME COLUMN closed_by TO closer", "table alert"),
];

const OF_POSTGRES: [(&str, &str); 11] = [
    (
        "CREATE TRIGGER ev BEFORE UPDATE ON platform FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()",
        "trigger ev on platform",
    ),
    ("CREATE RULE ev AS ON UPDATE TO platform DO INSTEAD NOTHING", "rule ev on platform"),
    ("ALTER TABLE platform ENABLE ROW LEVEL SECURITY", "table platform"),
    ("CREATE POLICY ev ON platform USING (FALSE)", "table platform"),
    ("CREATE TABLE child () INHERITS (platform)", "table platform"),
    ("ALTER TABLE setting ADD COLUMN more TEXT", "column setting.more"),
    ("ALTER TABLE setting ALTER COLUMN value DROP NOT NULL", "column setting.value"),
    ("ALTER TABLE setting ALTER COLUMN updated_at TYPE NUMERIC", "column setting.updated_at"),
    ("ALTER TABLE audit ALTER COLUMN actor SET DEFAULT 'unknown'", "column audit.actor"),
    ("ALTER TABLE ledger_balance DROP CONSTRAINT ledger_balance_held_check", "checks of ledger_balance"),
    ("ALTER TABLE token DROP CONSTRAINT token_platform_id_fkey", "references of token"),
];

async fn schema_changes_are_reported(engine: Engine) {
    let of_engine: &[(&str, &str)] = match engine {
        Engine::Sqlite => &OF_SQLITE,
        Engine::Postgres => &OF_POSTGRES,
    };
    let store = Fixture::new(engine).await;
    for (alter, subject) in OF_BOTH.into_iter().chain(of_engine.iter().copied()) {
        let attempt = store.write(&[], move |tx: &mut Tx<'_>| {
            tx.execute_counted(alter, &[])?;
            if alter.contains("RENAME TO hidden") {
                tx.execute_counted("CREATE VIEW platform AS SELECT * FROM hidden", &[])?;
            }
            let report = ledger::verify(tx, &Anchors::default())?;
            let found = report.faults.into_iter().map(|fault| (fault.kind, fault.subject));
            Err::<(), _>(TrialEnd::Named(found.collect()))
        });
        match attempt.await {
            Err(TrialEnd::Named(found)) => {
                assert!(
                    found.contains(&(FaultKind::SchemaAltered, subject.to_owned())),
                    "{alter}: {found:?}"
                );
            }
            other => panic!("{alter}: {other:?}"),
        }
    }
    assert_eq!(named(&store).await, [], "all of it was undone");
}

/// The error that ends a trial, so that it is rolled back.
#[derive(Debug)]
enum TrialEnd {
    Named(Vec<(FaultKind, String)>),
    #[expect(dead_code, reason = "shown when a trial fails")]
    Refused(Error),
}

impl From<Error> for TrialEnd {
    fn from(error: Error) -> Self {
        Self::Refused(error)
    }
}

async fn permitted_additions_are_not_reported(engine: Engine) {
    let store = Fixture::new(engine).await.with_notes().await;
    store.change("CREATE INDEX audit_by_actor ON audit (actor, at)").await;
    store.change("CREATE VIEW names AS SELECT platform_id, name FROM platform").await;
    assert_eq!(named(&store).await, []);
}

async fn a_newer_schema_is_not_compared(engine: Engine) {
    let store = Fixture::new(engine).await;
    store.change("ALTER TABLE setting ADD COLUMN more TEXT").await;
    assert_ne!(named(&store).await, []);
    store
        .change(
            "INSERT INTO schema_migration
             SELECT 9999, 'later', checksum, is_compatible, program, applied_at FROM schema_migration WHERE number = 1",
        )
        .await;
    assert_eq!(named(&store).await, []);
}

async fn a_lost_table_is_named_at_the_start(engine: Engine) {
    let store = Fixture::new(engine).await;
    let applied = store.read(|tx: &mut Tx<'_>| migrations::applied(tx));
    assert_eq!(applied.await, Ok::<_, Error>(()));
    store.change("DROP TABLE alert").await;
    store.change("DROP TABLE outbox").await;
    let tables = ["outbox", "alert"].map(str::to_owned).to_vec();
    let lost = Error::Schema(SchemaFault::TablesMissing { tables });
    let applied = store.read(|tx: &mut Tx<'_>| migrations::applied(tx));
    assert_eq!(applied.await, Err::<(), _>(lost.clone()));
    let database = store.home.database();
    store.close();
    assert_eq!(migrations::state(&database), Err(lost.clone()));
    assert_eq!(migrations::prepare(&database, &Clock::manual(START), StartPolicy::Migrate), Err(lost));
}
