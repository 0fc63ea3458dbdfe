use serde_json::{Value, json};

use super::Operation;
use super::example::{CARD, WALLET};
use super::row::operations;
use crate::delegated_keys::{DelegatedKey, DelegatedKeyCreateRequest, DelegatedKeyFilter};
use crate::endpoint::Endpoint;
use crate::wallets::{
    AuthCredentialChallenge, AuthCredentialChallengeRequest, AuthCredentialCreateRequest,
    AuthCredentialVerifyRequest, AuthMethod, AuthMethodResponse, AuthSession, AuthSessionRefreshRequest,
    OfWallet, SignedRequestChallenge,
};

operations! {
    /// Credentials and sessions by which end users authorize what leaves their wallets.
    ///
    /// A wallet's signature authorizes a debit of the ledger, and changes of the wallet.
    Wallets tagged "Embedded Wallet Auth";

    /// Adds a credential to a wallet.
    ///
    /// Where the wallet has one already, the answer is 202 first, with a payload for the wallet to sign; the request is
    /// then repeated with the signature.
    CreateAuthCredential = Post "/auth/credentials", ManageOrTransact, headers WalletSignature RequestId,
        body AuthCredentialCreateRequest = json!({ "type": "SMS_OTP", "accountId": WALLET })
        => 201 one AuthMethodResponse, or 202 SignedRequestChallenge | 404;

    /// Lists the credentials of a wallet, oldest first.
    ListAuthCredentials = Get "/auth/credentials", Any, query OfWallet = json!({ "accountId": WALLET })
        => 200 list AuthMethod;

    /// Begins a login: sends a code, or asks a passkey.
    ChallengeAuthCredential = Post "/auth/credentials/{id}/challenge", ManageOrTransact,
        optional AuthCredentialChallengeRequest => 200 one AuthCredentialChallenge;

    /// Opens a session.
    ///
    /// A login by code answers 202 first, with a token for the key in the bundle to sign; the request is then repeated
    /// with the signature. A login by passkey names its challenge with `Request-Id`.
    VerifyAuthCredential = Post "/auth/credentials/{id}/verify", ManageOrTransact,
        headers WalletSignature RequestId, body AuthCredentialVerifyRequest = assertion()
        => 200 one AuthSession, or 202 SignedRequestChallenge;

    /// Revokes a credential, signed by a session of another one. Its sessions end.
    RevokeAuthCredential = Delete "/auth/credentials/{id}", ManageOrTransact, headers WalletSignature RequestId
        => 204, or 202 SignedRequestChallenge;

    /// Lists the active sessions of a wallet, newest first.
    ListAuthSessions = Get "/auth/sessions", Any, query OfWallet = json!({ "accountId": WALLET })
        => 200 list AuthSession;

    /// Opens a session after another one, which signs for it.
    RefreshAuthSession = Post "/auth/sessions/{id}/refresh", ManageOrTransact, headers WalletSignature RequestId,
        body AuthSessionRefreshRequest = json!({ "clientPublicKey": KEY })
        => 201 one AuthSession, or 202 SignedRequestChallenge;

    /// Ends a session, signed by any session of the wallet.
    RevokeAuthSession = Delete "/auth/sessions/{id}", ManageOrTransact, headers WalletSignature RequestId
        => 204, or 202 SignedRequestChallenge;

    /// Makes a key that signs for a wallet when one of its cards is used.
    ///
    /// The wallet signs twice, each time the payload of a 202: for the key, and for what it may do. All three requests have
    /// the same body.
    CreateDelegatedKey = Post "/auth/delegated-keys", ManageOrTransact, headers WalletSignature RequestId,
        body DelegatedKeyCreateRequest
        = json!({ "cardId": CARD, "internalAccountId": WALLET, "nickname": "Card payments" })
        => 201 one DelegatedKey, or 202 SignedRequestChallenge | 404 409;

    /// Lists the delegated keys of a wallet or of one funding source of a card, newest first.
    ListDelegatedKeys = Get "/auth/delegated-keys", Any, query DelegatedKeyFilter = json!({ "accountId": WALLET })
        => 200 list DelegatedKey;

    /// Shows one delegated key.
    GetDelegatedKeyById = Get "/auth/delegated-keys/{id}", Any => 200 one DelegatedKey;

    /// Revokes a delegated key. The wallet needs not sign for it.
    RevokeDelegatedKey = Delete "/auth/delegated-keys/{id}", ManageOrTransact => 204 | 400;
}

/// A point of the curve.
const KEY: &str = "026b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296";

/// What the sandbox takes for the answer of a passkey.
fn assertion() -> Value {
    json!({
        "type": "PASSKEY",
        "assertion": {
            "credentialId": "AAECAwQFBgcICQoLDA0ODw",
            "clientDataJson": "e30",
            "authenticatorData": "AAAA",
            "signature": "sandbox-valid-passkey-signature",
        },
    })
}
