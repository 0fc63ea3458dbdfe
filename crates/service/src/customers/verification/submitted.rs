//! The documents that were submitted with a verification (customers 8).

use causeway_domain::ids::{CustomerId, DocumentHolder, DocumentId, PlatformId, VerificationId};
use causeway_domain::verifications::VerificationStatus;
use causeway_store::documents::{self, DocumentRecord};
use causeway_store::verifications::{self, VerificationRecord};
use causeway_store::{Error, Tx, beneficial_owners, submitted_documents, uploads};
use uuid::Uuid;

/// Stores the documents of a customer and its owners as they are now, as part of the verification. The caller
/// must hold the customer's row lock.
pub(super) fn keep(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    verification: &VerificationRecord,
) -> Result<(), Error> {
    for document in list_current_documents(tx, platform, verification.customer)? {
        submitted_documents::insert(tx, platform, verification.id, &document)?;
    }
    Ok(())
}

/// Releases the documents of a verification that was returned. A file that was replaced since its submission
/// is deleted, unless it was submitted with another verification too.
pub(super) fn release(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    verification: &VerificationRecord,
) -> Result<(), Error> {
    let current: Vec<Uuid> = list_current_documents(tx, platform, verification.customer)?
        .iter()
        .map(|document| document.upload)
        .collect();
    let mut unused = Vec::new();
    for submitted in submitted_documents::of_verification(tx, platform, verification.id)? {
        let file = submitted.upload;
        let holders = submitted_documents::verifications_of_file(tx, platform, file)?;
        if !current.contains(&file) && holders.iter().all(|holder| *holder == verification.id) {
            unused.push(file);
        }
    }
    submitted_documents::remove_all(tx, platform, verification.id)?;
    unused.into_iter().try_for_each(|file| uploads::remove(tx, platform, file))
}

/// Deletes a file that another one has replaced, unless it was submitted.
pub fn remove_replaced_file(tx: &mut Tx<'_>, platform: PlatformId, file: Uuid) -> Result<(), Error> {
    let submitted_with = submitted_documents::verifications_of_file(tx, platform, file)?;
    if submitted_with.is_empty() { uploads::remove(tx, platform, file) } else { Ok(()) }
}

/// Returns the verification with which a document was submitted, and its status; `None` if the document may
/// be deleted.
pub fn submission_of(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    document: DocumentId,
) -> Result<Option<(VerificationId, VerificationStatus)>, Error> {
    let Some(id) = submitted_documents::verification_of(tx, platform, document)? else { return Ok(None) };
    let verification = verifications::find(tx, platform, id)?.ok_or(Error::Missing)?;
    Ok(Some((id, verification.doc.state.status())))
}

fn list_current_documents(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    customer: CustomerId,
) -> Result<Vec<DocumentRecord>, Error> {
    let owners = beneficial_owners::of_customer(tx, platform, customer)?;
    let mut holders = vec![DocumentHolder::Customer(customer)];
    holders.extend(owners.iter().map(|owner| DocumentHolder::BeneficialOwner(owner.id)));
    documents::of_holders(tx, platform, &holders)
}
