//! Prometheus itself checks the rules and evaluates each expression on a server that has done the main job.

use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use causeway::monitoring::alert_rules;
use causeway_testing::http::Client;
use causeway_testing::wait;
use tempfile::TempDir;

use super::deployment::Deployment;
use super::expressions;
use super::files::in_repository;

/// The longest time until a started Prometheus has scraped twice, on a loaded machine.
const START: Duration = Duration::from_secs(60);

/// Returns a command of Prometheus, which Debian's package contains.
fn program(name: &str) -> Command {
    let path = std::env::var_os("PATH").unwrap_or_default();
    assert!(
        std::env::split_paths(&path).any(|folder| folder.join(name).is_file()),
        "{name} is missing: install it (Debian: apt-get install prometheus) and run again"
    );
    Command::new(name)
}

/// Runs `promtool` with a file as its input, if there is one.
#[track_caller]
fn promtool(arguments: &[&str], input: Option<&Path>) {
    let mut command = program("promtool");
    command.args(arguments).current_dir(in_repository("deploy/prometheus"));
    command.stdin(input.map_or_else(Stdio::null, |path| fs::File::open(path).unwrap().into()));
    let output = command.output().unwrap();
    let printed = [output.stdout, output.stderr].concat();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&printed));
}

#[test]
fn the_rules_are_valid_and_pass_their_tests() {
    promtool(&["check", "rules", "causeway.rules.yml"], None);
    promtool(&["test", "rules", "causeway.rules.test.yml"], None);
}

/// A Prometheus that scrapes one server.
struct Prometheus {
    process: Child,
    client: Client,
    _data: TempDir,
}

impl Prometheus {
    fn start(deployment: &Deployment) -> Self {
        let data = TempDir::new().unwrap();
        let listen = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let token = deployment.token();
        let configuration = format!(
            "global: {{scrape_interval: 1s, scrape_timeout: 1s}}\nscrape_configs:\n  - job_name: causeway\n    \
             authorization: {{credentials: \"{token}\"}}\n    static_configs: [{{targets: [\"{}\"]}}]\n",
            deployment.admin
        );
        let file = data.path().join("prometheus.yml");
        fs::write(&file, configuration).unwrap();
        let mut command = program("prometheus");
        command
            .arg(format!("--config.file={}", file.display()))
            .arg(format!("--storage.tsdb.path={}", data.path().join("data").display()))
            .arg(format!("--web.listen-address={listen}"));
        let process = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        Self { process, client: Client::new(&format!("http://{listen}")), _data: data }
    }

    /// Evaluates an expression; returns the number of its series.
    async fn count(&self, expression: &str) -> Result<usize, String> {
        let query = self.client.get("/api/v1/query").query("query", expression);
        let answer = query.try_send().await.map_err(|error| format!("{error:?}"))?;
        if answer.status != 200 {
            return Err(answer.to_string());
        }
        answer.json()["data"]["result"].as_array().map(Vec::len).ok_or_else(|| answer.to_string())
    }
}

impl Drop for Prometheus {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Returns the expression of a rule as a server of sandbox platforms has it. `absent` yields a series only if there
/// is no series.
fn of_sandbox(measured: &str) -> String {
    let measured = measured.replace("PRODUCTION", "SANDBOX");
    match measured.strip_prefix("absent(").and_then(|rest| rest.strip_suffix(')')) {
        Some(selector) => selector.to_owned(),
        None => measured,
    }
}

#[tokio::test]
async fn each_expression_of_rules_and_board_yields_a_series() {
    let deployment = Deployment::after_the_main_job().await;
    let folder = TempDir::new().unwrap();
    let text = folder.path().join("metrics");
    fs::write(&text, deployment.scrape().await).unwrap();
    promtool(&["check", "metrics"], Some(&text));

    let prometheus = Prometheus::start(&deployment);
    wait::until("two scrapes", START, || async {
        match prometheus.count("rate(causeway_store_commit_seconds_count[5m])").await {
            Ok(0) => Err("no rate yet".to_owned()),
            outcome => outcome,
        }
    })
    .await;
    let of_rules = alert_rules().map(|(metric, rule)| of_sandbox(&rule.measured(metric.name)));
    for expression in of_rules.chain(expressions::of_board()) {
        let expression = expression.replace("$instance", ".*");
        let series = prometheus.count(&expression).await;
        assert!(series.as_ref().is_ok_and(|count| *count > 0), "{expression}: {series:?}");
    }
}
