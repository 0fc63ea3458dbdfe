//! The callbacks of a payment's two sides.

use causeway_domain::ids::{PlatformId, TransactionId};
use causeway_domain::payments::LayerName;
use causeway_store::uma_hooks::{self, UmaHookRecord};
use causeway_store::{Error, Tx};
use causeway_uma::addresses::Callback;

use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::uma::tokens::{callback, new_token, token_hash};

/// The callback that the peer is given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OwnCallback {
    pub(in crate::uma) url: Callback,
    token_hash: Vec<u8>,
}

/// The callbacks that both sides have given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct AgreedHooks {
    token_hash: Vec<u8>,
    peer_domain: String,
    /// `None` if the peer wants no report.
    peer_callback: Option<Callback>,
}

impl OwnCallback {
    /// Returns a new callback, or `None` on a layer without hooks (uma 8).
    ///
    /// # Errors
    /// `INTERNAL_ERROR` if the service has no valid host for UMA.
    pub(in crate::uma) fn new(app: &App, layer: LayerName) -> Result<Option<Self>, ApiError> {
        if !layer.is_foreign() {
            return Ok(None);
        }
        let token = new_token(&app.ids);
        Ok(Some(Self { url: callback(app, "utxo", &token)?, token_hash: token_hash(&token) }))
    }

    /// Adds the peer's callback.
    pub(in crate::uma) fn answered(self, peer_domain: &str, peer_callback: Option<&Callback>) -> AgreedHooks {
        AgreedHooks {
            token_hash: self.token_hash,
            peer_domain: peer_domain.to_owned(),
            peer_callback: peer_callback.cloned(),
        }
    }
}

impl AgreedHooks {
    /// Stores the callbacks with their payment.
    pub(crate) fn store(
        &self,
        tx: &mut Tx<'_>,
        platform: PlatformId,
        transaction: TransactionId,
    ) -> Result<(), Error> {
        let record = UmaHookRecord {
            platform,
            transaction,
            token_hash: self.token_hash.clone(),
            peer_domain: self.peer_domain.clone(),
            peer_callback: self.peer_callback.as_ref().map(ToString::to_string),
            received: None,
            received_at: None,
            attempts: 0,
            sent_at: None,
        };
        uma_hooks::insert(tx, &record)
    }
}
