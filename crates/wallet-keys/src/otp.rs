//! One-time codes: generation, delivery and attempts.

use causeway_domain::Time;
use causeway_domain::contact::ContactChannel;
use causeway_domain::ids::{AuthMethodId, Id};
use causeway_domain::wallets::{MAX_OTP_ATTEMPTS, WRONG_CODES};
use causeway_service::ports::wallet_keys::{
    Identity, KeysError, OtpAttempt, OtpOutcome, OtpRequest, SandboxWallet, SentOtp, WalletClaims,
};
use causeway_service::ports::{Message, MessageStyle};
use causeway_wallet_crypto::otp::{OtpBundle, OtpCode, OtpError, OtpTarget};
use causeway_wallet_crypto::{ContactType, PrivateKey, PublicKey, Secret, VerificationToken};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::LocalWalletKeys;
use crate::code_marks::{CodeMarksGuard, DAY_MILLIS};
use crate::environment::key_failure;

/// A one-time code in its encrypted form: id, expiry, key, code.
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

fn otp_context(credential: AuthMethodId) -> String {
    format!("one-time code of {credential}")
}

/// Returns the channel and address of the user with this identity.
fn contact(identity: &Identity) -> Result<(ContactChannel, ContactType, &str), KeysError> {
    match identity {
        Identity::EmailOtp { address } => Ok((ContactChannel::Email, ContactType::Email, address)),
        Identity::SmsOtp { number } => Ok((ContactChannel::Phone, ContactType::Sms, number)),
        Identity::Oauth { .. } | Identity::Passkey { .. } => Err(KeysError::NotCertified),
    }
}

impl LocalWalletKeys {
    /// Generates a code, and sends it to the contact in the credential's certificate. In the sandbox nothing
    /// is sent.
    pub(crate) async fn send_otp(&self, wanted: OtpRequest) -> Result<SentOtp, KeysError> {
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
            key: PrivateKey::derive(self.ids.bytes::<32>()).map_err(|_| key_failure())?,
            code,
        };
        let target =
            OtpTarget { key: otp.key.public_key(), organization_id: wallet.organization_id.to_string() };
        let encrypted =
            keys.encrypt(&otp_context(credential.credential), otp.to_bytes().expose(), &self.ids)?;
        let begun =
            SentOtp { encrypted, bundle: target.sign(&keys.bundles).to_json(), expires_at: otp.expires_at };
        if sandbox.is_none() {
            let message = self.message(&wallet, channel, recipient, &otp, wanted.app_name.as_deref());
            self.messages.send(&message).await.map_err(KeysError::NotSent)?;
        }
        Ok(begun)
    }

    /// Checks the bundle that a device has sent for a code.
    pub(crate) fn try_otp(&self, wanted: &OtpAttempt) -> Result<OtpOutcome, KeysError> {
        let (wallet, keys) = self.wallet(&wanted.wallet)?;
        let credential = self.credential(&wallet, keys, &wanted.credential)?;
        let (_, contact_type, contact) = contact(&credential.identity)?;
        let bytes = keys.decrypt(&otp_context(credential.credential), &wanted.encrypted)?;
        let otp = Otp::read(bytes.expose()).ok_or(KeysError::NotCertified)?;
        let now = self.now(keys, wanted.now);
        if now >= otp.expires_at {
            return Ok(OtpOutcome::Wrong);
        }
        let guard = self.codes.lock(self.clock.now()).map_err(marks_unavailable)?;
        let Some(wrong) = self.wrong_attempt_marks(&guard, otp.id, credential.credential, now) else {
            return Ok(OtpOutcome::Wrong);
        };
        let opened = match OtpBundle::parse(&wanted.bundle).and_then(|bundle| bundle.open(&otp.key)) {
            Ok(opened) => opened,
            Err(OtpError::Malformed | OtpError::Content) => return Ok(OtpOutcome::Malformed),
            Err(OtpError::Unopened) => {
                guard.add(&wrong).map_err(marks_unavailable)?;
                return Ok(OtpOutcome::Unopened);
            }
        };
        if !otp.code.is(&opened.code) {
            guard.add(&wrong).map_err(marks_unavailable)?;
            return Ok(OtpOutcome::Wrong);
        }
        if !self.try_use(&guard, otp.id, &opened.session_key).map_err(marks_unavailable)? {
            return Ok(OtpOutcome::Used);
        }
        let token = VerificationToken {
            // A code opens one session only: the session's id is a hash of this id.
            id: otp.id,
            contact_type,
            contact: contact.to_owned(),
            organization_id: wallet.organization_id.to_string(),
            public_key: opened.session_key,
            expires_at_ms: u64::try_from(wanted.token_expires_at.millis()).unwrap_or_default(),
        };
        Ok(OtpOutcome::Right {
            token: token.sign(&keys.bundles),
            key: opened.session_key.to_compressed_hex(),
        })
    }

    /// Returns the marks for a wrong attempt, or `None` if the code has used up its attempts, or the
    /// credential those of the day. Marks are used because counts in rows can be reset by restoring a backup.
    fn wrong_attempt_marks(
        &self,
        guard: &CodeMarksGuard<'_>,
        code: Uuid,
        credential: AuthMethodId,
        now: Time,
    ) -> Option<[Uuid; 2]> {
        let day = now.millis().div_euclid(DAY_MILLIS).to_be_bytes();
        let next = |of: &[&[u8]], most: usize| {
            let mut marks = (0..most).map(|number| mark(&[of, &[&number.to_be_bytes()[..]]].concat()));
            marks.find(|mark| !self.is_marked(guard, *mark))
        };
        let of_code = next(&[b"wrong", code.as_bytes()], usize::try_from(MAX_OTP_ATTEMPTS).ok()?)?;
        let of_day = next(&[b"wrong", credential.uuid().as_bytes(), &day], WRONG_CODES.most)?;
        Some([of_code, of_day])
    }

    /// Returns `true` if a correct code may be used for this key: on its first use, and again with the same
    /// key, because the outcome of the first use is unknown.
    fn try_use(&self, guard: &CodeMarksGuard<'_>, code: Uuid, key: &PublicKey) -> std::io::Result<bool> {
        let by_key = mark(&[b"used", code.as_bytes(), key.to_compressed_hex().as_bytes()]);
        if self.is_marked(guard, code) {
            return Ok(self.is_marked(guard, by_key));
        }
        guard.add(&[code, by_key]).map(|()| true)
    }

    fn is_marked(&self, guard: &CodeMarksGuard<'_>, mark: Uuid) -> bool {
        guard.has(mark)
    }

    /// Builds the message with a code. Its id is unrelated to that of the code.
    fn message(
        &self,
        wallet: &WalletClaims,
        channel: ContactChannel,
        recipient: &str,
        otp: &Otp,
        app_name: Option<&str>,
    ) -> Message {
        let of = app_name.map(|name| format!(" for {name}")).unwrap_or_default();
        Message {
            id: Uuid::from_bytes(self.ids.bytes()),
            platform: wallet.platform,
            channel,
            recipient: recipient.to_owned(),
            subject: format!("Your sign-in code{of}"),
            text: format!("Your sign-in code{of} is {}. Nobody will ever ask you for it.", otp.code.expose()),
            expires_at: Some(otp.expires_at),
            style: MessageStyle::default(),
        }
    }

    /// Checks that a verification token was issued here for this credential's user and is not expired, and
    /// returns its claims.
    pub(crate) fn token(
        &self,
        wallet: &WalletClaims,
        identity: &Identity,
        text: &str,
        now: Time,
    ) -> Result<VerificationToken, KeysError> {
        let keys = self.keys(wallet.environment);
        let token =
            VerificationToken::verify(text, &keys.bundles.public_key()).ok_or(KeysError::NotAuthorized)?;
        let (_, contact_type, contact) = contact(identity)?;
        let is_for_it = token.organization_id == wallet.organization_id.to_string()
            && token.contact_type == contact_type
            && token.contact == contact;
        let is_live = i64::try_from(token.expires_at_ms).is_ok_and(|expiry| now.millis() < expiry);
        if is_for_it && is_live { Ok(token) } else { Err(KeysError::NotAuthorized) }
    }
}

fn marks_unavailable(error: std::io::Error) -> KeysError {
    KeysError::Unavailable(format!("the marks of used one-time codes are unavailable: {error}"))
}

/// Returns a mark: the truncated SHA-256 of its parts.
fn mark(parts: &[&[u8]]) -> Uuid {
    let digest = Sha256::digest(parts.concat());
    let mut id = [0; 16];
    id.copy_from_slice(&digest[..16]);
    Uuid::from_bytes(id)
}
