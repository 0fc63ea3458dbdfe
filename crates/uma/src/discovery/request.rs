//! Discovery requests: `GET /.well-known/lnurlp/$user`.

use std::fmt;

use percent_encoding::percent_decode_str;

use crate::addresses::{Host, Identifier, query};
use crate::errors::WireCode;
use crate::keys::{PrivateKey, PublicKey};
use crate::signing::{BackingSignature, MessageSignature, Nonce, SignatureError, payload};
use crate::version::ProtocolVersion;

/// A request for a receiver's currencies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiscoveryRequest {
    pub receiver: Identifier,
    /// The sending provider, whose keys verify the request. It is not signed.
    pub vasp_domain: Host,
    pub signature: MessageSignature,
    pub is_subject_to_travel_rule: bool,
    pub uma_version: ProtocolVersion,
    pub backing_signatures: Vec<BackingSignature>,
}

/// A reason why a request is no discovery request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiscoveryRequestError {
    /// None of the parameters of UMA is there: the request is plain LNURL.
    NotUma,
    /// Some but not all of the parameters are there.
    MissingParameters,
    /// A parameter or the user cannot be read.
    Malformed,
    /// The backing signatures cannot be read.
    BackingSignatures,
}

const SIGNATURE: &str = "signature";
const VASP_DOMAIN: &str = "vaspDomain";
const NONCE: &str = "nonce";
const TRAVEL_RULE: &str = "isSubjectToTravelRule";
const TIMESTAMP: &str = "timestamp";
const UMA_VERSION: &str = "umaVersion";
const BACKING_SIGNATURES: &str = "backingSignatures";

impl DiscoveryRequest {
    /// Returns a signed request of a provider that is subject to the Travel Rule, in this side's version.
    #[must_use]
    pub fn sign(
        key: &PrivateKey,
        receiver: Identifier,
        vasp_domain: Host,
        nonce: Nonce,
        timestamp: i64,
    ) -> Self {
        let payload = payload::discovery_request(&receiver, &nonce, timestamp);
        Self {
            receiver,
            vasp_domain,
            signature: MessageSignature::sign(key, &payload, nonce, timestamp),
            is_subject_to_travel_rule: true,
            uma_version: ProtocolVersion::OWN,
            backing_signatures: Vec::new(),
        }
    }

    /// Returns the signed text.
    #[must_use]
    pub fn payload(&self) -> String {
        payload::discovery_request(&self.receiver, &self.signature.nonce, self.signature.timestamp)
    }

    /// Checks the signature with the key of the sending provider.
    ///
    /// # Errors
    /// Another key, or a changed field.
    pub fn verify(&self, key: &PublicKey) -> Result<(), SignatureError> {
        self.signature.verify(&self.payload(), key)
    }

    /// Returns the URL of the request. Peers do not accept an encoded `$`.
    #[must_use]
    pub fn to_url(&self) -> String {
        let host = self.receiver.host();
        let mut url = format!("{}://{host}/.well-known/lnurlp/{}", host.scheme(), self.receiver.user());
        let timestamp = self.signature.timestamp.to_string();
        let version = self.uma_version.to_string();
        let parameters = [
            (SIGNATURE, self.signature.signature.as_str()),
            (VASP_DOMAIN, self.vasp_domain.as_str()),
            (NONCE, self.signature.nonce.as_str()),
            (TRAVEL_RULE, if self.is_subject_to_travel_rule { "true" } else { "false" }),
            (TIMESTAMP, &timestamp),
            (UMA_VERSION, &version),
        ];
        for (at, (name, value)) in parameters.iter().enumerate() {
            url.push(if at == 0 { '?' } else { '&' });
            url.push_str(&format!("{name}={}", query::encode(value)));
        }
        if !self.backing_signatures.is_empty() {
            let list = BackingSignature::write_list(&self.backing_signatures);
            url.push_str(&format!("&{BACKING_SIGNATURES}={}", query::encode(&list)));
        }
        url
    }

    /// Reads a request from the last segment of its path and its query. The domain is the receiving platform's,
    /// as the sender spelled it in the signed address.
    ///
    /// # Errors
    /// Any [`DiscoveryRequestError`].
    pub fn parse(segment: &str, domain: &str, query: &str) -> Result<Self, DiscoveryRequestError> {
        let parameters = Parameters(query::parameters(query).ok_or(DiscoveryRequestError::Malformed)?);
        let required = [SIGNATURE, VASP_DOMAIN, NONCE, TIMESTAMP, UMA_VERSION];
        let [signature, vasp_domain, nonce, timestamp, version] =
            match required.map(|name| parameters.get(name)) {
                [Some(signature), Some(domain), Some(nonce), Some(timestamp), Some(version)] => {
                    [signature, domain, nonce, timestamp, version]
                }
                [None, None, None, None, None] => return Err(DiscoveryRequestError::NotUma),
                _ => return Err(DiscoveryRequestError::MissingParameters),
            };
        let malformed = DiscoveryRequestError::Malformed;
        let user = percent_decode_str(segment).decode_utf8().map_err(|_| malformed)?;
        let backing = parameters.get(BACKING_SIGNATURES).unwrap_or_default();
        Ok(Self {
            receiver: Identifier::parse(&format!("{user}@{domain}")).map_err(|_| malformed)?,
            vasp_domain: Host::parse(vasp_domain).map_err(|_| malformed)?,
            signature: MessageSignature {
                signature: signature.to_owned(),
                nonce: Nonce::parse(nonce).map_err(|_| malformed)?,
                timestamp: timestamp.parse().map_err(|_| malformed)?,
            },
            is_subject_to_travel_rule: parameters
                .get(TRAVEL_RULE)
                .is_some_and(|value| value.eq_ignore_ascii_case("true")),
            uma_version: ProtocolVersion::parse(version).map_err(|_| malformed)?,
            backing_signatures: BackingSignature::read_list(backing)
                .ok_or(DiscoveryRequestError::BackingSignatures)?,
        })
    }
}

/// The parameters of a query.
struct Parameters(Vec<(String, String)>);

impl Parameters {
    /// Returns a parameter; an empty one is absent.
    fn get(&self, name: &str) -> Option<&str> {
        let found = self.0.iter().find(|(known, value)| known == name && !value.is_empty());
        found.map(|(_, value)| value.as_str())
    }
}

impl DiscoveryRequestError {
    /// Returns the wire code.
    #[must_use]
    pub const fn code(self) -> WireCode {
        match self {
            Self::NotUma => WireCode::NonUmaLnurlNotSupported,
            Self::MissingParameters => WireCode::MissingRequiredUmaParameters,
            Self::Malformed => WireCode::ParseLnurlpRequestError,
            Self::BackingSignatures => WireCode::InvalidSignature,
        }
    }
}

impl fmt::Display for DiscoveryRequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotUma => "the request has no parameters of UMA",
            Self::MissingParameters => {
                "signature, vaspDomain, nonce, timestamp and umaVersion are required together"
            }
            Self::Malformed => "the user or a parameter cannot be read",
            Self::BackingSignatures => "the backing signatures cannot be read",
        })
    }
}

impl std::error::Error for DiscoveryRequestError {}
