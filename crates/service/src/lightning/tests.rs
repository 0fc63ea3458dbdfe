//! The layer against a node that lies.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use causeway_domain::ids::{Id, PlatformId, TransactionId};
use causeway_domain::payments::LayerName;
use causeway_domain::{Amount, Clock, CurrencyCode, Time};
use causeway_store::payments::SettlementProof;
use causeway_store::platforms::Environment;
use causeway_uma::bolt11::{Bolt11Network, Bolt11Terms};
use causeway_uma::hex;
use causeway_uma::keys::PrivateKey;
use futures_util::future::{BoxFuture, FutureExt, ready};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::LnLayer;
use crate::ports::{
    CancelResponse, ExactPayment, IncomingUmaOrder, IncomingUmaStatus, InvoiceOrder, LightningNode,
    NodeInvoice, NodeInvoiceOrder, NodeInvoiceState, NodeKey, NodePaymentOrder, NodePaymentState,
    PayoutFailure, PayoutStatus, RailError, RecallResponse, SettlementLayer, SubmitResponse, UmaOrder,
};

const NOW: i64 = 1_700_000_000;
const PREIMAGE: [u8; 32] = [7; 32];
const DESCRIPTION: [u8; 32] = [3; 32];

/// A node that gives the scripted answers and records the payments that it is told to make.
struct ScriptedNode {
    invoice: NodeInvoice,
    invoice_state: NodeInvoiceState,
    payment: NodePaymentState,
    paid: Mutex<Vec<NodePaymentOrder>>,
}

impl LightningNode for ScriptedNode {
    fn create_invoice<'a>(
        &'a self,
        _: &'a NodeInvoiceOrder,
    ) -> BoxFuture<'a, Result<NodeInvoice, RailError>> {
        ready(Ok(self.invoice.clone())).boxed()
    }

    fn invoice_state(&self, _: NodeKey) -> BoxFuture<'_, Result<NodeInvoiceState, RailError>> {
        ready(Ok(self.invoice_state.clone())).boxed()
    }

    fn cancel_invoice(&self, _: NodeKey) -> BoxFuture<'_, Result<NodeInvoiceState, RailError>> {
        ready(Ok(self.invoice_state.clone())).boxed()
    }

    fn pay<'a>(&'a self, order: &'a NodePaymentOrder) -> BoxFuture<'a, Result<NodePaymentState, RailError>> {
        self.paid.lock().unwrap().push(order.clone());
        ready(Ok(self.payment.clone())).boxed()
    }

    fn payment_state(&self, _: NodeKey) -> BoxFuture<'_, Result<NodePaymentState, RailError>> {
        ready(Ok(self.payment.clone())).boxed()
    }
}

fn payment_hash() -> [u8; 32] {
    Sha256::digest(PREIMAGE).into()
}

fn terms() -> Bolt11Terms {
    Bolt11Terms {
        network: Bolt11Network::Regtest,
        amount: 12_345_678,
        timestamp: 1_700_000_000,
        expiry: 300,
        payment_hash: payment_hash(),
        payment_secret: [9; 32],
        description_hash: DESCRIPTION,
    }
}

fn invoice(terms: &Bolt11Terms) -> NodeInvoice {
    let key = PrivateKey::from_bytes(&[1; 32]).unwrap();
    NodeInvoice { text: terms.sign(&key).unwrap(), payment_hash: hex::encode(&terms.payment_hash) }
}

fn node() -> ScriptedNode {
    ScriptedNode {
        invoice: invoice(&terms()),
        invoice_state: NodeInvoiceState::Open,
        payment: NodePaymentState::Pending,
        paid: Mutex::default(),
    }
}

fn seconds(seconds: i64) -> Time {
    Time::from_millis(seconds * 1_000)
}

fn layer_at(node: &Arc<ScriptedNode>, now: i64) -> LnLayer {
    let node: Arc<dyn LightningNode> = Arc::clone(node) as _;
    LnLayer::new(Environment::Sandbox, node, Clock::manual(seconds(now)))
}

fn layer(node: ScriptedNode) -> LnLayer {
    layer_at(&Arc::new(node), NOW)
}

fn paying(payment: NodePaymentState) -> LnLayer {
    layer(ScriptedNode { payment, ..node() })
}

fn transaction() -> TransactionId {
    TransactionId::from_uuid(Uuid::nil())
}

/// Returns the order to pay an invoice as agreed. The platform's clock is that of a sandbox: another than the
/// wall clock.
fn order(pay_request: String) -> UmaOrder {
    UmaOrder {
        platform: PlatformId::from_uuid(Uuid::nil()),
        transaction: transaction(),
        layer: LayerName::Ln,
        amount: Amount::new(500, CurrencyCode::EUR),
        receiver: "$bob@p2.example".to_owned(),
        pay_request,
        exact: Some(ExactPayment {
            payment_hash: hex::encode(&payment_hash()),
            amount: 12_345_678,
            max_fee: 123_456,
        }),
        now: seconds(5),
    }
}

fn agreed() -> UmaOrder {
    order(invoice(&terms()).text)
}

fn incoming() -> IncomingUmaOrder {
    IncomingUmaOrder {
        platform: PlatformId::from_uuid(Uuid::nil()),
        transaction: transaction(),
        layer: LayerName::Ln,
        amount: Amount::new(12_345, CurrencyCode::BTC),
        exact: Some(12_345_678),
        sender: "$alice@p1.example".to_owned(),
        approved_at: seconds(4),
        now: seconds(5),
    }
}

/// Returns invoices that differ from the agreed one in one thing.
fn other_invoices() -> Vec<(&'static str, Bolt11Terms)> {
    vec![
        ("amount", Bolt11Terms { amount: 12_345_679, ..terms() }),
        ("network", Bolt11Terms { network: Bolt11Network::Bitcoin, ..terms() }),
        ("test network", Bolt11Terms { network: Bolt11Network::Testnet, ..terms() }),
        ("payment hash", Bolt11Terms { payment_hash: [8; 32], ..terms() }),
    ]
}

#[tokio::test]
async fn only_the_agreed_invoice_is_paid() {
    for (difference, terms) in other_invoices() {
        let node = Arc::new(ScriptedNode { payment: NodePaymentState::Unknown, ..node() });
        let layer = layer_at(&node, NOW);
        let order = order(invoice(&terms).text);
        let refused = SubmitResponse::Refused(PayoutFailure::ExecutionFailed);
        assert_eq!(layer.submit(&order).await, Ok(refused), "{difference}");
        let failed = PayoutStatus::Failed(PayoutFailure::ExecutionFailed);
        assert_eq!(layer.status(&order).await, Ok(failed), "{difference}");
        assert_eq!(layer.recall(&order).await, Ok(RecallResponse::Released), "{difference}");
        assert!(node.paid.lock().unwrap().is_empty(), "{difference}");
    }
    let node = Arc::new(node());
    let accepted = SubmitResponse::Accepted { poll_at: seconds(6), settles_at: None };
    assert_eq!(layer_at(&node, NOW + 299).submit(&agreed()).await, Ok(accepted));
    let expired = SubmitResponse::Refused(PayoutFailure::RequestExpired);
    assert_eq!(layer_at(&node, NOW + 300).submit(&agreed()).await, Ok(expired));
    let paid = node.paid.lock().unwrap();
    assert_eq!(paid.len(), 1);
    assert_eq!((paid[0].amount, paid[0].max_fee), (12_345_678, 123_456));
}

#[tokio::test]
async fn sandbox_and_bitcoin_do_not_meet() {
    let main = Bolt11Terms { network: Bolt11Network::Bitcoin, ..terms() };
    for (environment, terms, is_paid) in [
        (Environment::Production, terms(), false),
        (Environment::Production, main.clone(), true),
        (Environment::Sandbox, main, false),
        (Environment::Sandbox, terms(), true),
    ] {
        let node: Arc<dyn LightningNode> = Arc::new(node());
        let layer = LnLayer::new(environment, node, Clock::manual(seconds(NOW)));
        let answer = layer.submit(&order(invoice(&terms).text)).await.unwrap();
        assert_eq!(matches!(answer, SubmitResponse::Accepted { .. }), is_paid, "{environment}");
    }
}

#[tokio::test]
async fn a_payment_is_proven_by_its_preimage() {
    let paid = |preimage: String| NodePaymentState::Paid { preimage, fee: 100 };
    let layer = paying(paid(hex::encode(&PREIMAGE).to_uppercase()));
    let proof = SettlementProof {
        reference: hex::encode(&payment_hash()),
        preimage: Some(hex::encode(&PREIMAGE)),
        fee: Some(100),
    };
    let delivered = PayoutStatus::Delivered { poll_at: None, on_chain: None, proof: Some(proof) };
    assert_eq!(layer.status(&agreed()).await, Ok(delivered));
    assert_eq!(layer.recall(&agreed()).await, Ok(RecallResponse::Arrived));
    // The inquiry after the submission tells that it was paid.
    assert_eq!(
        layer.submit(&agreed()).await,
        Ok(SubmitResponse::Accepted { poll_at: seconds(5), settles_at: None })
    );
    for lie in [String::new(), hex::encode(&[8; 32]), hex::encode(&PREIMAGE[1..]), "no hex".to_owned()] {
        let layer = paying(paid(lie.clone()));
        assert_eq!(layer.status(&agreed()).await, Err(RailError::Unclear), "{lie}");
        assert_eq!(layer.recall(&agreed()).await, Err(RailError::Unclear), "{lie}");
    }
}

#[tokio::test]
async fn a_failure_is_final_and_a_missing_payment_is_not() {
    for (reason, failure) in
        [("NO_ROUTE", PayoutFailure::ExecutionFailed), ("INVOICE_EXPIRED", PayoutFailure::RequestExpired)]
    {
        let layer = paying(NodePaymentState::Failed { reason: reason.to_owned() });
        assert_eq!(layer.submit(&agreed()).await, Ok(SubmitResponse::Refused(failure)), "{reason}");
        assert_eq!(layer.status(&agreed()).await, Ok(PayoutStatus::Failed(failure)), "{reason}");
        assert_eq!(layer.recall(&agreed()).await, Ok(RecallResponse::Released), "{reason}");
    }
    let unknown = paying(NodePaymentState::Unknown);
    assert_eq!(unknown.submit(&agreed()).await, Err(RailError::Unclear), "it may have paid all the same");
    assert_eq!(unknown.status(&agreed()).await, Ok(PayoutStatus::Unknown));
}

#[tokio::test]
async fn a_missing_payment_is_released_after_its_invoice() {
    let unknown = Arc::new(ScriptedNode { payment: NodePaymentState::Unknown, ..node() });
    let recall_at = |now| {
        let layer = layer_at(&unknown, now);
        async move { layer.recall(&agreed()).await }
    };
    // 300 seconds and a margin of 60, from the platform's 5th second on.
    assert_eq!(recall_at(NOW).await, Ok(RecallResponse::Pending { poll_at: seconds(365) }));
    assert_eq!(recall_at(NOW + 359).await, Ok(RecallResponse::Pending { poll_at: seconds(6) }));
    assert_eq!(recall_at(NOW + 360).await, Ok(RecallResponse::Released));
    let pending = Arc::new(node());
    for (now, poll_at) in [(NOW, 6), (NOW + 300, 65), (NOW + 900, 65)] {
        let layer = layer_at(&pending, now);
        let poll_at = seconds(poll_at);
        assert_eq!(layer.recall(&agreed()).await, Ok(RecallResponse::Pending { poll_at }), "{now}");
        assert_eq!(
            layer.status(&agreed()).await,
            Ok(PayoutStatus::Pending { poll_at, settles_at: None }),
            "{now}"
        );
    }
}

#[tokio::test]
async fn only_the_ordered_invoice_is_passed_on() {
    let order = InvoiceOrder {
        platform: PlatformId::from_uuid(Uuid::nil()),
        transaction: transaction(),
        asset: "BTC".to_owned(),
        exact: 12_345_678,
        description_hash: DESCRIPTION,
        expiry: Duration::from_mins(5),
        now: seconds(NOW),
    };
    let made = layer(node()).create(&order).await.unwrap();
    assert_eq!((made.text, made.expires_at), (invoice(&terms()).text, seconds(NOW + 300)));
    assert_eq!(made.reference, hex::encode(&payment_hash()));
    let description = Bolt11Terms { description_hash: [4; 32], ..terms() };
    let old = Bolt11Terms { timestamp: 1_699_999_700, ..terms() };
    let others = other_invoices().into_iter().chain([("description", description), ("age", old)]);
    let invoices = others.map(|(difference, other)| match difference {
        // The hash beside the invoice is that of another.
        "payment hash" => (difference, NodeInvoice { payment_hash: "08".repeat(32), ..invoice(&terms()) }),
        _ => (difference, invoice(&other)),
    });
    for (difference, invoice) in invoices {
        let layer = layer(ScriptedNode { invoice, ..node() });
        assert_eq!(layer.create(&order).await, Err(RailError::Unclear), "{difference}");
    }
    let euros = InvoiceOrder { asset: "EUR".to_owned(), ..order };
    assert_eq!(layer(node()).create(&euros).await, Err(RailError::NotAvailable));
}

#[tokio::test]
async fn an_invoice_is_paid_only_by_its_whole_amount() {
    let paid = |amount: i64, hash: &str| NodeInvoiceState::Paid { amount, payment_hash: hash.to_owned() };
    let hash = hex::encode(&payment_hash());
    let proof = Some(SettlementProof { reference: hash.clone(), preimage: None, fee: None });
    let awaited = IncomingUmaStatus::Awaited { poll_at: seconds(6) };
    let underpaid = IncomingUmaStatus::Underpaid { arrived: 12_345_677, poll_at: seconds(3_605) };
    for (state, expected, cancelled) in [
        (NodeInvoiceState::Unknown, awaited.clone(), Err(RailError::Unclear)),
        (NodeInvoiceState::Open, awaited, Err(RailError::Unclear)),
        (NodeInvoiceState::Cancelled, IncomingUmaStatus::Expired, Ok(CancelResponse::Cancelled)),
        (paid(12_345_677, &hash), underpaid, Ok(CancelResponse::Received)),
        (
            paid(12_345_678, &hash.to_uppercase()),
            IncomingUmaStatus::Received { proof: proof.clone() },
            Ok(CancelResponse::Received),
        ),
        (paid(12_345_679, &hash), IncomingUmaStatus::Received { proof }, Ok(CancelResponse::Received)),
        (
            paid(12_345_678, "no hash"),
            IncomingUmaStatus::Received { proof: None },
            Ok(CancelResponse::Received),
        ),
    ] {
        let layer = layer(ScriptedNode { invoice_state: state.clone(), ..node() });
        assert_eq!(layer.incoming_status(&incoming()).await, Ok(expected), "{state:?}");
        assert_eq!(layer.cancel(&incoming()).await, cancelled, "{state:?}");
    }
}
