//! One-time codes for the user of a credential (wallet 4.3).

use std::sync::Arc;
use std::time::Duration;

use causeway_domain::contact::ContactChannel;
use causeway_domain::wallets::{AuthMethodType, OtpEvent, OtpStatus, next_otp, otp_at, otp_created};
use causeway_store::platforms::Environment;
use causeway_store::wallets::credentials::CredentialRecord;
use causeway_store::wallets::otps::{self, OtpRecord};
use causeway_store::{Tx, platforms};
use causeway_wallet_crypto::otp::CodeFormat;
use causeway_wire::platforms::EmbeddedWalletConfig;

use crate::ports::wallet_keys::{KeysError, OtpRequest, SentOtp};
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::context::Context;
use crate::runtime::unsent_messages;
use crate::runtime::wallets::keys_error;

/// Default length of a code for platforms that configure no format of codes.
const LENGTH: u8 = 6;
/// Default lifetime of a code for platforms that configure no format of codes, in seconds.
const LIFETIME_SECONDS: u32 = 300;

/// Returns the platform's configuration of codes and their messages.
pub(super) fn config(tx: &mut Tx<'_>, context: &Context) -> Result<EmbeddedWalletConfig, ApiError> {
    let json = platforms::get(tx, context.platform)?.doc.embedded_wallet;
    let config = json.map(serde_json::from_value).transpose().map_err(ApiError::internal)?;
    Ok(config.unwrap_or_default())
}

/// Requests a code from the key service, which sends it. A code that cannot be sent raises an alert.
pub(super) async fn begin(
    app: &Arc<App>,
    context: &Context,
    config: &EmbeddedWalletConfig,
    method: AuthMethodType,
    wallet: String,
    credential: String,
) -> Result<SentOtp, ApiError> {
    let lifetime = config.expiration_seconds.unwrap_or(LIFETIME_SECONDS);
    let request = OtpRequest {
        wallet,
        credential,
        format: CodeFormat {
            length: config.otp_length.unwrap_or(LENGTH),
            alphanumeric: config.alphanumeric.unwrap_or(false),
        },
        lifetime: Duration::from_secs(lifetime.into()),
        app_name: config.app_name.as_ref().map(|name| name.as_str().to_owned()),
        now: context.now,
    };
    let begun = app.wallet_keys.begin_otp(request).await;
    if let Some(channel) = channel(method) {
        notify_operator(context, channel, begun.as_ref().err()).await;
    }
    begun.map_err(keys_error)
}

const fn channel(method: AuthMethodType) -> Option<ContactChannel> {
    match method {
        AuthMethodType::EmailOtp => Some(ContactChannel::Email),
        AuthMethodType::SmsOtp => Some(ContactChannel::Phone),
        AuthMethodType::Oauth | AuthMethodType::Passkey => None,
    }
}

/// Raises or closes the alert about unsent messages. A failure to do so does not affect the code's own
/// outcome.
async fn notify_operator(context: &Context, channel: ContactChannel, error: Option<&KeysError>) {
    let outcome = match error {
        Some(KeysError::NotSent(error)) => {
            unsent_messages::report_in_own_transaction(context, channel, *error).await
        }
        // The sandbox sends no messages.
        None if context.environment == Environment::Production => {
            unsent_messages::close_in_own_transaction(&context.app, context.platform, channel).await
        }
        Some(_) | None => Ok(()),
    };
    if let Err(error) = outcome {
        tracing::warn!(%error, "failed to update the alert about unsent messages");
    }
}

/// Stores the code that was sent, in place of the previous one. The caller must hold the wallet's row lock.
pub(super) fn store(
    tx: &mut Tx<'_>,
    context: &Context,
    credential: &CredentialRecord,
    begun: &SentOtp,
) -> Result<(), ApiError> {
    let record = OtpRecord {
        status: otp_created(),
        encrypted: begun.encrypted.clone(),
        tries: 0,
        under_way: Vec::new(),
        expires_at: begun.expires_at,
    };
    Ok(otps::put(tx, context.platform, credential.id, &record)?)
}

/// Returns the pending code of a credential, if any.
pub(super) fn pending(
    tx: &mut Tx<'_>,
    context: &Context,
    credential: &CredentialRecord,
) -> Result<Option<OtpRecord>, ApiError> {
    let found = otps::find(tx, context.platform, credential.id)?;
    Ok(found.filter(|otp| otp_at(otp.status, otp.expires_at, context.now) == OtpStatus::Pending))
}

/// Applies an event to the pending code of a credential, if any.
pub(super) fn change(
    tx: &mut Tx<'_>,
    context: &Context,
    credential: &CredentialRecord,
    event: OtpEvent,
) -> Result<(), ApiError> {
    let Some(mut otp) = pending(tx, context, credential)? else { return Ok(()) };
    if let Ok(status) = next_otp(otp.status, event) {
        otp.status = status;
        otps::put(tx, context.platform, credential.id, &otp)?;
    }
    Ok(())
}
