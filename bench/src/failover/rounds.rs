//! The faults of the primary, and a row of the table for each round.

use causeway_testing::wait;

use super::cluster::{Cluster, LIMIT};
use super::payers::Payers;
use crate::error::Result;
use crate::report::report;

/// Payments that are acknowledged before the fault and again after it.
const PAYMENTS: usize = 200;

/// A fault of the primary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    /// The machine is lost, and comes back empty of processes.
    Killed,
    /// The machine stands still, and goes on when another is the primary.
    Stopped,
    /// An operator makes the standby the primary.
    SwitchedOver,
}

impl Fault {
    const ALL: [Self; 3] = [Self::Killed, Self::Stopped, Self::SwitchedOver];

    const fn name(self) -> &'static str {
        match self {
            Self::Killed => "primary killed",
            Self::Stopped => "primary stopped",
            Self::SwitchedOver => "switched over",
        }
    }
}

/// Runs this many rounds of each fault under load, and prints the table.
pub(super) async fn run(cluster: &mut Cluster, payers: &Payers, rounds: u32) -> Result<()> {
    report("\n| round | fault | payments | tries repeated | longest wait |\n|---|---|---|---|---|")?;
    let mut number = 0;
    for _ in 0..rounds {
        for fault in Fault::ALL {
            number += 1;
            payers.take_measurement();
            round(cluster, payers, fault).await?;
            let measured = payers.take_measurement();
            report(&format!(
                "| {number} | {} | {} | {} | {:.1} s |",
                fault.name(),
                measured.payments,
                measured.repeated,
                measured.longest.as_secs_f64()
            ))?;
        }
    }
    Ok(())
}

/// Fails the primary while payments are made, and waits until they are made again on a complete cluster.
async fn round(cluster: &mut Cluster, payers: &Payers, fault: Fault) -> Result<()> {
    cluster.wait_for_standby().await;
    wait_for_payments(payers).await;
    let primary = cluster.primary().await;
    let standby = 1 - primary;
    match fault {
        Fault::Killed => {
            cluster.node(primary).kill()?;
            cluster.wait_for_primary(standby).await;
            cluster.node(primary).restart()?;
        }
        Fault::Stopped => {
            cluster.node(primary).freeze()?;
            cluster.wait_for_primary(standby).await;
            cluster.node(primary).thaw();
        }
        Fault::SwitchedOver => {
            cluster.switch_over(primary, standby).await?;
            cluster.wait_for_primary(standby).await;
        }
    }
    cluster.wait_for_standby().await;
    wait_for_payments(payers).await;
    Ok(())
}

async fn wait_for_payments(payers: &Payers) {
    let enough = payers.acknowledged() + PAYMENTS;
    wait::until("payments are acknowledged", LIMIT, || async {
        let acknowledged = payers.acknowledged();
        if acknowledged >= enough { Ok(()) } else { Err(format!("{acknowledged} of {enough}")) }
    })
    .await;
}
