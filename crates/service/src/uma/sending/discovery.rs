//! The request for a receiver's currencies and required data, before a payment to it is priced (uma 5).

use std::sync::Arc;

use causeway_domain::customers::UmaAddress;
use causeway_domain::payments::LayerName;
use causeway_store::platforms::Environment;
use causeway_store::uma_offers::PeerOffer;
use causeway_uma::addresses::Identifier;
use causeway_uma::discovery::{DiscoveryRequest, DiscoveryResponse, DiscoveryResponseError};
use causeway_uma::signing::Nonce;
use causeway_wire::Code;

use super::answers::{self, SignedNonce, SignedParts, seconds};
use super::refusals::{self, Step};
use super::{offer, version};
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::outbound::Failure;
use crate::runtime::timers;
use crate::uma::exchange::{self, PeerAnswer};
use crate::uma::key_ring::KeyRing;
use crate::uma::peer_keys::Verifier;

/// A provider's verified answer about one of its customers.
#[derive(Debug, Clone)]
pub(crate) struct Discovery {
    pub(crate) offer: PeerOffer,
    /// To be remembered in the write that uses the offer.
    pub(crate) nonce: SignedNonce,
}

const NOT_FOUND_IN_ANSWER: &str = "The receiver's provider answers about another receiver.";
const NO_CURRENCY: &str = "The receiver's provider offers no currency that is known here.";

/// Asks the provider of an address, and checks its answer. `keys` are those of the sender's platform.
///
/// # Errors
/// The errors of uma 5.2 and 6.5 at a look-up.
pub(crate) async fn ask(
    app: &Arc<App>,
    environment: Environment,
    keys: &KeyRing,
    receiver: &UmaAddress,
) -> Result<Discovery, ApiError> {
    let asking = async {
        let receiver = Identifier::parse(&receiver.to_string()).map_err(ApiError::internal)?;
        let PeerAnswer { response, own_layer } = send(app, environment, keys, &receiver).await?;
        if response.status != 200 {
            return Err(refusals::of_status(Step::Discovery, &response));
        }
        let answer = DiscoveryResponse::parse(&response.body).map_err(|error| unreadable(&error))?;
        check(app, keys.verifier(environment), &receiver, answer, own_layer).await
    };
    let answered = timers::within(timers::UMA_BUDGET, asking).await;
    answered.unwrap_or_else(|_| Err(refusals::of_failure(Step::Discovery, Failure::Timeout)))
}

/// Sends the request; once more if the provider speaks its version and refused it.
async fn send(
    app: &Arc<App>,
    environment: Environment,
    keys: &KeyRing,
    receiver: &Identifier,
) -> Result<PeerAnswer, ApiError> {
    let answer = send_once(app, environment, keys, receiver).await?;
    if answer.response.status != 412 {
        return Ok(answer);
    }
    version::check_refusal(&answer.response.body)?;
    let answer = send_once(app, environment, keys, receiver).await?;
    if answer.response.status == 412 { Err(version::no_compatible_version()) } else { Ok(answer) }
}

async fn send_once(
    app: &Arc<App>,
    environment: Environment,
    keys: &KeyRing,
    receiver: &Identifier,
) -> Result<PeerAnswer, ApiError> {
    let nonce = Nonce::from_random(app.ids.bytes());
    let now = seconds(app.clock.now());
    let domain = keys.host().clone();
    let request = DiscoveryRequest::sign(keys.signing(), receiver.clone(), domain, nonce, now);
    let answered = exchange::get(app, environment, &request.to_url()).await;
    answered.map_err(|failure| refusals::of_failure(Step::Discovery, failure))
}

fn unreadable(error: &DiscoveryResponseError) -> ApiError {
    match error {
        DiscoveryResponseError::Malformed => {
            let message = "The answer of the receiver's provider cannot be read.";
            ApiError::new(Code::ParseLnurlpResponseError, message)
        }
        DiscoveryResponseError::MissingParameters => {
            let message = "The receiver's provider does not speak UMA: its answer is plain LNURL.";
            ApiError::new(Code::MissingRequiredUmaParameters, message)
        }
        DiscoveryResponseError::Refused(body) => refusals::of_body(Step::Discovery, body),
    }
}

async fn check(
    app: &Arc<App>,
    verifier: Verifier,
    receiver: &Identifier,
    answer: DiscoveryResponse,
    own_layer: Option<LayerName>,
) -> Result<Discovery, ApiError> {
    let version = version::check_answer(answer.uma_version)?;
    let compliance = &answer.compliance;
    if !compliance.receiver_identifier.is_same(receiver) {
        return Err(refusals::unusable(Step::Discovery, NOT_FOUND_IN_ANSWER));
    }
    let offer = offer::read(&answer, version, own_layer);
    if offer.currencies.is_empty() {
        return Err(refusals::unusable(Step::Discovery, NO_CURRENCY));
    }
    let parts = SignedParts {
        signature: &compliance.signature,
        payload: &compliance.payload(),
        backing: &compliance.backing_signatures,
    };
    let check = |key: &_| compliance.verify(key);
    let nonce = answers::verify(app, verifier, receiver.host(), parts, check).await?;
    Ok(Discovery { offer, nonce })
}
