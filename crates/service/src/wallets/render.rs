//! Credentials and sessions in responses.

use causeway_store::wallets::credentials::CredentialRecord;
use causeway_store::wallets::sessions::SessionRecord;
use causeway_wire::wallets::{AuthMethod, AuthMethodResponse, AuthSession};

use crate::runtime::money::instant;

pub(super) fn credential(record: &CredentialRecord) -> AuthMethod {
    AuthMethod {
        id: record.id,
        account_id: record.account,
        method: record.method,
        credential_id: record.doc.credential_id.clone(),
        nickname: record.doc.nickname.clone(),
        created_at: instant(record.created_at),
        updated_at: instant(record.updated_at),
    }
}

/// Renders a new credential, with the encryption key for the code that was sent.
pub(super) fn added(record: &CredentialRecord, bundle: Option<String>) -> AuthMethodResponse {
    let AuthMethod { id, account_id, method, credential_id, nickname, created_at, updated_at } =
        credential(record);
    AuthMethodResponse {
        id,
        account_id,
        method,
        credential_id,
        nickname,
        created_at,
        updated_at,
        otp_encryption_target_bundle: bundle,
    }
}

/// Renders a session; with its encrypted key if it was just opened.
pub(super) fn session(record: &SessionRecord, encrypted_key: Option<String>) -> AuthSession {
    AuthSession {
        id: record.id,
        account_id: record.account,
        method: record.doc.method,
        credential_id: record.doc.credential_id.clone(),
        nickname: record.doc.nickname.clone(),
        encrypted_session_signing_key: encrypted_key,
        created_at: instant(record.created_at),
        updated_at: instant(record.updated_at),
        expires_at: instant(record.expires_at),
    }
}
