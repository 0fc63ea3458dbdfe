//! A process of the payer dies after the node was told to pay, and before the answer is recorded (uma U11). Whole
//! deployments are killed in `deployment_kills`.

use std::sync::Arc;

use causeway::wiring::release_work;
use causeway_service::runtime::jobs;
use causeway_testing::wait;
use serde_json::Value;

use super::payment::Pair;
use crate::harness::{Setup, TwoDeployments};

/// Stops one process of the payer between the order to the node and its answer; the other one goes on.
async fn die_before_the_answer(setup: Setup) {
    let mut deployments = TwoDeployments::start(setup).await;
    let pair = Pair::new(&deployments).await;
    let quote = pair.quote("SENDING", 10_000).await;
    deployments.p1.service.stop_background().await;
    pair.ours.execute(&quote).send().await.expect(200);
    let node = &deployments.node;
    node.withhold_answers(1);
    let dying = Arc::clone(deployments.p1.service.app());
    tokio::select! {
        _ = jobs::run_due(&dying, None, 10) => panic!("the node has answered"),
        () = wait::until("the node has paid", wait::PATIENCE, || async {
            if node.book()[0].times_paid == 1 { Ok(()) } else { Err("not paid".to_owned()) }
        }) => {}
    }
    assert_eq!(pair.ours.payment(&quote).await["status"], "PROCESSING");
    release_work(&dying.store).await.expect("abandoned work can be released");

    let other = Arc::clone(deployments.p1.service.app());
    wait::until("the other process has recorded it", wait::PATIENCE, || async {
        jobs::run_due(&other, None, 10).await.expect("the jobs can be read");
        let payment = pair.ours.payment(&quote).await;
        if payment["status"] == "COMPLETED" { Ok(()) } else { Err(payment.to_string()) }
    })
    .await;
    let orders = node.requests().iter().filter(|request| request.starts_with("payments:")).count();
    assert_eq!(orders, 1, "the node is asked, not told again");
    pair.incoming_becomes("COMPLETED").await;
    assert_eq!(Value::from(pair.balance().await), quote["totalReceivingAmount"]);
    assert_eq!(pair.ours.balances().await, (90_000, 90_000));
    assert_eq!(node.book()[0].times_paid, 1);
    deployments.p2.service.finish().await;
}

mod uma_u11_dying_process {
    use super::*;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn two_processes() {
        die_before_the_answer(Setup::TwoProcesses).await;
    }
}
