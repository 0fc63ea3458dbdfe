//! Corrections of document errors: another file, or another document (customers 5.4, 8).

use causeway_vocabulary::documents::DocumentType;
use causeway_vocabulary::verifications::VerificationErrorType;

use super::completeness::{COMPANY_DOCUMENTS, DocumentFacts, OWNER_DOCUMENTS, PERSON_DOCUMENTS};
use crate::ids::DocumentHolder;

/// Returns `true` if an error of this kind is a finding about the file of one document.
#[must_use]
pub const fn is_about_file(kind: VerificationErrorType) -> bool {
    matches!(kind, VerificationErrorType::SuspectedFraudDocument) || is_cured_by_file(kind)
}

/// Returns `true` if replacing the file of the document corrects an error of this kind. A suspicion of fraud
/// is about more than the file, and waits for the next decision.
#[must_use]
pub const fn is_cured_by_file(kind: VerificationErrorType) -> bool {
    matches!(
        kind,
        VerificationErrorType::InvalidDocument
            | VerificationErrorType::ExpiredDocument
            | VerificationErrorType::PoorQualityDocument
            | VerificationErrorType::WrongDocumentType
            | VerificationErrorType::IncompleteDocument
            | VerificationErrorType::UnreadableDocument
            | VerificationErrorType::DocumentVerificationFailed
    )
}

/// Returns the document types of which one corrects an error of this kind, about `document` if the error is
/// about one. Empty for an error that no upload corrects.
#[must_use]
pub fn accepted_documents(
    kind: VerificationErrorType,
    document: Option<&DocumentFacts>,
) -> Vec<DocumentType> {
    match (kind, document) {
        (VerificationErrorType::MissingIdentityDocument, _) => PERSON_DOCUMENTS.to_vec(),
        (VerificationErrorType::MissingGoodStandingDocument, _) => {
            vec![DocumentType::GoodStandingCertificate]
        }
        // The missing side or page must belong to the same type of document.
        (VerificationErrorType::IncompleteDocument, Some(document)) => vec![document.document_type],
        (kind, Some(document)) if is_cured_by_file(kind) => alternatives(document),
        (kind, None) if is_cured_by_file(kind) => PERSON_DOCUMENTS.to_vec(),
        (kind, _) => {
            let missing = COMPANY_DOCUMENTS.iter().find(|(missing, _)| *missing == kind);
            missing.map(|(_, accepted)| accepted.to_vec()).unwrap_or_default()
        }
    }
}

/// Returns the document types that serve every purpose of this document, including its own type.
fn alternatives(document: &DocumentFacts) -> Vec<DocumentType> {
    let own = document.document_type;
    let rows: Vec<&[DocumentType]> = if !PERSON_DOCUMENTS.contains(&own) {
        COMPANY_DOCUMENTS.iter().map(|(_, accepted)| *accepted).collect()
    } else if matches!(document.holder, DocumentHolder::BeneficialOwner(_)) {
        OWNER_DOCUMENTS.to_vec()
    } else {
        vec![PERSON_DOCUMENTS]
    };
    let mut served = rows.into_iter().filter(|accepted| accepted.contains(&own));
    let Some(first) = served.next() else { return vec![own] };
    let others: Vec<&[DocumentType]> = served.collect();
    let serves_all = |one: &&DocumentType| others.iter().all(|accepted| accepted.contains(*one));
    first.iter().filter(serves_all).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{BeneficialOwnerId, CustomerId, DocumentId, Id};

    fn held(holder: DocumentHolder, document_type: DocumentType) -> DocumentFacts {
        DocumentFacts { id: DocumentId::from_uuid(uuid::Uuid::nil()), holder, document_type, side: None }
    }

    fn of_customer(document_type: DocumentType) -> DocumentFacts {
        held(DocumentHolder::Customer(CustomerId::from_uuid(uuid::Uuid::nil())), document_type)
    }

    #[test]
    fn a_returned_document_is_replaced_by_one_of_the_same_purpose() {
        use DocumentType::{
            DriversLicense, NationalId, PartnershipAgreement, Passport, ShareholderRegister, TrustAgreement,
        };
        let poor = |document: DocumentFacts| {
            accepted_documents(VerificationErrorType::PoorQualityDocument, Some(&document))
        };
        assert_eq!(poor(of_customer(NationalId)), PERSON_DOCUMENTS);
        assert_eq!(
            poor(of_customer(ShareholderRegister)),
            [ShareholderRegister, TrustAgreement, PartnershipAgreement]
        );
        assert_eq!(poor(of_customer(TrustAgreement)), [TrustAgreement], "it shows control and ownership");
        assert_eq!(poor(of_customer(DocumentType::Selfie)), [DocumentType::Selfie]);
        let owner = DocumentHolder::BeneficialOwner(BeneficialOwnerId::from_uuid(uuid::Uuid::nil()));
        assert_eq!(poor(held(owner, Passport)), [Passport], "the second document is another one");
        assert_eq!(poor(held(owner, DriversLicense)), [NationalId, DriversLicense]);
    }

    #[test]
    fn an_error_that_no_upload_corrects_accepts_no_upload() {
        use VerificationErrorType as E;
        let passport = of_customer(DocumentType::Passport);
        for kind in [E::MissingField, E::InvalidField, E::ApplicantFraud, E::SuspectedFraudDocument] {
            assert_eq!(accepted_documents(kind, Some(&passport)), [], "{kind}");
        }
        assert_eq!(accepted_documents(E::PoorQualityDocument, None), PERSON_DOCUMENTS);
        assert_eq!(accepted_documents(E::MissingProofOfAddressDocument, None).len(), 6);
        let good_standing = accepted_documents(E::MissingGoodStandingDocument, None);
        assert_eq!(good_standing, [DocumentType::GoodStandingCertificate]);
        let half = of_customer(DocumentType::DriversLicense);
        assert_eq!(accepted_documents(E::IncompleteDocument, Some(&half)), [DocumentType::DriversLicense]);
    }
}
