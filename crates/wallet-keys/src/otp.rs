//! One-time codes: made, sent, tried.

use std::sync::PoisonError;

use causeway_domain::Time;
use causeway_domain::contact::ContactChannel;
use causeway_domain::ids::AuthMethodId;
use causeway_domain::wallets::OTP_ATTEMPTS_MAX;
use causeway_service::ports::wallet_keys::{
    BeginOtp, Identity, KeysError, OpenOtp, OpenedOtp, OtpBegun, SandboxWallet, WalletClaims,
};
use causeway_service::ports::{Message, MessageStyle};
use causeway_wallet_crypto::otp::{OtpBundle, OtpCode, OtpError, OtpTarget};
use causeway_wallet_crypto::{ContactType, PrivateKey, Secret, VerificationToken};
use uuid::Uuid;

use crate::LocalWalletKeys;
use crate::environment::broken;
use crate::tries::Tries;

/// Counts of codes that nobody tries any more are dropped beyond so many.
const TRIES_KEPT: usize = 10_000;

/// A one-time code as it is sealed: id, expiry, key, code.
struct Otp {
    id: Uuid,
    expires_at: Time,
    key: PrivateKey,
    code: OtpCode,
}

impl Otp {
    fn to_bytes(&self) -> Secret<Vec<u8>> {
        let key = self.key.to_bytes();
        let expiry = self.expires_at.millis().to_be_bytes();
        Secret::new([&self.id.as_bytes()[..], &expiry, key.expose(), self.code.expose().as_bytes()].concat())
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        let (id, rest) = bytes.split_first_chunk::<16>()?;
        let (expiry, rest) = rest.split_first_chunk::<8>()?;
        let (key, code) = rest.split_at_checked(PrivateKey::LENGTH)?;
        Some(Self {
            id: Uuid::from_bytes(*id),
            expires_at: Time::from_millis(i64::from_be_bytes(*expiry)),
            key: PrivateKey::from_bytes(key).ok()?,
            code: OtpCode::new(String::from_utf8(code.to_vec()).ok()?),
        })
    }
}

fn place(credential: AuthMethodId) -> String {
    format!("one-time code of {credential}")
}

/// How codes reach the user of this identity.
fn contact(identity: &Identity) -> Result<(ContactChannel, ContactType, &str), KeysError> {
    match identity {
        Identity::EmailOtp { address } => Ok((ContactChannel::Email, ContactType::Email, address)),
        Identity::SmsOtp { number } => Ok((ContactChannel::Phone, ContactType::Sms, number)),
        Identity::Oauth { .. } | Identity::Passkey { .. } => Err(KeysError::NotCertified),
    }
}

impl LocalWalletKeys {
    /// Makes a code, and sends it where the credential's certificate says.
    pub(crate) async fn send_otp(&self, wanted: BeginOtp) -> Result<OtpBegun, KeysError> {
        let (wallet, keys) = self.wallet(&wanted.wallet)?;
        let credential = self.credential(&wallet, keys, &wanted.credential)?;
        let (channel, _, recipient) = contact(&credential.identity)?;
        let sandbox = SandboxWallet::of(&wallet);
        let code = match sandbox {
            Some(sandbox) => OtpCode::new(sandbox.code().to_owned()),
            None => OtpCode::generate(wanted.format, self.ids.bytes::<16>()),
        };
        let otp = Otp {
            id: Uuid::from_bytes(self.ids.bytes()),
            expires_at: self.now(keys, wanted.now).plus(wanted.lifetime),
            key: PrivateKey::derive(self.ids.bytes::<32>()).map_err(|_| broken())?,
            code,
        };
        let target =
            OtpTarget { key: otp.key.public_key(), organization_id: wallet.organization_id.to_string() };
        let sealed = keys.seal(&place(credential.credential), otp.to_bytes().expose(), &self.ids)?;
        let begun =
            OtpBegun { sealed, bundle: target.sign(&keys.bundles).to_json(), expires_at: otp.expires_at };
        if sandbox.is_none() {
            let message = message(&wallet, channel, recipient, &otp.code, wanted.app_name.as_deref());
            self.messages.send(&message).await.map_err(KeysError::NotSent)?;
        }
        Ok(begun)
    }

    /// Tries what a device has sent.
    pub(crate) fn try_otp(&self, wanted: &OpenOtp) -> Result<OpenedOtp, KeysError> {
        let (wallet, keys) = self.wallet(&wanted.wallet)?;
        let credential = self.credential(&wallet, keys, &wanted.credential)?;
        let (_, contact_type, contact) = contact(&credential.identity)?;
        let bytes = keys.unseal(&place(credential.credential), &wanted.sealed)?;
        let otp = Otp::read(bytes.expose()).ok_or(KeysError::NotCertified)?;
        let now = self.now(keys, wanted.now);
        if now >= otp.expires_at || !self.may_be_tried(otp.id) {
            return Ok(OpenedOtp::Wrong);
        }
        let opened = OtpBundle::parse(&wanted.bundle).and_then(|bundle| bundle.open(&otp.key));
        let opened = match opened {
            Ok(opened) => opened,
            Err(OtpError::Malformed | OtpError::Content) => return Ok(OpenedOtp::Malformed),
            Err(OtpError::Unopened) => {
                self.count(&otp, now);
                return Ok(OpenedOtp::Unopened);
            }
        };
        if !otp.code.is(&opened.code) {
            self.count(&otp, now);
            return Ok(OpenedOtp::Wrong);
        }
        let token = VerificationToken {
            id: Uuid::from_bytes(self.ids.bytes()),
            contact_type,
            contact: contact.to_owned(),
            organization_id: wallet.organization_id.to_string(),
            public_key: opened.session_key,
            expires_at_ms: u64::try_from(wanted.token_expires_at.millis()).unwrap_or_default(),
        };
        Ok(OpenedOtp::Right { token: token.sign(&keys.bundles), key: opened.session_key.to_compressed_hex() })
    }

    fn may_be_tried(&self, id: Uuid) -> bool {
        let tries = self.tries.lock().unwrap_or_else(PoisonError::into_inner);
        tries.get(&id).is_none_or(|tries| tries.wrong < OTP_ATTEMPTS_MAX)
    }

    fn count(&self, otp: &Otp, now: Time) {
        let mut tries = self.tries.lock().unwrap_or_else(PoisonError::into_inner);
        if tries.len() >= TRIES_KEPT {
            tries.retain(|_, tries| now < tries.expires_at);
        }
        tries.entry(otp.id).or_insert(Tries { wrong: 0, expires_at: otp.expires_at }).wrong += 1;
    }

    /// Whether a token of ours says that this credential's user has typed a right code; gives the token.
    pub(crate) fn token(
        &self,
        wallet: &WalletClaims,
        identity: &Identity,
        text: &str,
        now: Time,
    ) -> Result<VerificationToken, KeysError> {
        let keys = self.keys(wallet.environment);
        let token = VerificationToken::verify(text, &keys.public.bundles).ok_or(KeysError::NotAuthorized)?;
        let (_, contact_type, contact) = contact(identity)?;
        let is_for_it = token.organization_id == wallet.organization_id.to_string()
            && token.contact_type == contact_type
            && token.contact == contact;
        let is_live = i64::try_from(token.expires_at_ms).is_ok_and(|expiry| now.millis() < expiry);
        if is_for_it && is_live { Ok(token) } else { Err(KeysError::NotAuthorized) }
    }
}

fn message(
    wallet: &WalletClaims,
    channel: ContactChannel,
    recipient: &str,
    code: &OtpCode,
    app_name: Option<&str>,
) -> Message {
    let of = app_name.map(|name| format!(" for {name}")).unwrap_or_default();
    Message {
        platform: wallet.platform,
        channel,
        recipient: recipient.to_owned(),
        subject: format!("Your sign-in code{of}"),
        text: format!("Your sign-in code{of} is {}. Nobody will ever ask you for it.", code.expose()),
        style: MessageStyle::default(),
    }
}
