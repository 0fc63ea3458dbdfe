//! The signatures of simulated providers (uma 4).

use causeway_uma::WireKycStatus;
use causeway_uma::addresses::Identifier;
use causeway_uma::discovery::ReceiverCompliance;
use causeway_uma::keys::PrivateKey;
use causeway_uma::signing::{MessageSignature, Nonce, payload};
use sha2::{Digest, Sha256};

use super::host::SimulatedHost;
use super::keys::{KeyPurpose, key};
use crate::magic::UmaFault;

/// Key, nonce and time of one answer.
pub(super) struct AnswerSigner {
    key: PrivateKey,
    nonce: Nonce,
    /// In seconds.
    timestamp: i64,
}

/// Age of an answer that is too old, in seconds.
const STALE_SECONDS: i64 = 10 * 60;
/// Time in which a provider that repeats itself signs the same, in seconds. It is shorter than the window of messages,
/// so that the answer is always in it.
const REPEATED_SECONDS: i64 = 500;

impl AnswerSigner {
    /// Returns the signer of the answer to a request. No two requests are equal, so neither are the nonces of their
    /// answers. `now` is in seconds.
    pub(super) fn new(peer: &SimulatedHost, request: &[u8], now: i64) -> Option<Self> {
        let SimulatedHost { host, fault } = peer;
        let purpose = match fault {
            Some(UmaFault::WrongSignature) => KeyPurpose::Foreign,
            _ => KeyPurpose::Signing,
        };
        let timestamp = match fault {
            Some(UmaFault::StaleTime) => now.saturating_sub(STALE_SECONDS),
            Some(UmaFault::Replay) => {
                let start = now.saturating_sub(now.rem_euclid(REPEATED_SECONDS));
                start.saturating_add(REPEATED_SECONDS / 2)
            }
            _ => now,
        };
        let subject: &[u8] = if *fault == Some(UmaFault::Replay) { b"again" } else { request };
        let digest = Sha256::new().chain_update(host.as_str()).chain_update(subject).finalize();
        let bytes: &[u8] = &digest;
        let nonce = Nonce::from_random(*bytes.first_chunk::<16>()?);
        Some(Self { key: key(host, purpose)?, nonce, timestamp })
    }

    /// Signs the data about the receiver of a discovery.
    pub(super) fn receiver(self, receiver: Identifier) -> ReceiverCompliance {
        ReceiverCompliance::sign(&self.key, receiver, WireKycStatus::Verified, self.nonce, self.timestamp)
    }

    /// Signs the answer to a pay request.
    pub(super) fn payment(self, payer: &Identifier, payee: &Identifier) -> MessageSignature {
        let payload = payload::pay_response(payer, payee, &self.nonce, self.timestamp);
        MessageSignature::sign(&self.key, &payload, self.nonce, self.timestamp)
    }
}
