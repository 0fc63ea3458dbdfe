//! Connections that are broken off in a submit.

use std::time::{Duration, Instant};

use causeway_rail_protocol::limits::ORDER_TIMEOUT;
use causeway_rail_protocol::values::TestScenario;

use crate::cut::{send_and_cut, send_and_cut_answer};
use crate::draft::OrderDraft;
use crate::kit::Kit;
use crate::order::Order;
use crate::pause::{POLL, pause};
use crate::verdict::{CaseResult, expect, failed};

use super::orders;

/// Number of moments at which a slow submit is cut.
const MOMENTS: u32 = 50;

pub(crate) async fn answer(kit: &Kit) -> CaseResult {
    let order = orders::settling(kit).await?;
    kit.remember(&order);
    let signed = kit.sign(kit.target(order.submit_call())?, order.bytes());
    send_and_cut_answer(kit, &signed.wire.bytes(&kit.plan.authority)).await?;
    let began = Instant::now();
    let found = loop {
        match kit.status(&order).await? {
            Some(answer) => break answer.order,
            None if began.elapsed() < ORDER_TIMEOUT => pause(POLL).await,
            None => return Err(failed("status does not know an order that was answered")),
        }
    };
    order.judge_all(&[found])
}

pub(crate) async fn request(kit: &Kit) -> CaseResult {
    let order = orders::settling(kit).await?;
    let signed = kit.sign(kit.target(order.submit_call())?, order.bytes());
    let bytes = signed.wire.bytes(&kit.plan.authority);
    let head = bytes.len() - order.bytes().len();
    for length in [head / 2, head, head + order.bytes().len() / 2, bytes.len() - 1] {
        send_and_cut(kit, &bytes[..length], POLL).await?;
        let found = kit.status(&order).await?;
        expect(found.is_none(), || format!("{length} of {} bytes of a submit are an order", bytes.len()))?;
    }
    kit.submit(&order).await?;
    orders::is_once(kit, &order).await
}

pub(crate) async fn moments(kit: &Kit) -> CaseResult {
    let first = slow(kit).await?;
    let began = Instant::now();
    kit.submit(&first).await?;
    // A fast answer is cut too: some of the moments are before it.
    let duration = began.elapsed().clamp(Duration::from_millis(20), ORDER_TIMEOUT);
    let mut cut = Vec::new();
    for moment in 0..MOMENTS {
        let order = slow(kit).await?;
        kit.remember(&order);
        let signed = kit.sign(kit.target(order.submit_call())?, order.bytes());
        let wait = duration * moment / MOMENTS;
        send_and_cut(kit, &signed.wire.bytes(&kit.plan.authority), wait).await?;
        cut.push(order);
    }
    submit_the_missing(kit, &cut).await?;
    for order in &cut {
        orders::is_once(kit, order).await?;
    }
    Ok(())
}

/// Asks for orders whose answer is lost, and submits those that the adapter does not have, as the service does.
pub(crate) async fn submit_the_missing(kit: &Kit, orders: &[Order]) -> CaseResult {
    for order in orders {
        if kit.status(order).await?.is_none() {
            kit.submit(order).await?;
        }
    }
    Ok(())
}

async fn slow(kit: &Kit) -> CaseResult<Order> {
    OrderDraft::to(kit, TestScenario::Slow).await?.write(kit).await
}
