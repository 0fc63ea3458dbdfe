//! Actions that a stamp can authorise, each with its terms.

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::{QuoteTerms, canonical};
use crate::{PublicKey, hex};

/// An action on a wallet with all terms that the stamp binds.
#[derive(Debug, Clone)]
pub enum Action<'a> {
    /// Add, change or (with an empty address) remove the email address of a login.
    UpdateEmail {
        user_id: &'a str,
        /// Empty on removal.
        email: &'a str,
    },
    /// Add, change or (with an empty number) remove the phone number of a login.
    UpdatePhoneNumber {
        user_id: &'a str,
        /// E.164; empty on removal.
        phone_number: &'a str,
    },
    /// Add a login with an identity provider.
    AddOauthProvider { user_id: &'a str, provider: OauthProvider<'a> },
    /// Remove a login with an identity provider.
    RemoveOauthProvider {
        user_id: &'a str,
        /// Credential to be removed.
        provider_id: &'a str,
    },
    /// Add a passkey.
    AddPasskey { user_id: &'a str, passkey: Passkey<'a> },
    /// Remove a passkey.
    RemovePasskey {
        user_id: &'a str,
        /// Credential to be removed.
        authenticator_id: &'a str,
    },
    /// Open a session. Used for the refresh of a session, and hashed as the challenge of a login with a
    /// passkey.
    CreateSession {
        /// `clientPublicKey` as it was sent.
        target_public_key: &'a str,
    },
    /// End a session.
    RevokeSession {
        user_id: &'a str,
        /// UUID of the session.
        session_id: &'a str,
    },
    /// Export the wallet's mnemonic.
    ExportWallet {
        wallet_id: &'a str,
        /// `clientPublicKey` as it was sent.
        target_public_key: &'a str,
    },
    /// Change the wallet's privacy.
    SetPrivacy {
        wallet_id: &'a str,
        account_id: &'a str,
        /// New value.
        private_enabled: bool,
    },
    /// Create a delegated key, first step: its user.
    CreateDelegatedUser {
        /// Card that the key pays for.
        card_id: &'a str,
        nickname: &'a str,
        public_key: &'a PublicKey,
    },
    /// Create a delegated key, second step: its permissions.
    GrantDelegatedUser {
        /// Wallet that the key may sign for.
        wallet_id: &'a str,
        /// Delegated key.
        user_id: &'a str,
    },
    /// Execute a quote.
    ExecuteQuote { wallet_id: &'a str, terms: QuoteTerms<'a> },
}

/// A login with an identity provider, to be added.
#[derive(Debug, Clone, Copy)]
pub struct OauthProvider<'a> {
    /// Token exactly as it was sent.
    pub oidc_token: &'a str,
    /// Name of the login.
    pub name: &'a str,
}

/// A passkey to be added. All fields are exactly as they were sent.
#[derive(Debug, Clone, Copy)]
pub struct Passkey<'a> {
    pub name: &'a str,
    /// Challenge of the registration.
    pub challenge: &'a str,
    pub credential_id: &'a str,
    /// Client data from the browser.
    pub client_data_json: &'a str,
    /// Answer of the authenticator.
    pub attestation_object: &'a str,
    pub transports: &'a [&'a str],
}

impl Action<'_> {
    /// Returns the value of `type`.
    #[must_use]
    pub const fn activity_type(&self) -> &'static str {
        match self {
            Self::UpdateEmail { .. } => "ACTIVITY_TYPE_UPDATE_USER_EMAIL",
            Self::UpdatePhoneNumber { .. } => "ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER",
            Self::AddOauthProvider { .. } => "ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS",
            Self::RemoveOauthProvider { .. } => "ACTIVITY_TYPE_DELETE_OAUTH_PROVIDERS",
            Self::AddPasskey { .. } => "ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2",
            Self::RemovePasskey { .. } => "ACTIVITY_TYPE_DELETE_AUTHENTICATORS",
            Self::CreateSession { .. } => "ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2",
            Self::RevokeSession { .. } => "ACTIVITY_TYPE_DELETE_API_KEYS",
            Self::ExportWallet { .. } => "ACTIVITY_TYPE_EXPORT_WALLET",
            Self::SetPrivacy { .. } => "ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2",
            Self::CreateDelegatedUser { .. } => "ACTIVITY_TYPE_CREATE_USERS_V3",
            Self::GrantDelegatedUser { .. } => "ACTIVITY_TYPE_CREATE_POLICIES",
            Self::ExecuteQuote { .. } => "ACTIVITY_TYPE_SIGN_TRANSACTION_V2",
        }
    }

    pub(super) fn parameters(&self) -> Value {
        match self {
            Self::UpdateEmail { user_id, email } => json!({"userEmail": email, "userId": user_id}),
            Self::UpdatePhoneNumber { user_id, phone_number } => {
                json!({"userId": user_id, "userPhoneNumber": phone_number})
            }
            Self::AddOauthProvider { user_id, provider } => {
                let provider = json!({"oidcToken": provider.oidc_token, "providerName": provider.name});
                json!({"oauthProviders": [provider], "userId": user_id})
            }
            Self::RemoveOauthProvider { user_id, provider_id } => {
                json!({"providerIds": [provider_id], "userId": user_id})
            }
            Self::AddPasskey { user_id, passkey } => {
                json!({"authenticators": [passkey.to_json()], "userId": user_id})
            }
            Self::RemovePasskey { user_id, authenticator_id } => {
                json!({"authenticatorIds": [authenticator_id], "userId": user_id})
            }
            Self::CreateSession { target_public_key } => json!({"targetPublicKey": target_public_key}),
            Self::RevokeSession { user_id, session_id } => {
                json!({"apiKeyIds": [session_id], "userId": user_id})
            }
            Self::ExportWallet { wallet_id, target_public_key } => {
                json!({"targetPublicKey": target_public_key, "walletId": wallet_id})
            }
            Self::SetPrivacy { wallet_id, account_id, private_enabled } => {
                let setting = json!({"accountId": account_id, "privateEnabled": private_enabled});
                json!({
                    "encoding": "PAYLOAD_ENCODING_HEXADECIMAL",
                    "hashFunction": "HASH_FUNCTION_NO_OP",
                    "payload": hex::encode(&Sha256::digest(canonical(&setting))),
                    "signWith": wallet_id,
                })
            }
            Self::CreateDelegatedUser { card_id, nickname, public_key } => {
                let key = json!({"publicKey": public_key.to_compressed_hex()});
                json!({"cardId": card_id, "users": [{"apiKeys": [key], "userName": nickname}]})
            }
            Self::GrantDelegatedUser { wallet_id, user_id } => json!({
                "delegatedUserId": user_id,
                "policies": [
                    {"action": "SIGN", "effect": "EFFECT_ALLOW", "signWith": wallet_id},
                    {"action": "REVOKE_SELF", "effect": "EFFECT_ALLOW"},
                ],
            }),
            Self::ExecuteQuote { wallet_id, terms } => json!({
                "signWith": wallet_id,
                "type": "TRANSACTION_TYPE_SPARK",
                "unsignedTransaction": terms.digest(),
            }),
        }
    }
}

impl Passkey<'_> {
    fn to_json(self) -> Value {
        json!({
            "attestation": {
                "attestationObject": self.attestation_object,
                "clientDataJson": self.client_data_json,
                "credentialId": self.credential_id,
            },
            "authenticatorName": self.name,
            "challenge": self.challenge,
            "transports": self.transports,
        })
    }
}
