//! A provider outside of the deployment, on loopback, whose customer is paid: it answers discoveries and pay requests,
//! well or as a test makes it.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use causeway_testing::receiver::{Answer, ReceivedRequest, Receiver};
use causeway_uma::addresses::{Callback, Host, Identifier};
use causeway_uma::amounts::{AmountRange, Conversion, Multiplier};
use causeway_uma::bolt11::{Bolt11Network, Bolt11Terms};
use causeway_uma::certificates::{CertificateTerms, PublicKeyResponse, self_signed_certificate};
use causeway_uma::counterparty::CounterpartyDataOptions;
use causeway_uma::discovery::{DiscoveryRequest, DiscoveryResponse, ReceiverCompliance, metadata};
use causeway_uma::keys::PrivateKey;
use causeway_uma::pay::{ConvertedAmount, PayAmount, PayRequest, PayResponse, PayeeCompliance, PayeeData};
use causeway_uma::signing::{MessageSignature, Nonce, payload};
use causeway_uma::{Currency, ProtocolVersion, WireCurrencyCode, WireKycStatus};
use serde_json::{Map, Value, json};

use super::peer::now;

/// The user that the provider knows.
pub(crate) const USER: &str = "$carol";
/// Lifetime of its invoices, in seconds.
pub(crate) const INVOICE: u64 = 300;

type AnswerChange<T> = Box<dyn FnMut(T) -> Answer + Send>;

/// A provider with one customer and one key.
pub(crate) struct Responder {
    receiver: Receiver,
    pub(crate) host: Host,
    changes: Arc<Mutex<Changes>>,
}

/// The answers of the provider, made of the good ones.
struct Changes {
    discovery: AnswerChange<DiscoveryResponse>,
    payment: AnswerChange<PayResponse>,
}

/// The signer of the provider's messages.
struct Author {
    host: Host,
    key: PrivateKey,
    nonces: AtomicU64,
}

impl Responder {
    /// Starts a provider that answers well.
    pub(crate) async fn start() -> Self {
        Self::start_with_keys(&|host, key| Answer::status(200).body(document(host, key, 86_400).to_json()))
            .await
    }

    /// Starts a provider that answers a request for its keys in this way.
    pub(crate) async fn start_with_keys(keys: &dyn Fn(&Host, &PrivateKey) -> Answer) -> Self {
        let receiver = Receiver::start().await;
        let base = receiver.base();
        let port = base.rsplit(':').next().expect("a port");
        let host = Host::parse(&format!("localhost:{port}")).expect("a local host");
        let key = key();
        let published = keys(&host, &key);
        let changes = Arc::new(Mutex::new(Changes::none()));
        let shared = Arc::clone(&changes);
        let author = Author { host: host.clone(), key, nonces: AtomicU64::new(1) };
        receiver.answer_by(move |request| match path(request) {
            "/.well-known/lnurlpubkey" => published.clone(),
            "/payreq" => {
                let good = author.payment(request);
                (lock(&shared).payment)(good)
            }
            _ => {
                let good = author.discovery(request);
                (lock(&shared).discovery)(good)
            }
        });
        Self { receiver, host, changes }
    }

    /// Returns the address of its customer.
    pub(crate) fn address(&self) -> String {
        format!("{USER}@{}", self.host)
    }

    /// Answers discoveries from now on with what this makes of the good answer.
    pub(crate) fn answer_discovery(&self, change: impl FnMut(DiscoveryResponse) -> Answer + Send + 'static) {
        lock(&self.changes).discovery = Box::new(change);
    }

    /// Answers pay requests from now on with what this makes of the good answer.
    pub(crate) fn answer_payment(&self, change: impl FnMut(PayResponse) -> Answer + Send + 'static) {
        lock(&self.changes).payment = Box::new(change);
    }

    /// Answers well from now on.
    pub(crate) fn behave(&self) {
        *lock(&self.changes) = Changes::none();
    }

    /// Returns the number of discoveries so far.
    pub(crate) fn discoveries(&self) -> usize {
        self.receiver.received().iter().filter(|request| path(request).contains("/lnurlp/")).count()
    }

    /// Returns the pay requests so far.
    pub(crate) fn payments(&self) -> Vec<PayRequest> {
        let received = self.receiver.received();
        let payments = received.iter().filter(|request| path(request) == "/payreq");
        payments.map(|request| PayRequest::parse(&request.body).expect("a pay request")).collect()
    }
}

impl Changes {
    fn none() -> Self {
        Self {
            discovery: Box::new(|good| json_body(&good.to_json())),
            payment: Box::new(|good| json_body(&good.to_json())),
        }
    }
}

impl Author {
    fn nonce(&self) -> Nonce {
        let number = self.nonces.fetch_add(1, Ordering::Relaxed);
        Nonce::parse(&number.to_string()).expect("a nonce")
    }

    fn discovery(&self, request: &ReceivedRequest) -> DiscoveryResponse {
        let (path, query) = request.target.split_once('?').expect("a query");
        let user = path.rsplit('/').next().expect("a user");
        let read = DiscoveryRequest::parse(user, self.host.as_str(), query).expect("a discovery");
        assert_eq!(read.uma_version, ProtocolVersion::OWN);
        let receiver = read.receiver;
        let mut payer_data = CounterpartyDataOptions::required();
        payer_data.add("name", true);
        payer_data.add("favouriteColour", false);
        let currencies = vec![currency("EUR", 9_054), currency("USD", 8_330), currency("XXX", 1)];
        DiscoveryResponse {
            callback: Callback::parse(&format!("http://{}/payreq", self.host)).expect("a callback"),
            sendable: Currency::sendable_range(&currencies).expect("a range"),
            metadata: metadata(&receiver),
            currencies,
            payer_data,
            compliance: ReceiverCompliance::sign(
                &self.key,
                receiver,
                WireKycStatus::Verified,
                self.nonce(),
                now(),
            ),
            uma_version: ProtocolVersion::OWN,
            settlement_options: Vec::new(),
            comment_allowed: 0,
        }
    }

    fn payment(&self, request: &ReceivedRequest) -> PayResponse {
        let read = PayRequest::parse(&request.body).expect("a pay request");
        let multiplier = if read.convert.as_str() == "EUR" { 9_054 } else { 8_330 };
        let terms = Conversion { multiplier: whole(multiplier), fee: 0 };
        let (amount, settled) = match read.amount {
            PayAmount::Settlement(v) => (terms.currency_amount(v).expect("an amount"), v),
            PayAmount::Currency { amount, .. } => {
                (amount, terms.settlement_amount(amount).expect("an amount"))
            }
        };
        let payer = read.payer_data.identifier().clone();
        let payee = Identifier::parse(&format!("{USER}@{}", self.host)).expect("an address");
        let mut fields = Map::new();
        if read.payee_data.has("nationality") {
            fields.insert("nationality".to_owned(), json!("FR"));
        }
        PayResponse {
            pr: invoice(settled, Bolt11Network::Regtest, INVOICE),
            converted: ConvertedAmount {
                amount,
                currency_code: read.convert,
                decimals: 2,
                multiplier: whole(multiplier),
                fee: 0,
            },
            payee_data: PayeeData {
                compliance: self.compliance(&payer, &payee),
                identifier: Some(payee),
                fields,
            },
            uma_version: None,
        }
    }

    fn compliance(&self, payer: &Identifier, payee: &Identifier) -> PayeeCompliance {
        let nonce = self.nonce();
        let signed = payload::pay_response(payer, payee, &nonce, now());
        PayeeCompliance {
            signature: MessageSignature::sign(&self.key, &signed, nonce, now()),
            utxos: Vec::new(),
            node_pub_key: None,
            utxo_callback: None,
            backing_signatures: Vec::new(),
        }
    }
}

/// Returns the key of the provider, for both purposes.
pub(crate) fn key() -> PrivateKey {
    PrivateKey::from_bytes(&[77; 32]).expect("a key")
}

/// Returns the published keys: one certificate for both purposes, which expires after these seconds.
pub(crate) fn document(host: &Host, key: &PrivateKey, valid: i64) -> PublicKeyResponse {
    let seconds = |at: i64| u64::try_from(at).expect("a time after 1970");
    let terms = CertificateTerms {
        host,
        serial: [9; 16],
        not_before: seconds(now() - 86_400),
        not_after: seconds(now() + valid),
    };
    let chain = [self_signed_certificate(key, terms).expect("a certificate")];
    PublicKeyResponse::new(&chain, &chain, now() + 3_600).expect("published keys")
}

/// Returns a new invoice over these millisatoshis, which expires after these seconds.
pub(crate) fn invoice(amount: u64, network: Bolt11Network, expiry: u64) -> String {
    static HASHES: AtomicU8 = AtomicU8::new(0);
    let terms = Bolt11Terms {
        network,
        amount,
        timestamp: u64::try_from(now()).expect("a time after 1970"),
        expiry,
        payment_hash: [HASHES.fetch_add(1, Ordering::Relaxed); 32],
        payment_secret: [2; 32],
        description_hash: [3; 32],
    };
    let node = PrivateKey::from_bytes(&[5; 32]).expect("a key");
    terms.sign(&node).expect("an invoice")
}

/// Returns a successful answer with this body.
pub(crate) fn json_body(body: &str) -> Answer {
    Answer::status(200).header("Content-Type", "application/json").body(body.to_owned())
}

/// Returns a refusal with a code between providers.
pub(crate) fn refusal(status: u16, code: &str) -> Answer {
    let body = json!({ "status": "ERROR", "reason": format!("because of {code}"), "code": code });
    Answer::status(status).body(body.to_string())
}

/// Returns the answer with one member changed; `Null` removes it.
pub(crate) fn changed(answer: &str, pointer: &str, value: Value) -> Answer {
    let mut body: Value = serde_json::from_str(answer).expect("JSON");
    let (parent, member) = pointer.rsplit_once('/').expect("a pointer");
    let members = body.pointer_mut(parent).and_then(Value::as_object_mut).expect("an object");
    match value {
        Value::Null => members.remove(member),
        value => members.insert(member.to_owned(), value),
    };
    json_body(&body.to_string())
}

fn currency(code: &str, multiplier: u128) -> Currency {
    Currency {
        code: WireCurrencyCode::parse(code).expect("a currency"),
        name: code.to_owned(),
        symbol: code.to_owned(),
        decimals: 2,
        multiplier: whole(multiplier),
        convertible: AmountRange { min: 100, max: 1_000_000 },
    }
}

fn whole(number: u128) -> Multiplier {
    Multiplier::parse(&number.to_string()).expect("a multiplier")
}

fn path(request: &ReceivedRequest) -> &str {
    request.target.split('?').next().unwrap_or_default()
}

fn lock(changes: &Mutex<Changes>) -> MutexGuard<'_, Changes> {
    changes.lock().unwrap_or_else(PoisonError::into_inner)
}
