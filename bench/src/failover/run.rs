//! The whole run.

use std::path::Path;
use std::process::Command;

use causeway_testing::http::Client;
use tokio::task::JoinSet;

use super::cluster::Cluster;
use super::options::FailoverOptions;
use super::payers::Payers;
use super::webhooks::Receiver;
use super::{audit, rounds};
use crate::error::Result;
use crate::report::report;
use crate::service::{BASE, DataLocation, Jobs, Platform, Process, ROOT_KEY};

/// Accounts that are paid into.
const CUSTOMERS: usize = 16;

/// Starts a cluster and two processes of the service, fails the primary round by round, and compares at the end.
pub(crate) async fn run(arguments: &[String]) -> Result<()> {
    let options = FailoverOptions::read(arguments)?;
    report("starting three etcd, two PostgreSQL under Patroni, and HAProxy")?;
    let mut cluster = Cluster::start().await?;
    // Daemons end with the value; an interrupt would leave them running.
    tokio::select! {
        outcome = fail_over(&options, &mut cluster) => outcome,
        interrupted = tokio::signal::ctrl_c() => {
            interrupted?;
            Err("interrupted".into())
        }
    }
}

async fn fail_over(options: &FailoverOptions, cluster: &mut Cluster) -> Result<()> {
    let places = ["service-1", "service-2"]
        .map(|name| DataLocation { folder: cluster.folder().join(name), url: Some(cluster.url()) });
    let mut processes = Vec::new();
    for place in &places {
        processes.push(Process::serve(&options.program, place, Jobs::Own)?);
    }
    let clients: Vec<Client> = processes.iter().map(client).collect();
    let platform = Platform::of(&processes[0]);
    let customers = platform.customers(CUSTOMERS, &["USD"]).await?;
    let receiver = Receiver::start().await?;
    platform.send_events_to(&receiver.url).await;

    let payers = Payers::new(&clients, &customers);
    let mut paying = payers.start();
    tokio::select! {
        outcome = rounds::run(cluster, &payers, options.rounds) => outcome?,
        stopped = ended(&mut paying) => {
            stopped?;
            return Err("the payers have ended before the last round".into());
        }
    }
    payers.stop();
    ended(&mut paying).await?;
    let payments = audit::compare(&clients[0], &customers, &payers, &receiver).await?;
    for process in processes {
        process.stop()?;
    }
    audit::check_ledger(&verified(&options.program, &places[0])?, payments)?;
    report(&format!(
        "\n{payments} payments: none lost, none doubled, each announced by one event, the ledger sound"
    ))
}

fn client(process: &Process) -> Client {
    let caller = Platform::of(process).caller();
    Client::new(&format!("http://{}{BASE}", process.address)).basic(&caller.client_id, &caller.secret)
}

/// Waits until all payers have ended; fails with the first failure.
async fn ended(paying: &mut JoinSet<Result<()>>) -> Result<()> {
    while let Some(payer) = paying.join_next().await {
        payer??;
    }
    Ok(())
}

/// Returns the report of the verification of the ledger.
fn verified(program: &Path, place: &DataLocation) -> Result<serde_json::Value> {
    let mut command = Command::new(program);
    command.args(["ledger", "verify", "--json", "--data"]).arg(&place.folder).env("SVC_ROOT_KEY", ROOT_KEY);
    if let Some(url) = &place.url {
        command.env("SVC_DATABASE", url);
    }
    let output = command.output()?;
    if output.stdout.is_empty() {
        return Err(format!("ledger verify: {}", String::from_utf8_lossy(&output.stderr)).into());
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}
