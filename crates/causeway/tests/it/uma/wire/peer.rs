//! A provider outside of the deployment, on loopback: it publishes its keys, and tests send its messages.

use std::sync::atomic::{AtomicU64, Ordering};

use causeway_testing::receiver::{Answer, Receiver};
use causeway_uma::addresses::{Callback, Host, Identifier};
use causeway_uma::certificates::{CertificateTerms, PublicKeyResponse, self_signed_certificate};
use causeway_uma::counterparty::CounterpartyDataOptions;
use causeway_uma::discovery::DiscoveryRequest;
use causeway_uma::keys::PrivateKey;
use causeway_uma::pay::{PayAmount, PayRequest, PayerCompliance, PayerData};
use causeway_uma::signing::{MessageSignature, Nonce, payload};
use causeway_uma::{TransactionHook, WireCurrencyCode, WireKycStatus};
use serde_json::{Map, Value};

const KEYS: &str = "/.well-known/lnurlpubkey";
const HOOKS: &str = "/utxo";

/// Returns the wall time in seconds. These tests run on the clock of the machine.
pub(crate) fn now() -> i64 {
    causeway_domain::Clock::system().now().millis() / 1_000
}

/// A provider with one key pair.
pub(crate) struct Peer {
    receiver: Receiver,
    host: Host,
    pub(crate) key: PrivateKey,
    nonces: AtomicU64,
}

/// The changeable part of a pay request.
pub(crate) struct Payment<'a> {
    pub(crate) payer: &'a str,
    pub(crate) amount: &'a str,
    pub(crate) convert: &'a str,
    /// By the keys of messages.
    pub(crate) fields: Map<String, Value>,
    pub(crate) payee: CounterpartyDataOptions,
}

impl Peer {
    pub(crate) async fn start() -> Self {
        let receiver = Receiver::start().await;
        let url = receiver.url();
        let authority = url.split('/').nth(2).expect("a host");
        let host = Host::parse(authority).expect("a local host");
        let key = PrivateKey::from_bytes(&[42; 32]).expect("a key");
        let document = document(&host, &key);
        receiver.answer_by(move |request| match request.target.as_str() {
            KEYS => Answer::status(200).body(document.clone()),
            _ => Answer::status(404),
        });
        Self { receiver, host, key, nonces: AtomicU64::new(1) }
    }

    /// Returns the domain of the provider, with its port.
    pub(crate) fn host(&self) -> &str {
        self.host.as_str()
    }

    /// Returns the number of times the keys were fetched.
    pub(crate) fn fetches(&self) -> usize {
        self.receiver.received().len()
    }

    /// Lets the keys be unavailable from now on.
    pub(crate) fn hide_keys(&self) {
        self.receiver.answer_always(Answer::status(500));
    }

    /// Returns the URL to which the provider wants its hooks.
    pub(crate) fn callback(&self) -> Callback {
        Callback::parse(&format!("http://{}{HOOKS}", self.host)).expect("a callback")
    }

    /// Answers hooks from now on with this status; at the start, they get 404.
    pub(crate) fn answer_hooks(&self, status: u16) {
        let document = document(&self.host, &self.key);
        self.receiver.answer_by(move |request| match request.target.as_str() {
            KEYS => Answer::status(200).body(document.clone()),
            HOOKS => Answer::status(status).body("{}"),
            _ => Answer::status(404),
        });
    }

    /// Returns the hooks so far.
    pub(crate) fn hooks(&self) -> Vec<TransactionHook> {
        let received = self.receiver.received();
        let hooks = received.iter().filter(|request| request.target == HOOKS);
        hooks.map(|request| TransactionHook::parse(&request.body).expect("a hook")).collect()
    }

    pub(crate) fn nonce(&self) -> Nonce {
        let number = self.nonces.fetch_add(1, Ordering::Relaxed);
        Nonce::parse(&number.to_string()).expect("a nonce")
    }

    /// Returns a new discovery of an address.
    pub(crate) fn discovery(&self, address: &str) -> DiscoveryRequest {
        self.discovery_at(address, now())
    }

    /// Returns a discovery that was signed at this time.
    pub(crate) fn discovery_at(&self, address: &str, seconds: i64) -> DiscoveryRequest {
        let receiver = Identifier::parse(address).expect("an address");
        DiscoveryRequest::sign(&self.key, receiver, self.host.clone(), self.nonce(), seconds)
    }

    /// Returns a new pay request in the settlement asset or in a currency.
    pub(crate) fn pay_request(&self, payment: Payment<'_>) -> PayRequest {
        let identifier = Identifier::parse(payment.payer).expect("an address");
        let nonce = self.nonce();
        let timestamp = now();
        let signed = payload::pay_request(&identifier, &nonce, timestamp);
        let compliance = PayerCompliance {
            kyc_status: WireKycStatus::Verified,
            signature: MessageSignature::sign(&self.key, &signed, nonce, timestamp),
            utxos: Vec::new(),
            node_pub_key: None,
            utxo_callback: None,
            encrypted_travel_rule_info: None,
            travel_rule_format: None,
            backing_signatures: Vec::new(),
        };
        PayRequest {
            amount: PayAmount::parse(payment.amount).expect("an amount"),
            convert: WireCurrencyCode::parse(payment.convert).expect("a currency"),
            payer_data: PayerData::new(identifier, compliance, payment.fields),
            payee_data: payment.payee,
            settlement: None,
            comment: None,
            invoice_uuid: None,
            uma_version: None,
        }
    }
}

/// Returns the published keys: one certificate for both purposes.
fn document(host: &Host, key: &PrivateKey) -> String {
    let seconds = u64::try_from(now()).expect("a time after 1970");
    let terms =
        CertificateTerms { host, serial: [7; 16], not_before: seconds - 3_600, not_after: seconds + 86_400 };
    let certificate = self_signed_certificate(key, terms).expect("a certificate");
    let chain = [certificate];
    PublicKeyResponse::new(&chain, &chain, now() + 3_600).expect("published keys").to_json()
}
