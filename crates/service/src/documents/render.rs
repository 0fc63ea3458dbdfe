//! A document as an API object (customers 8).

use causeway_domain::ids::DocumentId;
use causeway_store::Error;
use causeway_store::documents::{DocumentRecord, DocumentWithKey};
use causeway_wire::documents::Document;

use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::hex;
use crate::runtime::keys::DataKey;
use crate::runtime::money::instant;
use crate::runtime::uploads::key_of;

/// Returns the encryption context of a document's number.
pub(super) fn number_encryption_context(id: DocumentId) -> String {
    format!("number of {id}")
}

/// Renders a stored document.
pub(super) fn stored(app: &App, found: &DocumentWithKey) -> Result<Document, ApiError> {
    let DocumentWithKey { document: record, wrapped_key } = found;
    let key = record.doc.encrypted_number.as_ref().map(|_| key_of(&app.keys(), record.upload, wrapped_key));
    document(record, key.transpose()?.as_ref())
}

/// Renders a document; `key` decrypts its number.
pub(super) fn document(record: &DocumentRecord, key: Option<&DataKey>) -> Result<Document, ApiError> {
    let doc = &record.doc;
    let encrypted = doc.encrypted_number.as_deref().zip(key);
    let number = encrypted.map(|(encrypted, key)| decrypt_number(record.id, encrypted, key)).transpose()?;
    Ok(Document {
        id: record.id,
        document_holder: record.holder,
        document_type: record.document_type,
        side: doc.side,
        country: doc.country,
        document_number: number.map(Into::into),
        issuing_authority: doc.issuing_authority.clone().map(Into::into),
        file_name: doc.file_name.clone().into(),
        created_at: instant(record.created_at),
        updated_at: instant(record.updated_at),
    })
}

fn decrypt_number(id: DocumentId, encrypted: &str, key: &DataKey) -> Result<String, ApiError> {
    let damaged = || ApiError::internal(Error::Data("a document's number is not text".to_owned()));
    let encrypted = hex::decode(encrypted).ok_or_else(damaged)?;
    let number = key.decrypt(&number_encryption_context(id), &encrypted).map_err(ApiError::internal)?;
    std::str::from_utf8(number.expose()).map(str::to_owned).map_err(|_| damaged())
}
