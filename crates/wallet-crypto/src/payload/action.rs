//! The actions that a stamp can authorise, each with its terms.

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::{QuoteTerms, canonical};
use crate::{PublicKey, hex};

/// An action on a wallet, with everything that its stamp binds.
#[derive(Debug, Clone)]
pub enum Action<'a> {
    /// Add, change or (with an empty address) remove the e-mail address of a login.
    UpdateEmail {
        /// The wallet's user.
        user_id: &'a str,
        /// The new address; empty on removal.
        email: &'a str,
    },
    /// Add, change or (with an empty number) remove the phone number of a login.
    UpdatePhoneNumber {
        /// The wallet's user.
        user_id: &'a str,
        /// The new number (E.164); empty on removal.
        phone_number: &'a str,
    },
    /// Add a login by an identity provider.
    AddOauthProvider {
        /// The wallet's user.
        user_id: &'a str,
        /// The identity.
        provider: OauthProvider<'a>,
    },
    /// Remove a login by an identity provider.
    RemoveOauthProvider {
        /// The wallet's user.
        user_id: &'a str,
        /// The credential.
        provider_id: &'a str,
    },
    /// Add a passkey.
    AddPasskey {
        /// The wallet's user.
        user_id: &'a str,
        /// The passkey as it was sent.
        passkey: Passkey<'a>,
    },
    /// Remove a passkey.
    RemovePasskey {
        /// The wallet's user.
        user_id: &'a str,
        /// The credential.
        authenticator_id: &'a str,
    },
    /// Open a session: the body that a passkey's challenge is the hash of, and the refresh of a session.
    CreateSession {
        /// `clientPublicKey` as it was sent.
        target_public_key: &'a str,
    },
    /// End a session.
    RevokeSession {
        /// The wallet's user.
        user_id: &'a str,
        /// The session's UUID.
        session_id: &'a str,
    },
    /// Take the wallet's words out.
    ExportWallet {
        /// The wallet.
        wallet_id: &'a str,
        /// `clientPublicKey` as it was sent.
        target_public_key: &'a str,
    },
    /// Change the wallet's privacy.
    SetPrivacy {
        /// The wallet.
        wallet_id: &'a str,
        /// The wallet's account.
        account_id: &'a str,
        /// The new value.
        private_enabled: bool,
    },
    /// First half of a delegated key: its user.
    CreateDelegatedUser {
        /// The card that may be paid with it.
        card_id: &'a str,
        /// The key's name.
        nickname: &'a str,
        /// The key.
        public_key: &'a PublicKey,
    },
    /// Second half of a delegated key: what it may do.
    GrantDelegatedUser {
        /// The wallet that it may sign for.
        wallet_id: &'a str,
        /// The delegated key.
        user_id: &'a str,
    },
    /// Pay a quote.
    ExecuteQuote {
        /// The wallet.
        wallet_id: &'a str,
        /// What is paid.
        terms: QuoteTerms<'a>,
    },
}

/// An identity to be added.
#[derive(Debug, Clone, Copy)]
pub struct OauthProvider<'a> {
    /// The token as it was sent.
    pub oidc_token: &'a str,
    /// The login's name.
    pub name: &'a str,
}

/// A passkey to be added, all fields as they were sent.
#[derive(Debug, Clone, Copy)]
pub struct Passkey<'a> {
    /// Its name.
    pub name: &'a str,
    /// The challenge that it was made for.
    pub challenge: &'a str,
    /// Its id.
    pub credential_id: &'a str,
    /// What the browser signed over.
    pub client_data_json: &'a str,
    /// What the authenticator answered.
    pub attestation_object: &'a str,
    /// How it can be reached.
    pub transports: &'a [&'a str],
}

impl Action<'_> {
    /// The value of `type`.
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
