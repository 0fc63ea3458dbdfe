//! One-time codes: made, sent, tried.

use causeway_domain::Time;
use causeway_domain::contact::ContactChannel;
use causeway_domain::ids::{AuthMethodId, Id};
use causeway_domain::wallets::{OTP_ATTEMPTS_MAX, WRONG_CODES};
use causeway_service::ports::wallet_keys::{
    BeginOtp, Identity, KeysError, OpenOtp, OpenedOtp, OtpBegun, SandboxWallet, WalletClaims,
};
use causeway_service::ports::{Message, MessageStyle};
use causeway_wallet_crypto::otp::{OtpBundle, OtpCode, OtpError, OtpTarget};
use causeway_wallet_crypto::{ContactType, PrivateKey, PublicKey, Secret, VerificationToken};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::LocalWalletKeys;
use crate::code_marks::{DAY_MILLIS, Turn};
use crate::environment::broken;

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
            let message = self.message(&wallet, channel, recipient, &otp, wanted.app_name.as_deref());
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
        if now >= otp.expires_at {
            return Ok(OpenedOtp::Wrong);
        }
        let turn = self.codes.turn(self.clock.now()).map_err(unmarked)?;
        let Some(wrong) = self.marks_of_wrong(&turn, otp.id, credential.credential, now) else {
            return Ok(OpenedOtp::Wrong);
        };
        let opened = match OtpBundle::parse(&wanted.bundle).and_then(|bundle| bundle.open(&otp.key)) {
            Ok(opened) => opened,
            Err(OtpError::Malformed | OtpError::Content) => return Ok(OpenedOtp::Malformed),
            Err(OtpError::Unopened) => {
                turn.add(&wrong).map_err(unmarked)?;
                return Ok(OpenedOtp::Unopened);
            }
        };
        if !otp.code.is(&opened.code) {
            turn.add(&wrong).map_err(unmarked)?;
            return Ok(OpenedOtp::Wrong);
        }
        if !self.takes_use(&turn, otp.id, &opened.session_key).map_err(unmarked)? {
            return Ok(OpenedOtp::Used);
        }
        let token = VerificationToken {
            // A code opens one session, whose id is a hash of this.
            id: otp.id,
            contact_type,
            contact: contact.to_owned(),
            organization_id: wallet.organization_id.to_string(),
            public_key: opened.session_key,
            expires_at_ms: u64::try_from(wanted.token_expires_at.millis()).unwrap_or_default(),
        };
        Ok(OpenedOtp::Right { token: token.sign(&keys.bundles), key: opened.session_key.to_compressed_hex() })
    }

    /// The marks that a wrong code leaves; none where the code, or the credential today, has as many as are allowed. Counts in
    /// rows can be set back, marks cannot.
    fn marks_of_wrong(
        &self,
        turn: &Turn<'_>,
        code: Uuid,
        credential: AuthMethodId,
        now: Time,
    ) -> Option<[Uuid; 2]> {
        let day = now.millis().div_euclid(DAY_MILLIS).to_be_bytes();
        let next = |of: &[&[u8]], most: usize| {
            let mut marks = (0..most).map(|number| mark(&[of, &[&number.to_be_bytes()[..]]].concat()));
            marks.find(|mark| !self.is_marked(turn, *mark))
        };
        let of_code = next(&[b"wrong", code.as_bytes()], usize::try_from(OTP_ATTEMPTS_MAX).ok()?)?;
        let of_day = next(&[b"wrong", credential.uuid().as_bytes(), &day], WRONG_CODES.most)?;
        Some([of_code, of_day])
    }

    /// Whether a right code may be used for this key: the first one that it is used for. The same one may come again, because
    /// nobody knows whether the first time has led to anything.
    fn takes_use(&self, turn: &Turn<'_>, code: Uuid, key: &PublicKey) -> std::io::Result<bool> {
        let by_key = mark(&[b"used", code.as_bytes(), key.to_compressed_hex().as_bytes()]);
        if self.is_marked(turn, code) {
            return Ok(self.is_marked(turn, by_key));
        }
        turn.add(&[code, by_key]).map(|()| true)
    }

    fn is_marked(&self, turn: &Turn<'_>, mark: Uuid) -> bool {
        turn.has(mark)
    }

    /// Returns the message that carries a code. Its id shows nothing of the code's.
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

    /// Whether a token of ours says that this credential's user has typed a right code; gives the token.
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

fn unmarked(fault: std::io::Error) -> KeysError {
    KeysError::Unavailable(format!("which codes were used: {fault}"))
}

/// A mark: a hash.
fn mark(parts: &[&[u8]]) -> Uuid {
    let digest = Sha256::digest(parts.concat());
    let mut id = [0; 16];
    id.copy_from_slice(&digest[..16]);
    Uuid::from_bytes(id)
}
