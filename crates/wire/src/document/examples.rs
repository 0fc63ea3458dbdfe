//! One request of each operation that does something useful. Tests send every one of them.

use serde_json::{Value, json};

use crate::table::{
    Customers, ExternalAccounts, InternalAccounts, Operation, Platform, Quotes, Rates, Sandbox, Tokens,
    Transactions,
};

const CUSTOMER: &str = "Customer:0199a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b";
const INTERNAL_ACCOUNT: &str = "InternalAccount:0199a1b2-c3d4-7e8f-9a0b-2c3d4e5f6a7b";
const EXTERNAL_ACCOUNT: &str = "ExternalAccount:0199a1b2-c3d4-7e8f-9a0b-3c4d5e6f7a8b";

/// The body of the request; none where nothing need be sent.
pub(super) fn body(operation: Operation) -> Option<Value> {
    Some(match operation {
        Operation::Platform(Platform::UpdatePlatformConfig) => config(),
        Operation::Tokens(Tokens::CreateToken) => json!({ "name": "reporting", "permissions": ["VIEW"] }),
        Operation::Customers(Customers::CreateCustomer) => customer(),
        Operation::Customers(Customers::UpdateCustomerById) => {
            json!({ "customerType": "INDIVIDUAL", "phoneNumber": "+14155550123", "currencies": ["USD", "EUR"] })
        }
        Operation::ExternalAccounts(ExternalAccounts::CreateCustomerExternalAccount) => {
            let mut account = json!({ "customerId": CUSTOMER });
            account.as_object_mut()?.extend(bank_account().as_object()?.clone());
            account
        }
        Operation::ExternalAccounts(ExternalAccounts::CreatePlatformExternalAccount) => bank_account(),
        Operation::Quotes(Quotes::CreateQuote) => json!({
            "source": { "sourceType": "ACCOUNT", "accountId": INTERNAL_ACCOUNT },
            "destination": { "destinationType": "ACCOUNT", "accountId": EXTERNAL_ACCOUNT },
            "lockedCurrencySide": "SENDING",
            "lockedCurrencyAmount": 100_000,
            "description": "Invoice 4711",
        }),
        Operation::Sandbox(Sandbox::SandboxFundInternalAccount) => json!({ "amount": 200_000 }),
        Operation::Platform(Platform::GetPlatformConfig)
        | Operation::Tokens(Tokens::ListTokens | Tokens::GetTokenById | Tokens::DeleteTokenById)
        | Operation::Customers(
            Customers::ListCustomers
            | Customers::GetCustomerById
            | Customers::DeleteCustomerById
            | Customers::GetEndUserTerms,
        )
        | Operation::InternalAccounts(_)
        | Operation::ExternalAccounts(
            ExternalAccounts::ListCustomerExternalAccounts
            | ExternalAccounts::GetCustomerExternalAccountById
            | ExternalAccounts::DeleteCustomerExternalAccountById
            | ExternalAccounts::ListPlatformExternalAccounts
            | ExternalAccounts::GetPlatformExternalAccountById
            | ExternalAccounts::DeletePlatformExternalAccountById,
        )
        | Operation::Rates(_)
        | Operation::Quotes(Quotes::GetQuoteById | Quotes::ExecuteQuote)
        | Operation::Transactions(_)
        | Operation::Sandbox(Sandbox::SendTestWebhook) => return None,
    })
}

/// The query parameters of the request that say more than their defaults.
pub(super) fn query(operation: Operation) -> Value {
    match operation {
        Operation::Rates(Rates::GetExchangeRates) => {
            json!({ "sourceCurrency": "USD", "destinationCurrency": ["EUR"], "sendingAmount": 100_000 })
        }
        Operation::Transactions(Transactions::ListTransactions) => {
            json!({ "customerId": CUSTOMER, "status": "COMPLETED", "startDate": "2025-10-13T00:00:00Z" })
        }
        Operation::InternalAccounts(InternalAccounts::ListCustomerInternalAccounts)
        | Operation::ExternalAccounts(ExternalAccounts::ListCustomerExternalAccounts) => {
            json!({ "customerId": CUSTOMER })
        }
        Operation::Customers(Customers::ListCustomers) => json!({ "currency": "USD", "limit": 50 }),
        Operation::InternalAccounts(InternalAccounts::ListPlatformInternalAccounts)
        | Operation::ExternalAccounts(_)
        | Operation::Customers(_)
        | Operation::Platform(_)
        | Operation::Tokens(_)
        | Operation::Quotes(_)
        | Operation::Transactions(Transactions::GetTransactionById)
        | Operation::Sandbox(_) => json!({}),
    }
}

fn config() -> Value {
    let currency = |code: &str, most: i64| {
        json!({
            "currencyCode": code,
            "minAmount": 100,
            "maxAmount": most,
            "requiredCounterpartyFields": [],
            "enabledTransactionTypes": ["INCOMING", "OUTGOING"],
        })
    };
    json!({
        "supportedCurrencies": [currency("USD", 10_000_000), currency("EUR", 9_000_000)],
        "feeConfigs": [{
            "feeType": "CROSS_CURRENCY_TRANSACTION",
            "sourceCurrency": "USD",
            "variableFeeBps": 30,
            "fixedFee": { "amount": 100, "currency": "USD" },
        }],
    })
}

fn customer() -> Value {
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

fn bank_account() -> Value {
    json!({
        "currency": "EUR",
        "accountInfo": {
            "accountType": "EUR_ACCOUNT",
            "iban": "DE75512108001245126199",
            "beneficiary": {
                "beneficiaryType": "INDIVIDUAL",
                "fullName": "Erika Musterfrau",
                "countryOfResidence": "DE",
            },
        },
    })
}
