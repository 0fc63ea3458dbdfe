//! Operations on customers. `super::row` explains the grammar.

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
    /// Customers: the persons and companies for whom the platform moves money.
    Customers tagged "Customers";

    /// Creates an individual or business customer, with one internal account per currency.
    ///
    /// Fails with 409 if an active customer already has the `platformCustomerId`, or if the UMA address is
    /// taken.
    CreateCustomer = Post "/customers", Manage, key Honoured, body CustomerCreateRequest = customer_example()
        => 201 one Customer | 405 501;

    /// Lists customers, newest first.
    ListCustomers = Get "/customers", Any, query CustomerFilter = json!({ "currency": "USD", "limit": 50 })
        => 200 page Customer | 405;

    /// Returns a customer.
    ///
    /// A deleted customer is returned too; its `isDeleted` is `true`.
    GetCustomerById = Get "/customers/{customerId}", Any => 200 one Customer;

    /// Changes a customer.
    ///
    /// If the new e-mail address or telephone number replaces one that is a credential of the customer's
    /// wallet, the wallet must sign: the first response is 202 with a payload to sign, and the request is
    /// repeated with the signature. Fails with 409 if the new UMA address is taken, if the new e-mail address
    /// or telephone number is a credential of another customer, if the wallet's credentials have changed
    /// since the 202 response, or if the account of a removed currency is not empty or has open transactions.
    /// Fails with 424 if a credential cannot be changed together with the contact.
    UpdateCustomerById = Patch "/customers/{customerId}", Manage, headers WalletSignature RequestId,
        body CustomerUpdateRequest
        = json!({ "customerType": "INDIVIDUAL", "phoneNumber": "+14155550123", "currencies": ["USD", "EUR"] })
        => 200 one Customer, or 202 SignedRequestChallenge | 409 424;

    /// Deletes a customer permanently.
    ///
    /// Fails with 409 if one of its accounts is not empty or one of its transactions is still open, and with
    /// 410 if the customer is already deleted.
    DeleteCustomerById = Delete "/customers/{customerId}", Manage => 200 one Customer | 409 410;

    /// Returns the current terms of service for end users.
    GetEndUserTerms = Get "/customers/end-user-terms", Any => 200 one EndUserTerms;

    /// Imports customers from a CSV file, in the background.
    ///
    /// Each row creates a customer by the rules of `POST /customers`, or is reported as an error of the
    /// import. With `dryRun`, no customer is created, and the import reports the result that it would have.
    UploadCustomersCsv = Post "/customers/bulk/csv", Manage, multipart 100_000_000 CustomersCsvUpload
        => 202 one BulkCustomerImportJobAccepted;

    /// Returns the progress and the errors of an import.
    GetBulkCustomerImportJob = Get "/customers/bulk/jobs/{jobId}", Any => 200 one BulkCustomerImportJob;
}

fn customer_example() -> Value {
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
