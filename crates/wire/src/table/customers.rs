use serde_json::{Value, json};

use super::Operation;
use super::row::operations;
use crate::customers::{
    BulkCustomerImportJob, BulkCustomerImportJobAccepted, Customer, CustomerCreateRequest, CustomerFilter,
    CustomerUpdateRequest, CustomersCsvUpload, EndUserTerms,
};
use crate::endpoint::Endpoint;
use crate::wallets::SignedRequestChallenge;

operations! {
    /// Customers of the platform, on whose behalf it moves money.
    Customers tagged "Customers";

    /// Creates an individual or business customer, with an internal account per currency.
    CreateCustomer = Post "/customers", Manage, key Honoured, body CustomerCreateRequest = new_customer()
        => 201 one Customer | 405 501;

    /// Lists customers, newest first.
    ListCustomers = Get "/customers", Any, query CustomerFilter = json!({ "currency": "USD", "limit": 50 })
        => 200 page Customer | 405;

    /// Returns a customer, also a deleted one.
    GetCustomerById = Get "/customers/{customerId}", Any => 200 one Customer;

    /// Changes a customer.
    ///
    /// If a wallet's credential is tied to the e-mail address or telephone number that changes, the first
    /// response is 202 with a payload for the wallet to sign. The request is then repeated with the
    /// signature.
    UpdateCustomerById = Patch "/customers/{customerId}", Manage, headers WalletSignature RequestId,
        body CustomerUpdateRequest
        = json!({ "customerType": "INDIVIDUAL", "phoneNumber": "+14155550123", "currencies": ["USD", "EUR"] })
        => 200 one Customer, or 202 SignedRequestChallenge | 409 424;

    /// Deletes a customer permanently. Its accounts must be empty, and none of its transactions may be open.
    DeleteCustomerById = Delete "/customers/{customerId}", Manage => 200 one Customer | 409 410;

    /// Returns the current terms of service for end users.
    GetEndUserTerms = Get "/customers/end-user-terms", Any => 200 one EndUserTerms;

    /// Imports customers from a CSV file, in the background.
    ///
    /// Each row creates a customer as `POST /customers` does, or is reported as an error of the import. With
    /// `dryRun`, the import only reports the expected result and creates no customer.
    UploadCustomersCsv = Post "/customers/bulk/csv", Manage, multipart 100_000_000 CustomersCsvUpload
        => 202 one BulkCustomerImportJobAccepted;

    /// Returns the progress of an import.
    GetBulkCustomerImportJob = Get "/customers/bulk/jobs/{jobId}", Any => 200 one BulkCustomerImportJob;
}

fn new_customer() -> Value {
    json!({
        "customerType": "INDIVIDUAL",
        "platformCustomerId": "user-4711",
        "fullName": "Ada Lovelace",
        "birthDate": "1990-12-10",
        "nationality": "US",
        "email": "ada@example.com",
        "currencies": ["USD"],
    })
}
