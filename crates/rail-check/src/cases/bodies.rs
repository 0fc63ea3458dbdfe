//! Lengths and the strict form of bodies.

use causeway_rail_protocol::Message;
use causeway_rail_protocol::limits::ORDER_BODY;
use causeway_rail_protocol::messages::{CorridorCapabilities, PrecheckRequest};
use causeway_rail_protocol::operations::Call;
use causeway_rail_protocol::values::{ErrorCode, Money, OrderKind, TextMembers};

use crate::cut::send_and_cut;
use crate::draft::new_transaction;
use crate::kit::{Kit, expect_code};
use crate::pause::POLL;
use crate::verdict::{CaseResult, CaseStop, failed, not_tried};

use super::orders;

/// The codes of bodies that are refused.
const REFUSED: &[ErrorCode] = &[ErrorCode::Malformed, ErrorCode::InvalidOrder];

/// Sends a body beyond the limit, and half a body. Both cancel an unknown order: what is taken would leave a tombstone.
pub(crate) async fn lengths(kit: &Kit) -> CaseResult {
    let kind = kit.kind().await?;
    let id = new_transaction(kit);
    let mut body = br#"{"reason":"OPERATOR"}"#.to_vec();
    body.resize(ORDER_BODY + 1, b' ');
    let signed = kit.sign(kit.target(Call::Cancel(kind, id))?, &body);
    let answer = kit.ask(&signed.wire, Some(signed.signature)).await?;
    expect_code(&answer, &[ErrorCode::TooLarge])?;

    body.truncate(ORDER_BODY);
    let signed = kit.sign(kit.target(Call::Cancel(kind, id))?, &body);
    let bytes = signed.wire.bytes(&kit.plan.authority);
    send_and_cut(kit, &bytes[..bytes.len() - ORDER_BODY / 2], POLL).await?;
    let status = kit.insist(Call::Status(kind, id), b"").await?;
    expect_code(&status, &[ErrorCode::OrderNotFound]).map(drop)
}

/// Sends bodies that two readers could read in two ways. With orders they are submits, else prechecks.
pub(crate) async fn strict_json(kit: &Kit) -> CaseResult {
    match orders::settling(kit).await {
        Ok(order) => {
            let body = String::from_utf8_lossy(order.bytes()).into_owned();
            refuse_all(kit, order.submit_call(), &body, order.submission().amount()).await?;
            let status = kit.insist(order.status_call(), b"").await?;
            expect_code(&status, &[ErrorCode::OrderNotFound]).map(drop)
        }
        Err(CaseStop::NotTried(_)) => {
            let capabilities = kit.capabilities().await?;
            let kinds = [OrderKind::Payout, OrderKind::Collection];
            let corridor =
                kinds.into_iter().find_map(|kind| Some((kind, capabilities.corridors(kind).first()?)));
            let (kind, corridor) = corridor.ok_or_else(|| not_tried("the adapter has no corridor"))?;
            let question = question(corridor);
            refuse_all(kit, Call::Precheck(kind), &question.to_json(), &question.amount).await
        }
        Err(stop) => Err(stop),
    }
}

fn question(corridor: &CorridorCapabilities) -> PrecheckRequest {
    PrecheckRequest {
        amount: Money { amount: corridor.minimum, currency: corridor.currency },
        corridor: corridor.corridor.clone(),
        account_type: corridor.account_type.clone(),
        country: None,
        bank: TextMembers::default(),
    }
}

async fn refuse_all(kit: &Kit, call: Call, body: &str, amount: &Money) -> CaseResult {
    for (what, changed) in variants(body, amount) {
        let answer = kit.insist(call, changed.as_bytes()).await?;
        expect_code(&answer, REFUSED).map_err(|stop| match stop {
            CaseStop::Failed(words) => failed(format!("{what}: {words}")),
            CaseStop::NotTried(_) => stop,
        })?;
    }
    Ok(())
}

/// Returns the body with one defect each.
fn variants(body: &str, amount: &Money) -> Vec<(&'static str, String)> {
    let number = format!("\"amount\":{}", amount.amount.get());
    let with = |other: &str| body.replacen(&number, &format!("\"amount\":{other}"), 1);
    let currency = format!("\"currency\":\"{}\"", amount.currency);
    vec![
        ("a member twice", body.replacen(&currency, &format!("{currency},{currency}"), 1)),
        (
            "a member twice, spelled otherwise",
            body.replacen(&currency, &format!("{currency},\"\\u0063urrency\":\"{}\"", amount.currency), 1),
        ),
        ("1e3", with("1e3")),
        ("1.0", with("1.0")),
        ("a text for a number", with("\"100\"")),
        ("-1", with("-1")),
        ("0", with("0")),
        ("2^53", with("9007199254740992")),
        ("NaN", with("NaN")),
        ("a list", "[]".to_owned()),
        ("33 levels", format!("{}1{}", "{\"a\":".repeat(33), "}".repeat(33))),
        ("half of it", body[..body.len() / 2].to_owned()),
        ("two of it", format!("{body}{body}")),
    ]
}
