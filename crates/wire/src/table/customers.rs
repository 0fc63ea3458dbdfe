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
    /// The customers on whose behalf the platform moves money.
    Customers tagged "Customers";

    /// Creates an individual or business customer, with an internal account per currency.
    CreateCustomer = Post "/customers", Manage, key Honoured, body CustomerCreateRequest = new_customer()
        => 201 one Customer | 405 501;

    /// Lists customers, newest first.
    ListCustomers = Get "/customers", Any, query CustomerFilter = json!({ "currency": "USD", "limit": 50 })
        => 200 page Customer | 405;

    /// Shows one customer, also a deleted one.
    GetCustomerById = Get "/customers/{customerId}", Any => 200 one Customer;

    /// Changes a customer.
    ///
    /// A change of the e-mail address or telephone number that a wallet's credential is tied to answers 202
    /// first, with a payload for the wallet to sign; the request is then repeated with the signature.
    UpdateCustomerById = Patch "/customers/{customerId}", Manage, headers WalletSignature RequestId,
        body CustomerUpdateRequest
        = json!({ "customerType": "INDIVIDUAL", "phoneNumber": "+14155550123", "currencies": ["USD", "EUR"] })
        => 200 one Customer, or 202 SignedRequestChallenge | 409 424;

    /// Deletes a customer for good. Its accounts must be empty, and none of its transactions open.
    DeleteCustomerById = Delete "/customers/{customerId}", Manage => 200 one Customer | 409 410;

    /// Shows the current terms for end users.
    GetEndUserTerms = Get "/customers/end-user-terms", Any => 200 one EndUserTerms;

    /// Imports customers from a CSV file, in the background.
    ///
    /// Every row becomes a customer as by `POST /customers`, or an error of the import. With `dryRun`, the import says what
    /// would happen, and creates no customer.
    UploadCustomersCsv = Post "/customers/bulk/csv", Manage, multipart 100_000_000 CustomersCsvUpload
        => 202 one BulkCustomerImportJobAccepted;

    /// Shows how far an import is.
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
