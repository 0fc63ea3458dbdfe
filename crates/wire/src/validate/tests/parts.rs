//! Parts of sample bodies.

use serde_json::{Value, json};

const UUID: &str = "01890a5d-ac96-774b-bcce-b302099a8057";

pub(super) fn id(type_name: &str) -> String {
    format!("{type_name}:{UUID}")
}

pub(super) fn mint() -> Value {
    json!({
        "amount": "1000000",
        "fundingSource": { "type": "SAME_DAY_ACH_DEBIT", "externalAccountId": id("ExternalAccount") },
        "destination": { "accountId": id("ExternalAccount") },
        "description": "first",
    })
}

pub(super) fn burn() -> Value {
    json!({
        "amount": "1000000",
        "source": { "type": "SVC_INTERNAL_ACCOUNT", "accountId": id("InternalAccount") },
        "destination": { "type": "EXTERNAL_ACCOUNT", "externalAccountId": id("ExternalAccount"), "rail": "WIRE" },
        "description": "first",
    })
}

/// Returns a mint or burn as the body of a quote request.
pub(super) fn tagged(operation_type: &str, request: Value) -> Value {
    let mut quote = request;
    quote["operationType"] = json!(operation_type);
    quote
}

/// Returns the parts of a document form; without a holder where the holder cannot change.
pub(super) fn document(holder: &str) -> Value {
    let mut parts = json!({ "file": "", "documentType": "NATIONAL_ID", "country": "DE", "side": "FRONT",
        "documentNumber": "X1", "issuingAuthority": "Stadt Bonn" });
    if !holder.is_empty() {
        parts["documentHolder"] = json!(holder);
    }
    parts
}

pub(super) fn platform_config() -> Value {
    json!({
        "umaDomain": "pay.example.com",
        "webhookEndpoint": "https://example.com/hook",
        "supportedCurrencies": [{
            "currencyCode": "USD",
            "minAmount": 1,
            "maxAmount": 1_000_000,
            "requiredCounterpartyFields": [{ "name": "FULL_NAME", "mandatory": true }],
            "providerRequiredCustomerFields": ["FULL_NAME"],
            "enabledTransactionTypes": ["INCOMING", "OUTGOING"],
        }],
        "embeddedWalletConfig": {
            "appName": "Acme",
            "otpLength": 6,
            "alphanumeric": false,
            "expirationSeconds": 300,
            "sendFromEmailAddress": "no-reply@example.com",
            "logoUrl": "http://example.com/logo.png",
        },
        "cardTokenization2faConfig": {
            "displayName": "Acme",
            "logoUrl": "https://example.com/logo.png",
            "email": { "fromAddress": "cards@example.com", "subject": "Your code", "bodyText": "Code: {{code}}" },
            "sms": { "templateSid": "t1", "bodyText": "Code: {{code}}" },
        },
        "feeConfigs": [{
            "feeType": "CROSS_CURRENCY_TRANSACTION",
            "sourceCurrency": "USD",
            "variableFeeBps": 30,
            "fixedFee": { "amount": 100, "currency": "USD" },
        }],
    })
}

/// Returns the members of a customer. `platformCustomerId` and `region`, which only creation reads, are
/// included if listed.
pub(super) fn individual(only_on_creation: &[&str]) -> Value {
    let mut body = json!({
        "customerType": "INDIVIDUAL",
        "platformCustomerId": "u1",
        "region": "US",
        "currencies": ["USD", "USDC"],
        "email": "jane@example.com",
        "phoneNumber": "+14155550123",
        "umaAddress": "$jane@pay.example.com",
        "endUserTermsConsent": {
            "acceptedAt": "2025-10-03T12:00:00Z",
            "ipAddress": "203.0.113.7",
            "termsVersion": "V1",
            "acceptanceMethod": "CHECKBOX",
        },
        "kycStatus": "APPROVED",
        "fullName": "Jane Doe",
        "birthDate": "1990-01-15",
        "nationality": "US",
        "address": { "line1": "1 Main St", "city": "Springfield", "postalCode": "12345", "country": "US" },
        "idType": "SSN",
        "identifier": "111-22-3333",
        "countryOfIssuance": "US",
        "sourceOfFundsCategories": ["SALARY", "OTHER"],
        "sourceOfFundsOtherDescription": "Prizes",
        "pepStatus": "NONE",
    });
    keep(&mut body, only_on_creation);
    body
}

pub(super) fn owner(is_new: bool) -> Value {
    let mut body = json!({
        "customerId": id("Customer"),
        "roles": ["UBO", "DIRECTOR"],
        "ownershipPercentage": 60,
        "personalInfo": {
            "firstName": "Grace",
            "middleName": "B",
            "lastName": "Hopper",
            "birthDate": "1986-12-09",
            "nationality": "US",
            "email": "grace@example.com",
            "phoneNumber": "+14155550123",
            "address": { "line1": "1 Main St", "city": "Springfield", "postalCode": "12345", "country": "US" },
            "idType": "SSN",
            "identifier": "111-22-3333",
            "countryOfIssuance": "US",
        },
    });
    if !is_new {
        body.as_object_mut().unwrap().remove("customerId");
    }
    body
}

pub(super) fn business(only_on_creation: &[&str]) -> Value {
    let mut body = json!({
        "customerType": "BUSINESS",
        "platformCustomerId": "b1",
        "region": "DE",
        "currencies": ["EUR"],
        "kybStatus": "PENDING",
        "address": { "line1": "Hauptstr. 1", "postalCode": "10115", "country": "DE" },
        "businessInfo": {
            "legalName": "Acme GmbH",
            "country": "DE",
            "taxId": "DE123456789",
            "incorporatedOn": "2001-02-03",
            "entityType": "LLC",
            "countriesOfOperation": ["DE", "FR"],
            "naicsCode": "5223",
            "sourceOfFundsOtherDescription": "Grants",
            "primaryContactFirstName": "Erika",
        },
    });
    keep(&mut body, only_on_creation);
    body
}

fn keep(body: &mut Value, only_on_creation: &[&str]) {
    for name in ["platformCustomerId", "region"] {
        if !only_on_creation.contains(&name) {
            body.as_object_mut().unwrap().shift_remove(name);
        }
    }
}

pub(super) fn usd_account() -> Value {
    json!({
        "customerId": id("Customer"),
        "currency": "USD",
        "platformAccountId": "acc-1",
        "ownershipType": "THIRD_PARTY",
        "defaultUmaDepositAccount": true,
        "accountInfo": {
            "accountType": "USD_ACCOUNT",
            "accountNumber": "000123456789",
            "routingNumber": "021000021",
            "bankAccountType": "CHECKING",
            "beneficiary": {
                "beneficiaryType": "INDIVIDUAL",
                "fullName": "John Smith",
                "birthDate": "1980-05-06",
                "address": { "line1": "2 Side St", "postalCode": "54321", "country": "US" },
            },
        },
    })
}

pub(super) fn colombian_account() -> Value {
    json!({
        "currency": "COP",
        "platformAccountId": "acc-2",
        "ownershipType": "THIRD_PARTY",
        "accountInfo": {
            "accountType": "COP_ACCOUNT",
            "accountNumber": "12345678",
            "bankAccountType": "SAVINGS",
            "bankName": "Banco",
            "phoneNumber": "+573001234567",
            "beneficiary": {
                "beneficiaryType": "INDIVIDUAL",
                "fullName": "Ana Example",
                "documentType": "CC",
                "documentNumber": "1234",
            },
        },
    })
}

pub(super) fn eur_account() -> Value {
    json!({
        "currency": "EUR",
        "accountInfo": {
            "accountType": "EUR_ACCOUNT",
            "iban": "DE89370400440532013000",
            "swiftCode": "COBADEFFXXX",
            "beneficiary": {
                "beneficiaryType": "BUSINESS",
                "legalName": "Muster AG",
                "email": "pay@muster.example",
                "countryOfResidence": "DE",
            },
        },
    })
}

pub(super) fn withdrawal() -> Value {
    json!({
        "internalAccountId": id("InternalAccount"),
        "currency": "USDC",
        "cryptoNetwork": "SOLANA",
        "amount": 1_000_000,
        "destinationAddress": "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
    })
}

pub(super) fn quote_from_account() -> Value {
    json!({
        "source": { "sourceType": "ACCOUNT", "accountId": id("InternalAccount"), "customerId": id("Customer") },
        "destination": {
            "destinationType": "ACCOUNT",
            "accountId": id("ExternalAccount"),
            "paymentRail": "SEPA_INSTANT",
        },
        "lockedCurrencySide": "SENDING",
        "lockedCurrencyAmount": 100_000,
        "immediatelyExecute": false,
        "description": "Invoice 7",
        "remittanceInformation": "Invoice 7",
        "purposeOfPayment": "GOODS_OR_SERVICES",
        "platformFeeOverride": {
            "platformFixedFee": { "amount": 0, "currency": "USD" },
            "platformVariableFeeBps": 25,
        },
        "scaFactor": "SMS_OTP",
    })
}

pub(super) fn quote_from_funding() -> Value {
    json!({
        "lookupId": id("Lookup"),
        "source": { "sourceType": "REALTIME_FUNDING", "currency": "USDC", "cryptoNetwork": "SOLANA" },
        "destination": { "destinationType": "UMA_ADDRESS", "umaAddress": "$bob@other.example", "currency": "EUR" },
        "lockedCurrencySide": "RECEIVING",
        "lockedCurrencyAmount": 1,
        "senderCustomerInfo": { "FULL_NAME": "Jane Doe", "nested": { "list": ["x"] } },
    })
}

pub(super) fn agent() -> Value {
    json!({
        "name": "Invoices",
        "customerId": id("Customer"),
        "policy": {
            "permissions": ["VIEW_TRANSACTIONS", "CREATE_TRANSFERS"],
            "defaultExecutionMode": "AUTO",
            "spendingLimits": {
                "currency": "USD", "perTransactionLimit": 1, "dailyLimit": 2, "dailyTransactionLimit": 3,
                "monthlyLimit": 4,
            },
            "accountRestrictions": {
                "allowedAccountIds": [id("InternalAccount")],
                "accountRules": [{
                    "accountId": id("InternalAccount"), "executionMode": "APPROVAL_REQUIRED",
                    "perTransactionLimit": 5,
                }],
            },
            "approvalThresholds": { "currency": "USD", "amount": 6 },
        },
    })
}
