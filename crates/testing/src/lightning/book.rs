//! The book of the node: all invoices and payments of its wallets.

use std::collections::{BTreeMap, BTreeSet};

use causeway_uma::bolt11::{Bolt11Network, Bolt11Terms};
use causeway_uma::hex;
use causeway_uma::keys::PrivateKey;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// The fee of a payment, in millisatoshis.
const ROUTING_FEE: u64 = 10;

/// An invoice in the book, for tests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BookEntry {
    /// Payment hash, in hex.
    pub hash: String,
    /// The wallet that paid it; `None` if it is unpaid.
    pub payer: Option<String>,
    /// The wallet that it pays.
    pub payee: String,
    /// Amount in millisatoshis.
    pub msat: u64,
    /// Number of payments that succeeded.
    pub times_paid: usize,
}

/// An invoice or payment: the wallet's name and the id in the requests of its owner.
type Key = (String, String);

#[derive(Debug)]
struct Invoice {
    text: String,
    preimage: [u8; 32],
    msat: u64,
    description_hash: String,
    /// In seconds since 1970.
    expires_at: u64,
    is_cancelled: bool,
    /// The wallets that have paid it.
    paid_by: Vec<String>,
}

#[derive(Debug)]
struct Payment {
    invoice: String,
    outcome: Outcome,
}

#[derive(Debug)]
enum Outcome {
    Pending,
    Paid([u8; 32]),
    Failed(&'static str),
}

/// A reply: the status and the body.
pub(super) type Reply = (u16, Value);

#[derive(Debug, Default)]
pub(super) struct Book {
    invoices: BTreeMap<Key, Invoice>,
    payments: BTreeMap<Key, Payment>,
    /// Invoices that were cancelled before they were created.
    tombstones: BTreeSet<Key>,
    /// Payments stay under way.
    pub(super) is_stalled: bool,
    /// Number of new payments that find no route.
    pub(super) failures: usize,
    /// Millisatoshis that are missing in the reported amount of a paid invoice.
    pub(super) missing: u64,
}

impl Book {
    pub(super) fn entries(&self) -> Vec<BookEntry> {
        let entry = |((payee, _), invoice): (&Key, &Invoice)| BookEntry {
            hash: hex::encode(&Sha256::digest(invoice.preimage)),
            payer: invoice.paid_by.first().cloned(),
            payee: payee.clone(),
            msat: invoice.msat,
            times_paid: invoice.paid_by.len(),
        };
        self.invoices.iter().map(entry).collect()
    }

    /// Returns the amount of an invoice in millisatoshis, or `None` if no wallet has made it.
    pub(super) fn amount_of(&mut self, invoice: &str) -> Option<u64> {
        self.find(invoice).map(|invoice| invoice.msat)
    }

    /// Creates an invoice, or returns the one that was created under this id.
    pub(super) fn create_invoice(&mut self, key: Key, request: &Value, now: u64) -> Reply {
        let (Some(msat), Some(description_hash), Some(expiry)) = (
            request["amountMsat"].as_u64().filter(|msat| *msat > 0),
            request["descriptionHash"].as_str(),
            request["expirySeconds"].as_u64(),
        ) else {
            return refused(400, "amountMsat, descriptionHash and expirySeconds are required");
        };
        if self.tombstones.contains(&key) {
            return refused(409, "the invoice was cancelled");
        }
        if let Some(known) = self.invoices.get(&key) {
            return match known.is_cancelled
                || (known.msat, known.description_hash.as_str()) != (msat, description_hash)
            {
                true => refused(409, "another invoice has this id, or it was cancelled"),
                false => (200, known.reply()),
            };
        }
        let Some(invoice) = new_invoice(&key, msat, description_hash, expiry, now) else {
            return refused(400, "no invoice can be made of this");
        };
        let reply = invoice.reply();
        self.invoices.insert(key, invoice);
        (200, reply)
    }

    pub(super) fn invoice_state(&self, key: &Key, now: u64) -> Reply {
        let state = match self.invoices.get(key) {
            None if self.tombstones.contains(key) => json!({ "state": "CANCELLED" }),
            None => json!({ "state": "UNKNOWN" }),
            Some(invoice) => invoice.state(now, self.missing),
        };
        (200, state)
    }

    /// Cancels an invoice unless it is paid; an unknown one can never be created.
    pub(super) fn cancel_invoice(&mut self, key: Key, now: u64) -> Reply {
        match self.invoices.get_mut(&key) {
            Some(invoice) => invoice.is_cancelled |= invoice.paid_by.is_empty(),
            None => {
                self.tombstones.insert(key.clone());
            }
        }
        self.invoice_state(&key, now)
    }

    /// Pays an invoice of any wallet, once under one id.
    pub(super) fn pay(&mut self, key: Key, request: &Value, now: u64) -> Reply {
        let (Some(text), Some(msat), Some(max_fee)) = (
            request["paymentRequest"].as_str(),
            request["amountMsat"].as_u64(),
            request["maxFeeMsat"].as_u64(),
        ) else {
            return refused(400, "paymentRequest, amountMsat and maxFeeMsat are required");
        };
        if let Some(known) = self.payments.get(&key) {
            return match known.invoice == text {
                true => self.payment_state(&key),
                false => refused(409, "another payment has this id"),
            };
        }
        let outcome = match std::mem::take(&mut self.failures) {
            0 if max_fee < ROUTING_FEE => Outcome::Failed("NO_ROUTE"),
            0 if self.is_stalled => Outcome::Pending,
            0 => self.settle(&key.0, text, msat, now),
            failures => {
                self.failures = failures - 1;
                Outcome::Failed("NO_ROUTE")
            }
        };
        self.payments.insert(key.clone(), Payment { invoice: text.to_owned(), outcome });
        self.payment_state(&key)
    }

    pub(super) fn payment_state(&self, key: &Key) -> Reply {
        let state = match self.payments.get(key).map(|payment| &payment.outcome) {
            None => json!({ "state": "UNKNOWN" }),
            Some(Outcome::Pending) => json!({ "state": "PENDING" }),
            Some(Outcome::Paid(preimage)) => {
                json!({ "state": "PAID", "preimage": hex::encode(preimage), "feeMsat": ROUTING_FEE })
            }
            Some(Outcome::Failed(reason)) => json!({ "state": "FAILED", "reason": reason }),
        };
        (200, state)
    }

    /// Settles all payments under way.
    pub(super) fn release(&mut self, now: u64) {
        self.is_stalled = false;
        let mut payments = std::mem::take(&mut self.payments);
        for ((payer, _), payment) in &mut payments {
            if matches!(payment.outcome, Outcome::Pending) {
                let msat = self.find(&payment.invoice).map_or(0, |invoice| invoice.msat);
                payment.outcome = self.settle(payer, &payment.invoice, msat, now);
            }
        }
        self.payments = payments;
    }

    fn settle(&mut self, payer: &str, text: &str, msat: u64, now: u64) -> Outcome {
        let Some(invoice) = self.find(text) else { return Outcome::Failed("NO_ROUTE") };
        if !invoice.paid_by.is_empty() {
            return Outcome::Failed("ALREADY_PAID");
        }
        if invoice.is_cancelled || invoice.expires_at <= now {
            return Outcome::Failed("INVOICE_EXPIRED");
        }
        if invoice.msat != msat {
            return Outcome::Failed("WRONG_AMOUNT");
        }
        invoice.paid_by.push(payer.to_owned());
        Outcome::Paid(invoice.preimage)
    }

    fn find(&mut self, text: &str) -> Option<&mut Invoice> {
        self.invoices.values_mut().find(|invoice| invoice.text == text)
    }
}

impl Invoice {
    fn hash(&self) -> String {
        hex::encode(&Sha256::digest(self.preimage))
    }

    fn reply(&self) -> Value {
        json!({ "paymentRequest": self.text, "paymentHash": self.hash() })
    }

    fn state(&self, now: u64, missing: u64) -> Value {
        match self.paid_by.is_empty() {
            false => {
                let arrived = self.msat.saturating_sub(missing);
                json!({ "state": "PAID", "amountMsat": arrived, "paymentHash": self.hash() })
            }
            true if self.is_cancelled || self.expires_at <= now => json!({ "state": "CANCELLED" }),
            true => json!({ "state": "OPEN" }),
        }
    }
}

fn new_invoice(key: &Key, msat: u64, description_hash: &str, expiry: u64, now: u64) -> Option<Invoice> {
    let derived =
        |purpose: &str| -> [u8; 32] { Sha256::digest(format!("{purpose} {} {}", key.0, key.1)).into() };
    let preimage = derived("preimage");
    let terms = Bolt11Terms {
        network: Bolt11Network::Regtest,
        amount: msat,
        timestamp: now,
        expiry,
        payment_hash: Sha256::digest(preimage).into(),
        payment_secret: derived("payment secret"),
        description_hash: hex::decode(description_hash)?.try_into().ok()?,
    };
    let node: [u8; 32] = Sha256::digest(format!("node {}", key.0)).into();
    Some(Invoice {
        text: terms.sign(&PrivateKey::from_bytes(&node).ok()?)?,
        preimage,
        msat,
        description_hash: description_hash.to_owned(),
        expires_at: now + expiry,
        is_cancelled: false,
        paid_by: Vec::new(),
    })
}

pub(super) fn refused(status: u16, reason: &str) -> Reply {
    (status, json!({ "error": reason }))
}
