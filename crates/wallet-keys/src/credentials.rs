//! Further credentials, and changes of contact.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use causeway_domain::Time;
use causeway_domain::ids::Id;
use causeway_service::ports::wallet_keys::{
    CertificationRequest, ContactChangeRequest, CredentialClaims, CredentialTerms, Identity, KeysError,
    WalletClaims,
};
use causeway_store::platforms::Environment;
use causeway_wallet_crypto::oidc::IdToken;
use causeway_wallet_crypto::payload::{Action, OauthProvider, Passkey};
use causeway_wallet_crypto::webauthn::Registration;
use uuid::Uuid;

use crate::LocalWalletKeys;

impl LocalWalletKeys {
    pub(crate) async fn check_new_token(
        &self,
        environment: Environment,
        token: String,
        now: Time,
    ) -> Result<(), KeysError> {
        let keys = self.keys(environment);
        let read = IdToken::parse(&token).map_err(KeysError::Token)?;
        self.check_token_times(keys, &read, self.now(keys, now)).await
    }

    /// Certifies a credential requested by a session of the wallet.
    pub(crate) async fn add_credential(&self, wanted: CertificationRequest) -> Result<String, KeysError> {
        let (wallet, keys) = self.wallet(&wanted.wallet)?;
        let user_id = wallet.user_id.to_string();
        let transports = transports(&wanted.terms);
        let action = action(&user_id, &wanted.terms, &transports)?;
        self.authorize(keys, &wallet, &[&wallet], &wanted.authority, &action)?;
        if let CredentialTerms::Oauth { token, .. } = &wanted.terms {
            self.check_new_token(keys.environment, token.clone(), wanted.authority.now).await?;
        }
        if self.is_revoked(wanted.credential.uuid())? {
            return Err(KeysError::NotCertified);
        }
        let identity = identity(&wanted.terms)?;
        let credential = wanted.credential;
        keys.certify(&CredentialClaims { account: wallet.account, credential, identity, serial: None })
    }

    /// Certifies a customer's credentials with a new contact, requested by a session of one of the wallets.
    pub(crate) fn replace_contact(&self, wanted: &ContactChangeRequest) -> Result<Vec<String>, KeysError> {
        let (oldest, keys) = self.wallet(&wanted.wallet)?;
        let mut tied: Vec<(WalletClaims, CredentialClaims)> = Vec::new();
        for (wallet, credential) in &wanted.credentials {
            let (wallet, of) = self.wallet(wallet)?;
            let credential = self.credential(&wallet, keys, credential)?;
            let is_same_kind = matches!(
                (&credential.identity, &wanted.identity),
                (Identity::EmailOtp { .. }, Identity::EmailOtp { .. })
                    | (Identity::SmsOtp { .. }, Identity::SmsOtp { .. })
            );
            let is_same_customer = of.environment == keys.environment && wallet.customer == oldest.customer;
            if !is_same_kind || !is_same_customer {
                return Err(KeysError::NotCertified);
            }
            tied.push((wallet, credential));
        }
        let user_id = oldest.user_id.to_string();
        let signers: Vec<&WalletClaims> = tied.iter().map(|(wallet, _)| wallet).collect();
        let action = contact(&user_id, &wanted.identity)?;
        self.authorize(keys, &oldest, &signers, &wanted.authority, &action)?;
        let changed = |(_, credential): &(WalletClaims, CredentialClaims)| {
            keys.certify(&CredentialClaims {
                identity: wanted.identity.clone(),
                serial: Some(Uuid::from_bytes(self.ids.bytes())),
                ..credential.clone()
            })
        };
        tied.iter().map(changed).collect()
    }
}

/// Returns the action to be signed for a new credential.
fn action<'a>(
    user_id: &'a str,
    terms: &'a CredentialTerms,
    transports: &'a [&'a str],
) -> Result<Action<'a>, KeysError> {
    Ok(match terms {
        CredentialTerms::Contact(identity) => contact(user_id, identity)?,
        CredentialTerms::Oauth { token, name } => {
            Action::AddOauthProvider { user_id, provider: OauthProvider { oidc_token: token, name } }
        }
        CredentialTerms::Passkey {
            name,
            challenge,
            credential_id,
            client_data_json,
            attestation_object,
            transports: _,
        } => Action::AddPasskey {
            user_id,
            passkey: Passkey {
                name,
                challenge,
                credential_id,
                client_data_json,
                attestation_object,
                transports,
            },
        },
    })
}

fn transports(terms: &CredentialTerms) -> Vec<&str> {
    match terms {
        CredentialTerms::Passkey { transports, .. } => transports.iter().map(String::as_str).collect(),
        CredentialTerms::Contact(_) | CredentialTerms::Oauth { .. } => Vec::new(),
    }
}

/// Returns the identity of a credential, as read from the token or the registration itself.
fn identity(terms: &CredentialTerms) -> Result<Identity, KeysError> {
    match terms {
        CredentialTerms::Contact(identity) => Ok(identity.clone()),
        CredentialTerms::Oauth { token, .. } => {
            let read = IdToken::parse(token).map_err(KeysError::Token)?;
            let found = read.identity();
            Ok(Identity::Oauth {
                issuer: found.issuer.clone(),
                audience: found.audience.clone(),
                subject: found.subject.clone(),
            })
        }
        CredentialTerms::Passkey {
            challenge, credential_id, client_data_json, attestation_object, ..
        } => {
            let registration =
                Registration { challenge, credential_id, client_data_json, attestation_object };
            let passkey = registration.check().map_err(|_| KeysError::Malformed("attestation"))?;
            Ok(Identity::Passkey {
                credential_id: URL_SAFE_NO_PAD.encode(&passkey.credential_id),
                key: URL_SAFE_NO_PAD.encode(passkey.key.as_bytes()),
                rp_id_hash: URL_SAFE_NO_PAD.encode(passkey.relying_party.id_hash),
                rp_id: passkey.relying_party.id,
                origin: passkey.origin,
            })
        }
    }
}

/// Returns the action to be signed for a change of contact.
fn contact<'a>(user_id: &'a str, identity: &'a Identity) -> Result<Action<'a>, KeysError> {
    match identity {
        Identity::EmailOtp { address } => Ok(Action::UpdateEmail { user_id, email: address }),
        Identity::SmsOtp { number } => Ok(Action::UpdatePhoneNumber { user_id, phone_number: number }),
        Identity::Oauth { .. } | Identity::Passkey { .. } => Err(KeysError::NotAuthorized),
    }
}
