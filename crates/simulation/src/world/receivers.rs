//! The webhook receivers: they accept events, refuse them, hang, and lose their responses.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use causeway_service::runtime::outbound::{Failure, OutboundRequest, OutboundResponse, Transport};
use causeway_service::runtime::timers;
use futures_util::future::BoxFuture;
use p256::ecdsa::signature::Verifier;
use p256::ecdsa::{Signature, VerifyingKey};
use p256::pkcs8::DecodePublicKey;
use serde_json::Value;

use super::fault_plan::FaultPlan;
use crate::rng::Rng;
use crate::trace::Trace;
use crate::violation::{CheckResult, Violation};

/// The behaviour of a receiver at one attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Behaviour {
    Takes,
    Knows,
    Fails,
    Hangs,
    Loses,
    Unreachable,
}

impl Behaviour {
    const fn name(self) -> &'static str {
        match self {
            Self::Takes => "receiver accepts the event",
            Self::Knows => "receiver answers 409 to a known event",
            Self::Fails => "receiver answers 500",
            Self::Hangs => "receiver hangs",
            Self::Loses => "receiver accepts the event, answer lost",
            Self::Unreachable => "receiver not reachable",
        }
    }
}

pub(super) const EVENTS: &[&str] = &[
    Behaviour::Takes.name(),
    Behaviour::Knows.name(),
    Behaviour::Fails.name(),
    Behaviour::Hangs.name(),
    Behaviour::Loses.name(),
    Behaviour::Unreachable.name(),
];

const SIGNATURE: &str = "x-svc-signature";

/// All receivers. Clones share them.
#[derive(Clone)]
pub(crate) struct Receivers {
    rng: Rng,
    fault_plan: FaultPlan,
    counts: crate::Counts,
    trace: Trace,
    receivers: Arc<Mutex<BTreeMap<String, Receiver>>>,
}

/// The deliveries that a receiver has seen, at one address.
#[derive(Debug, Default, Clone)]
pub(crate) struct Receiver {
    key: Option<VerifyingKey>,
    /// Ids of accepted events.
    pub(crate) taken: BTreeSet<String>,
    /// The bytes of every event that reached the receiver, by id.
    pub(crate) bodies: BTreeMap<String, Bytes>,
    /// Ids of events in the order of their first attempts, including those that did not reach the receiver.
    pub(crate) tried: Vec<String>,
    /// Violations in deliveries: wrong signatures and changed bytes.
    wrong: Vec<String>,
}

impl Receivers {
    pub(super) fn new(rng: Rng, fault_plan: FaultPlan, counts: crate::Counts, trace: Trace) -> Self {
        Self { rng, fault_plan, counts, trace, receivers: Arc::default() }
    }

    /// Adds a receiver at an address; it checks deliveries against this public key.
    pub(crate) fn add(&self, authority: &str, pem: &str) -> CheckResult {
        let key = VerifyingKey::from_public_key_pem(pem).map_err(|error| Violation(error.to_string()))?;
        let receiver = Receiver { key: Some(key), ..Receiver::default() };
        self.receivers().insert(authority.to_owned(), receiver);
        Ok(())
    }

    /// Returns a copy of the receiver at an address.
    pub(crate) fn receiver(&self, authority: &str) -> Receiver {
        self.receivers().get(authority).cloned().unwrap_or_default()
    }

    /// Lists the violations that receivers have seen.
    pub(crate) fn complaints(&self) -> Vec<String> {
        self.receivers().values().flat_map(|receiver| receiver.wrong.clone()).collect()
    }

    fn receivers(&self) -> MutexGuard<'_, BTreeMap<String, Receiver>> {
        self.receivers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Draws the behaviour for an attempt; `knows` if the event was accepted before.
    fn behaviour(&self, knows: bool) -> Behaviour {
        use Behaviour::{Fails, Hangs, Knows, Loses, Takes, Unreachable};
        let usual = if knows { Knows } else { Takes };
        if !self.fault_plan.is_active() {
            return usual;
        }
        self.rng.weighted(70, usual, &[(9, Fails), (6, Hangs), (8, Loses), (7, Unreachable)])
    }

    fn receive(&self, request: &OutboundRequest) -> Behaviour {
        let authority = format!("{}:{}", request.target.host(), request.target.port());
        let mut receivers = self.receivers();
        let receiver = receivers.entry(authority.clone()).or_default();
        let id = event_id(&request.body);
        let behaviour = self.behaviour(receiver.taken.contains(&id));
        self.trace.note(&format!("delivery of {id} to {authority}: {}", behaviour.name()));
        self.counts.event(behaviour.name());
        if !receiver.tried.contains(&id) {
            receiver.tried.push(id.clone());
        }
        if behaviour != Behaviour::Unreachable {
            receiver.inspect(&id, request);
        }
        if matches!(behaviour, Behaviour::Takes | Behaviour::Loses) {
            receiver.taken.insert(id);
        }
        behaviour
    }
}

impl Receiver {
    fn inspect(&mut self, id: &str, request: &OutboundRequest) {
        if let Err(violation) = self.check(request) {
            self.wrong.push(format!("{id}: {violation}"));
        }
        match self.bodies.get(id) {
            Some(before) if *before != request.body => {
                self.wrong.push(format!("{id} was sent again with different bytes"))
            }
            Some(_) => {}
            None => {
                self.bodies.insert(id.to_owned(), request.body.clone());
            }
        }
    }

    fn check(&self, request: &OutboundRequest) -> Result<(), &'static str> {
        let key = self.key.as_ref().ok_or("no receiver is registered at this address")?;
        let header = request.headers.get(SIGNATURE).ok_or("no signature")?;
        let value: Value =
            serde_json::from_slice(header.as_bytes()).map_err(|_| "the signature is not JSON")?;
        let base64 = value["s"].as_str().unwrap_or_default();
        let der = STANDARD.decode(base64).map_err(|_| "the signature is not base64")?;
        let signature = Signature::from_der(&der).map_err(|_| "the signature is not DER")?;
        key.verify(&request.body, &signature).map_err(|_| "the signature is not the platform's")
    }
}

/// Returns `true` if the event asks for an approval.
fn asks(body: &[u8]) -> bool {
    let event: Value = serde_json::from_slice(body).unwrap_or_default();
    event["type"] == "INCOMING_PAYMENT.PENDING" && event["data"]["senderUmaAddress"].is_string()
}

/// Returns the id in the body of an event, or an empty text if there is none.
fn event_id(body: &[u8]) -> String {
    let event: Value = serde_json::from_slice(body).unwrap_or_default();
    event["id"].as_str().unwrap_or_default().to_owned()
}

impl Transport for Receivers {
    fn exchange(&self, request: OutboundRequest) -> BoxFuture<'_, Result<OutboundResponse, Failure>> {
        Box::pin(async move {
            if !request.headers.contains_key(SIGNATURE) {
                // A message to a UMA provider. None is simulated outside of the service.
                return Err(Failure::Unconnected);
            }
            let response = |status| Ok(OutboundResponse::of(status, Bytes::from_static(b"{}")));
            match self.receive(&request) {
                Behaviour::Takes if asks(&request.body) => {
                    response(self.rng.weighted(30, 200, &[(60, 202), (6, 403), (4, 422)]))
                }
                Behaviour::Takes => response(200),
                Behaviour::Knows => response(409),
                Behaviour::Fails => response(500),
                Behaviour::Hangs => {
                    timers::pause(request.limit).await;
                    Err(Failure::Timeout)
                }
                Behaviour::Loses | Behaviour::Unreachable => Err(Failure::ConnectionFailed),
            }
        })
    }
}

impl fmt::Debug for Receivers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Receivers")
    }
}
