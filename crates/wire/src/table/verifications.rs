//! Operations on verifications and beneficial owners. `super::row` explains the grammar.

use serde_json::{Value, json};

use super::Operation;
use super::example::BUSINESS_CUSTOMER;
use super::row::operations;
use crate::endpoint::Endpoint;
use crate::verifications::{
    BeneficialOwner, BeneficialOwnerCreateRequest, BeneficialOwnerFilter, BeneficialOwnerUpdateRequest,
    KycLinkCreateRequest, KycLinkResponse, Verification, VerificationFilter, VerificationRequest,
};

operations! {
    /// Verification of customers' identities, and the beneficial owners of business customers.
    Verifications tagged "KYC/KYB Verifications";

    /// Adds a person who owns or controls a business customer.
    CreateBeneficialOwner = Post "/beneficial-owners", Manage, key Honoured,
        body BeneficialOwnerCreateRequest = owner_example()
        => 201 one BeneficialOwner | 404;

    /// Lists the beneficial owners of a business customer, newest first.
    ListBeneficialOwners = Get "/beneficial-owners", Any,
        query BeneficialOwnerFilter = json!({ "customerId": BUSINESS_CUSTOMER })
        => 200 page BeneficialOwner;

    /// Returns a beneficial owner of a business customer.
    ///
    /// The tax identification number is masked.
    GetBeneficialOwner = Get "/beneficial-owners/{beneficialOwnerId}", Any => 200 one BeneficialOwner;

    /// Changes a beneficial owner of a business customer.
    UpdateBeneficialOwner = Patch "/beneficial-owners/{beneficialOwnerId}", Manage, body BeneficialOwnerUpdateRequest
        = json!({ "roles": ["UBO", "DIRECTOR"], "personalInfo": { "email": "grace@example.com" } })
        => 200 one BeneficialOwner;

    /// Creates a link to a page on which the customer enters and submits the data for its verification.
    ///
    /// Each request creates a new link. Earlier links stay valid until they are used or expire. Anyone who
    /// has the link can act for the customer: give it only to the customer. Fails with 409 if the customer
    /// must first verify an e-mail address or telephone number.
    CreateCustomerKycLink = Post "/customers/{customerId}/kyc-link", Manage, key Honoured,
        optional KycLinkCreateRequest = json!({ "redirectUri": "https://example.com/done" })
        => 201 one KycLinkResponse | 404 409;

    /// Submits a customer for verification.
    ///
    /// If data is missing, the response lists it; submit the customer again once it is complete. Fails with
    /// 400 if the customer is already approved or rejected, is on hold, or must first verify an e-mail
    /// address or telephone number.
    CreateVerification = Post "/verifications", Manage, key Honoured,
        body VerificationRequest = json!({ "customerId": BUSINESS_CUSTOMER }) => 200 one Verification | 404;

    /// Lists verifications, newest first.
    ListVerifications = Get "/verifications", Any,
        query VerificationFilter = json!({ "verificationStatus": "RESOLVE_ERRORS" }) => 200 page Verification;

    /// Returns a verification.
    GetVerification = Get "/verifications/{verificationId}", Any => 200 one Verification;
}

fn owner_example() -> Value {
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
