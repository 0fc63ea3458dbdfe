use serde_json::{Value, json};

use super::Operation;
use super::example::BUSINESS_CUSTOMER;
use super::row::operations;
use crate::endpoint::Endpoint;
use crate::kyc::{
    BeneficialOwner, BeneficialOwnerCreateRequest, BeneficialOwnerFilter, BeneficialOwnerUpdateRequest,
    KycLinkCreateRequest, KycLinkResponse, Verification, VerificationFilter, VerificationRequest,
};

operations! {
    /// Who customers are, and who stands behind those that are companies.
    Kyc tagged "KYC/KYB Verifications";

    /// Adds a person who owns or controls a business customer.
    CreateBeneficialOwner = Post "/beneficial-owners", Manage, key Honoured, body BeneficialOwnerCreateRequest = new_owner()
        => 201 one BeneficialOwner | 404;

    /// Lists the people behind a business customer, newest first.
    ListBeneficialOwners = Get "/beneficial-owners", Any, query BeneficialOwnerFilter = json!({ "customerId": BUSINESS_CUSTOMER })
        => 200 page BeneficialOwner;

    /// Shows one person behind a business customer. The tax number is masked.
    GetBeneficialOwner = Get "/beneficial-owners/{beneficialOwnerId}", Any => 200 one BeneficialOwner;

    /// Changes a person behind a business customer.
    UpdateBeneficialOwner = Patch "/beneficial-owners/{beneficialOwnerId}", Manage, body BeneficialOwnerUpdateRequest
        = json!({ "roles": ["UBO", "DIRECTOR"], "personalInfo": { "email": "grace@example.com" } })
        => 200 one BeneficialOwner;

    /// Makes a link to a page on which the customer gives what its verification needs, and submits it.
    ///
    /// Each call makes another one; earlier ones stay valid. Who has the link acts for the customer: give it to nobody else.
    CreateCustomerKycLink = Post "/customers/{customerId}/kyc-link", Manage, key Honoured,
        optional KycLinkCreateRequest = json!({ "redirectUri": "https://example.com/done" })
        => 201 one KycLinkResponse | 404 409;

    /// Submits a customer to verification.
    ///
    /// What is missing is listed in the answer; once it is there, submit again. A customer that is decided is not
    /// submitted.
    CreateVerification = Post "/verifications", Manage, key Honoured,
        body VerificationRequest = json!({ "customerId": BUSINESS_CUSTOMER }) => 200 one Verification | 404;

    /// Lists verifications, newest first.
    ListVerifications = Get "/verifications", Any,
        query VerificationFilter = json!({ "verificationStatus": "RESOLVE_ERRORS" }) => 200 page Verification;

    /// Shows one verification.
    GetVerification = Get "/verifications/{verificationId}", Any => 200 one Verification;
}

fn new_owner() -> Value {
    json!({
        "customerId": BUSINESS_CUSTOMER,
        "roles": ["UBO", "DIRECTOR"],
        "ownershipPercentage": 60,
        "personalInfo": {
            "firstName": "Grace",
            "lastName": "Hopper",
            "birthDate": "1986-12-09",
            "nationality": "US",
            "email": "grace@example.com",
            "address": { "line1": "1 Main Street", "city": "Springfield", "state": "IL", "postalCode": "62701", "country": "US" },
            "idType": "SSN",
            "identifier": "123-45-6789",
        },
    })
}
