//! A service on a store with 4 000 customers and 20 000 payments, whose statements are recorded.

use std::sync::Arc;

use causeway_service::operator;
use causeway_service::runtime::upkeep;
use causeway_store::platforms::Environment;
use causeway_store::{Error, Tx, ledger};
use causeway_testing::seed::Seed;
use serde_json::{Value, json};

use super::lines::{LIMIT, Line};
use super::rows::most_rows;
use crate::harness::{Platform, Service, Setup, StatementRecorder};
use crate::operator::acting::{act, with};

const CUSTOMERS: u64 = 4_000;
const PAYMENTS: u64 = 20_000;

/// Maximum number of steps of SQLite's virtual machine for one row: those that read, join, sort and return it.
const STEPS_OF_A_ROW: u64 = 300;
/// Rows whose steps are allowed for each statement besides, because statements that find nothing take some too.
const ROWS_OF_A_STATEMENT: u64 = 3;

/// A service on a seeded store, without background work.
pub(super) struct SeededService {
    service: Service,
    recorder: Arc<StatementRecorder>,
    platform: Platform,
    seed: Seed,
    setup: Setup,
}

/// The cost of an action.
struct Cost {
    statements: u64,
    /// Steps on SQLite.
    steps: u64,
    /// Rows read of the table of which most are read, on PostgreSQL.
    rows: u64,
    /// The statements with their plans.
    plans: String,
}

impl SeededService {
    /// Starts a service, fills its store, and verifies its ledger.
    pub(super) async fn start(setup: Setup) -> Self {
        let recorder = Arc::new(StatementRecorder::default());
        let mut service = Service::start_with_faults(setup, Arc::<StatementRecorder>::clone(&recorder)).await;
        let platform = service.platform(Environment::Sandbox).await;
        service.stop_background().await;
        let app = Arc::clone(service.app());
        let ids = app.ids.clone();
        let seed = Seed { platform: platform.id, customers: CUSTOMERS, payments: PAYMENTS, ids };
        seed.fill(&app.store, |_, _| drop(recorder.take())).await.expect("the rows can be added");
        upkeep::seal_ledger(&app).await.expect("the ledger can be sealed");
        let verify = app.store.read(|tx| ledger::verify(tx, &ledger::Anchors::default()));
        let report = verify.await.map_err(|error: Error| error).expect("the ledger can be read");
        assert!(report.is_sound(), "a seeded store is not sound: {report:#?}");
        if setup == Setup::Postgres {
            let analyze = app.store.write(&[], |tx: &mut Tx<'_>| tx.execute_counted("ANALYZE", &[]));
            analyze.await.map_err(|error: Error| error).expect("the statistics can be gathered");
        }
        recorder.take();
        Self { service, recorder, platform, seed, setup }
    }

    /// Runs a line, and returns what is wrong with it.
    pub(super) async fn faults_of(&self, line: &Line) -> Vec<String> {
        let arguments = self.arguments(line);
        let (output, cost) = self.count(line.action, &arguments).await;
        let mut faults = Vec::new();
        if cost.statements > line.statements {
            faults.push(format!("{} statements of {} allowed", cost.statements, line.statements));
        }
        if cost.rows > line.rows {
            faults.push(format!("{} rows of {} allowed", cost.rows, line.rows));
        }
        let allowed = (line.rows + ROWS_OF_A_STATEMENT * line.statements) * STEPS_OF_A_ROW;
        if cost.steps > allowed {
            faults.push(format!("{} steps of {allowed} allowed", cost.steps));
        }
        if line.is_cut && output["searched_only"] != 10_000 {
            faults.push(format!("does not say that it has compared 10,000 rows only: {output}"));
        }
        faults.iter().map(|fault| format!("{} {arguments}: {fault}\n{}", line.action, cost.plans)).collect()
    }

    /// Returns the arguments of a line, with the platform and the limit if the action has such.
    fn arguments(&self, line: &Line) -> Value {
        let (noun, verb) = line.action.split_once(' ').expect("a noun and a verb");
        let action = operator::find(noun, verb).unwrap_or_else(|| panic!("there is no {}", line.action));
        let has = |name: &str| action.arguments.iter().any(|argument| argument.name == name);
        let mut arguments = (line.arguments)(&self.seed);
        if has("limit") && arguments.get("limit").is_none() {
            arguments["limit"] = json!(LIMIT);
        }
        if has("platform") { with(&self.platform, arguments) } else { arguments }
    }

    /// Runs an action twice, because the first call fills caches, and counts the second one.
    async fn count(&self, action: &str, arguments: &Value) -> (Value, Cost) {
        act(&self.service, action, arguments.clone()).await;
        let app = self.service.app();
        self.recorder.take();
        let before = app.store.counts();
        let output = act(&self.service, action, arguments.clone()).await.json;
        let after = app.store.counts();
        let heard = self.recorder.take();
        let sql: Vec<&str> = heard.iter().map(|statement| statement.sql.as_str()).collect();
        let mut cost = Cost {
            statements: after.statements - before.statements,
            steps: after.steps - before.steps,
            rows: 0,
            plans: sql.join("\n"),
        };
        if self.setup == Setup::Postgres {
            (cost.rows, cost.plans) = most_rows(&app.store, heard).await;
        }
        (output, cost)
    }
}
