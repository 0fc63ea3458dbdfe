//! A platform with one of everything, and for each operation a request that succeeds on it.

use std::sync::atomic::{AtomicU32, Ordering};

use causeway_testing::receiver::Receiver;
use causeway_wire::table::{
    Customers, ExternalAccounts, InternalAccounts, Operation, Platform as Config, Quotes, Rates, Sandbox,
    Tokens, Transactions,
};
use serde_json::{Value, json};

use super::ask::Ask;
use crate::harness::{Platform, Service};

/// A platform with one of everything.
pub(super) struct World {
    pub(super) platform: Platform,
    pub(super) webhooks: Receiver,
    pub(super) customer: Value,
    /// The customer's account in USD, with money in it.
    pub(super) account: Value,
    /// A bank account of the customer in EUR.
    pub(super) euro: Value,
    pub(super) quote: Value,
    pub(super) token: Value,
    made: AtomicU32,
}

impl World {
    pub(super) async fn make(service: &Service) -> Self {
        let platform = service.platform_with(&["USD", "EUR", "USDC", "USDB"]).await;
        let webhooks = platform.receiver().await;
        let customer = platform.customer(&["USD"]).await;
        let account = platform.account_of(&customer, "USD").await;
        platform.fund(&account, 1_000_000).await;
        let euro = platform.euro_account(&customer, "DE89370400440532013000").await;
        let nothing = Value::Null;
        let mut world = Self {
            platform,
            webhooks,
            customer,
            account: account.into(),
            euro: euro.into(),
            quote: nothing.clone(),
            token: nothing,
            made: AtomicU32::new(0),
        };
        world.quote = world.carry_out(Operation::Quotes(Quotes::CreateQuote)).await;
        world.token = world.carry_out(Operation::Tokens(Tokens::CreateToken)).await;
        world
    }

    /// Has an operation carried out; its answer.
    pub(super) async fn carry_out(&self, operation: Operation) -> Value {
        let ask = Box::pin(self.ask(operation)).await;
        let answer = ask.by(self.platform.client()).send().await;
        answer.expect(ask.meta.success.status)
    }

    /// A request of this operation that succeeds, once: what it uses up is made for it.
    pub(super) async fn ask(&self, operation: Operation) -> Ask {
        let ask = Ask::of(operation);
        match operation {
            Operation::Platform(Config::GetPlatformConfig)
            | Operation::Tokens(Tokens::ListTokens)
            | Operation::Customers(Customers::ListCustomers | Customers::GetEndUserTerms)
            | Operation::InternalAccounts(
                InternalAccounts::ListCustomerInternalAccounts
                | InternalAccounts::ListPlatformInternalAccounts,
            )
            | Operation::Transactions(Transactions::ListTransactions)
            | Operation::Sandbox(Sandbox::SendTestWebhook) => ask,
            Operation::Platform(Config::UpdatePlatformConfig) => ask.body(config()),
            Operation::Tokens(operation) => self.ask_tokens(operation, ask).await,
            Operation::Customers(operation) => self.ask_customers(operation, ask).await,
            Operation::ExternalAccounts(operation) => self.ask_external_accounts(operation, ask).await,
            Operation::Rates(Rates::GetExchangeRates) => {
                ask.query("sourceCurrency", "USD").query("sendingAmount", "10000")
            }
            Operation::Quotes(operation) => self.ask_quotes(operation, ask).await,
            Operation::Transactions(Transactions::GetTransactionById) => ask.at(&self.quote["transactionId"]),
            Operation::Sandbox(Sandbox::SandboxFundInternalAccount) => {
                ask.at(&self.account).body(json!({ "amount": 1 }))
            }
        }
    }

    async fn ask_tokens(&self, operation: Tokens, ask: Ask) -> Ask {
        match operation {
            Tokens::CreateToken => ask.body(json!({ "name": "reader", "permissions": ["VIEW", "TRANSACT"] })),
            Tokens::GetTokenById => ask.at(&self.token["id"]),
            Tokens::DeleteTokenById => {
                let made = Box::pin(self.carry_out(Operation::Tokens(Tokens::CreateToken))).await;
                ask.at(&made["id"])
            }
            Tokens::ListTokens => ask,
        }
    }

    async fn ask_customers(&self, operation: Customers, ask: Ask) -> Ask {
        match operation {
            Customers::CreateCustomer => ask.body(self.new_customer()),
            Customers::GetCustomerById => ask.at(&self.customer["id"]),
            Customers::UpdateCustomerById => ask.at(&self.customer["id"]).body(json!({
                "customerType": "INDIVIDUAL",
                "fullName": "Jane van Dyke",
                "email": "jane@example.com",
                "address": address(),
                "currencies": ["USD", "USDC"],
            })),
            Customers::DeleteCustomerById => {
                let made = Box::pin(self.carry_out(Operation::Customers(Customers::CreateCustomer))).await;
                ask.at(&made["id"])
            }
            Customers::ListCustomers | Customers::GetEndUserTerms => ask,
        }
    }

    async fn ask_external_accounts(&self, operation: ExternalAccounts, ask: Ask) -> Ask {
        use ExternalAccounts as Area;
        let made = async |operation| {
            let made = Box::pin(self.carry_out(Operation::ExternalAccounts(operation))).await;
            made["id"].clone()
        };
        match operation {
            Area::CreateCustomerExternalAccount => ask.body(self.new_account()),
            Area::CreatePlatformExternalAccount => {
                let mut own = self.new_account();
                own.as_object_mut().expect("an account").shift_remove("customerId");
                ask.body(own)
            }
            Area::ListCustomerExternalAccounts | Area::ListPlatformExternalAccounts => ask,
            Area::GetCustomerExternalAccountById => ask.at(&self.euro),
            Area::DeleteCustomerExternalAccountById => {
                ask.at(&made(Area::CreateCustomerExternalAccount).await)
            }
            Area::GetPlatformExternalAccountById | Area::DeletePlatformExternalAccountById => {
                ask.at(&made(Area::CreatePlatformExternalAccount).await)
            }
        }
    }

    async fn ask_quotes(&self, operation: Quotes, ask: Ask) -> Ask {
        match operation {
            Quotes::CreateQuote => ask.body(self.new_quote()),
            Quotes::GetQuoteById => ask.at(&self.quote["id"]),
            Quotes::ExecuteQuote => {
                let made = Box::pin(self.carry_out(Operation::Quotes(Quotes::CreateQuote))).await;
                ask.at(&made["id"]).body(json!({}))
            }
        }
    }

    /// Every second new customer is a company.
    fn new_customer(&self) -> Value {
        if self.made.fetch_add(1, Ordering::Relaxed).is_multiple_of(2) { person() } else { company() }
    }

    /// An account like no other.
    fn new_account(&self) -> Value {
        let number = self.made.fetch_add(1, Ordering::Relaxed);
        json!({
            "customerId": self.customer["id"],
            "currency": "EUR",
            "platformAccountId": "main",
            "ownershipType": "THIRD_PARTY",
            "accountInfo": {
                "accountType": "EUR_ACCOUNT",
                "iban": format!("DE8937040044{number:010}"),
                "beneficiary": {
                    "beneficiaryType": "INDIVIDUAL",
                    "fullName": "Erika Musterfrau",
                    "birthDate": "1964-08-12",
                    "countryOfResidence": "DE",
                    "address": address(),
                },
            },
        })
    }

    fn new_quote(&self) -> Value {
        json!({
            "source": { "sourceType": "ACCOUNT", "accountId": self.account, "customerId": self.customer["id"] },
            "destination": { "destinationType": "ACCOUNT", "accountId": self.euro },
            "lockedCurrencySide": "SENDING",
            "lockedCurrencyAmount": 1_000,
            "description": "Rent",
            "remittanceInformation": "May",
            "purposeOfPayment": "OTHER",
            "platformFeeOverride": {
                "platformVariableFeeBps": 10,
                "platformFixedFee": { "amount": 5, "currency": "USD" },
            },
        })
    }

    /// Everything that the interface shows of the platform.
    pub(super) async fn everything(&self) -> Vec<Value> {
        let paths = [
            "/config",
            "/tokens",
            "/customers?isIncludingDeleted=true",
            "/customers/internal-accounts",
            "/platform/internal-accounts",
            "/customers/external-accounts",
            "/platform/external-accounts",
            "/transactions",
        ];
        let mut shown = Vec::new();
        for path in paths {
            shown.push(self.platform.get(path).send().await.expect(200));
        }
        let quote = format!("/quotes/{}", self.quote["id"].as_str().expect("a quote"));
        shown.push(self.platform.get(&quote).send().await.expect(200));
        shown
    }
}

fn address() -> Value {
    json!({
        "line1": "1 Main Street", "line2": "Rear building", "city": "Springfield", "postalCode": "62701", "country": "US",
    })
}

fn person() -> Value {
    json!({
        "customerType": "INDIVIDUAL",
        "fullName": "Jane Doe",
        "region": "US",
        "currencies": ["USD"],
        "email": "jane.doe@example.com",
        "phoneNumber": "+14155552671",
        "birthDate": "1990-01-15",
        "nationality": "US",
        "address": address(),
        "sourceOfFundsCategories": ["OTHER"],
        "sourceOfFundsOtherDescription": "A lottery",
        "pepStatus": "NONE",
    })
}

fn company() -> Value {
    json!({
        "customerType": "BUSINESS",
        "currencies": ["USD", "EUR"],
        "address": address(),
        "businessInfo": {
            "legalName": "Acme Inc.",
            "taxId": "123456789",
            "incorporatedOn": "2001-02-03",
            "country": "US",
        },
    })
}

fn config() -> Value {
    let currency = |code: &str| {
        json!({
            "currencyCode": code,
            "minAmount": 1,
            "maxAmount": 10_000_000,
            "requiredCounterpartyFields": [{ "name": "FULL_NAME", "mandatory": false }],
            "enabledTransactionTypes": ["OUTGOING", "INCOMING"],
        })
    };
    json!({
        "supportedCurrencies": [currency("USD"), currency("EUR"), currency("USDC"), currency("USDB")],
        "feeConfigs": [{
            "feeType": "CROSS_CURRENCY_TRANSACTION",
            "sourceCurrency": "USD",
            "variableFeeBps": 10,
            "fixedFee": { "amount": 1, "currency": "USD" },
        }],
        "embeddedWalletConfig": { "appName": "Sample", "otpLength": 6, "alphanumeric": false },
    })
}
