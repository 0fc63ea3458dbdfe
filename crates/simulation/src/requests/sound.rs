//! A request for each operation, made so that it could succeed. One exhaustive match: an operation that the
//! simulation does not try does not compile.

use std::time::Duration;

use causeway_wire::table::{
    Customers, ExternalAccounts, InternalAccounts, Operation, Platform, Quotes, Rates, Sandbox, Tokens,
    Transactions,
};
use serde_json::{Value, json};

use super::kit::Kit;
use super::{Expects, Shot};
use crate::dice::Dice;
use crate::world::World;

/// Of a hundred quotes so many are paid by external accounts, where there are any.
const PULLED: u32 = 40;

/// One of all operations, those that move money more often.
pub(crate) fn any_operation(dice: &Dice) -> Operation {
    let weight = |operation| match operation {
        Operation::Quotes(Quotes::CreateQuote | Quotes::ExecuteQuote) => 20,
        Operation::Sandbox(Sandbox::SandboxFundInternalAccount) => 12,
        Operation::Customers(Customers::CreateCustomer) => 8,
        Operation::ExternalAccounts(ExternalAccounts::CreateCustomerExternalAccount) => 8,
        Operation::Customers(Customers::DeleteCustomerById) => 1,
        _ => 2,
    };
    let all: Vec<(u32, Operation)> =
        Operation::all().map(|operation| (weight(operation), operation)).collect();
    match all.split_first() {
        Some((first, others)) => dice.weighted(*first, others),
        None => Operation::Platform(Platform::GetPlatformConfig),
    }
}

/// A request for an operation; none while the platform lacks what it is about.
pub(crate) fn sound(world: &World, tenant: usize, operation: Operation) -> Option<Shot> {
    let kit = Kit::new(world, tenant);
    match operation {
        Operation::Platform(area) => Some(platform(&kit, area)),
        Operation::Tokens(area) => tokens(&kit, area),
        Operation::Customers(area) => customers(&kit, area),
        Operation::InternalAccounts(area) => Some(internal_accounts(&kit, area)),
        Operation::ExternalAccounts(area) => external_accounts(&kit, area),
        Operation::Rates(Rates::GetExchangeRates) => Some(rates(&kit)),
        Operation::Quotes(area) => quotes(&kit, area),
        Operation::Transactions(area) => transactions(&kit, area),
        Operation::Sandbox(area) => sandbox(&kit, area),
    }
}

fn platform(kit: &Kit<'_>, area: Platform) -> Shot {
    let shot = kit.shot(Operation::Platform(area));
    match area {
        Platform::GetPlatformConfig => shot.expecting(Expects::Success),
        Platform::UpdatePlatformConfig => {
            let mut body = json!({});
            let fixed = json!({ "amount": kit.dice.between(0, 200), "currency": "USD" });
            let fee = json!([{ "feeType": "CROSS_CURRENCY_TRANSACTION", "sourceCurrency": "USD",
                "variableFeeBps": kit.dice.between(0, 100), "fixedFee": fixed }]);
            kit.sometimes(60, &mut body, "feeConfigs", fee);
            let other = if kit.dice.percent(85) { "events" } else { "elsewhere" };
            let url = format!("http://{}/{other}", kit.tenant.authority);
            kit.sometimes(20, &mut body, "webhookEndpoint", url);
            kit.sometimes(3, &mut body, "webhookEndpoint", "");
            kit.sometimes(
                20,
                &mut body,
                "embeddedWalletConfig",
                json!({ "otpLength": kit.dice.between(4, 12) }),
            );
            let listed = kit.tenant.currencies.iter().map(|code| supported(kit, code)).collect::<Vec<_>>();
            kit.sometimes(15, &mut body, "supportedCurrencies", listed);
            shot.json(body)
        }
    }
}

fn supported(kit: &Kit<'_>, code: &str) -> Value {
    json!({ "currencyCode": code, "minAmount": kit.dice.between(1, 50), "maxAmount": 100_000_000_000_i64,
        "requiredCounterpartyFields": [], "enabledTransactionTypes": ["INCOMING", "OUTGOING"] })
}

fn tokens(kit: &Kit<'_>, area: Tokens) -> Option<Shot> {
    let operation = Operation::Tokens(area);
    Some(match area {
        Tokens::CreateToken => {
            let sets = [
                json!(["VIEW"]),
                json!(["TRANSACT"]),
                json!(["MANAGE"]),
                json!(["VIEW", "TRANSACT", "MANAGE"]),
            ];
            let permissions = kit.dice.pick(&sets).cloned();
            kit.shot(operation).json(json!({ "name": "another token", "permissions": permissions }))
        }
        Tokens::ListTokens => kit.list(operation, &[("name", "another%20token".to_owned())]),
        Tokens::GetTokenById => {
            kit.shot(operation).of(kit.dice.pick(&kit.tenant.tokens)?.id).expecting(Expects::Success)
        }
        Tokens::DeleteTokenById => {
            // The first one stays, or nobody could act for the platform any more.
            kit.shot(operation).of(kit.dice.pick(kit.tenant.tokens.get(1..)?)?.id)
        }
    })
}

fn customers(kit: &Kit<'_>, area: Customers) -> Option<Shot> {
    let operation = Operation::Customers(area);
    Some(match area {
        Customers::CreateCustomer => kit.shot(operation).json(new_customer(kit)),
        Customers::ListCustomers => {
            let filters = [
                ("customerType", "BUSINESS".to_owned()),
                ("currency", kit.currency().to_owned()),
                ("isIncludingDeleted", "true".to_owned()),
                ("createdAfter", kit.now.minus(Duration::from_mins(5)).to_string()),
            ];
            kit.list(operation, &filters)
        }
        Customers::GetCustomerById => kit.shot(operation).of(kit.customer()?.id).expecting(Expects::Success),
        Customers::UpdateCustomerById => {
            let customer = kit.customer()?;
            let kind = if customer.is_business { "BUSINESS" } else { "INDIVIDUAL" };
            let mut body = json!({ "customerType": kind });
            kit.sometimes(50, &mut body, "email", format!("mail{}@example.com", kit.dice.between(0, 99)));
            kit.sometimes(50, &mut body, "address", kit.address());
            kit.sometimes(30, &mut body, "currencies", json!([kit.currency()]));
            kit.shot(operation).of(customer.id).json(body)
        }
        Customers::DeleteCustomerById => kit.shot(operation).of(kit.customer()?.id),
        Customers::GetEndUserTerms => kit.shot(operation).expecting(Expects::Success),
    })
}

fn new_customer(kit: &Kit<'_>) -> Value {
    let mut body = if kit.dice.percent(75) {
        // The end of the name decides about the verification (customers 11).
        let ends = ["001", "002", "003"];
        let name = kit
            .dice
            .pick(&ends)
            .filter(|_| kit.dice.percent(25))
            .map_or("Jane Doe".to_owned(), |end| format!("Max Roe {end}"));
        json!({ "customerType": "INDIVIDUAL", "fullName": name })
    } else {
        json!({ "customerType": "BUSINESS", "businessInfo": { "legalName": "Acme GmbH", "country": "DE",
            "taxId": "DE123456789", "incorporatedOn": "2001-02-03" } })
    };
    let currencies =
        if kit.dice.percent(60) { json!(kit.tenant.currencies) } else { json!([kit.currency()]) };
    kit.sometimes(80, &mut body, "currencies", currencies);
    kit.sometimes(40, &mut body, "platformCustomerId", format!("user-{}", kit.dice.between(1, 40)));
    kit.sometimes(30, &mut body, "email", "somebody@example.com");
    kit.sometimes(30, &mut body, "address", kit.address());
    body
}

fn internal_accounts(kit: &Kit<'_>, area: InternalAccounts) -> Shot {
    let operation = Operation::InternalAccounts(area);
    let currency = ("currency", kit.currency().to_owned());
    match area {
        InternalAccounts::ListCustomerInternalAccounts => {
            let of_customer = kit.customer().map(|customer| ("customerId", customer.id.to_string()));
            kit.list(operation, &of_customer.into_iter().chain([currency]).collect::<Vec<_>>())
        }
        InternalAccounts::ListPlatformInternalAccounts => {
            kit.shot(operation).query(currency.0, currency.1).expecting(Expects::Success)
        }
    }
}

fn external_accounts(kit: &Kit<'_>, area: ExternalAccounts) -> Option<Shot> {
    let operation = Operation::ExternalAccounts(area);
    Some(match area {
        ExternalAccounts::CreateCustomerExternalAccount => {
            kit.shot(operation).json(new_external_account(kit))
        }
        ExternalAccounts::ListCustomerExternalAccounts => {
            let of_customer = kit.customer().map(|customer| ("customerId", customer.id.to_string()));
            kit.list(operation, &of_customer.into_iter().collect::<Vec<_>>())
        }
        ExternalAccounts::GetCustomerExternalAccountById => {
            kit.shot(operation).of(kit.external(true)?).expecting(Expects::Success)
        }
        ExternalAccounts::DeleteCustomerExternalAccountById => kit.shot(operation).of(kit.external(true)?),
        ExternalAccounts::CreatePlatformExternalAccount => {
            let mut body = new_external_account(kit);
            body.as_object_mut().and_then(|body| body.remove("customerId"));
            kit.shot(operation).json(body)
        }
        ExternalAccounts::ListPlatformExternalAccounts => {
            kit.list(operation, &[("currency", kit.currency().to_owned())])
        }
        ExternalAccounts::GetPlatformExternalAccountById => {
            kit.shot(operation).of(kit.external(false)?).expecting(Expects::Success)
        }
        ExternalAccounts::DeletePlatformExternalAccountById => kit.shot(operation).of(kit.external(false)?),
    })
}

fn new_external_account(kit: &Kit<'_>) -> Value {
    // The end of the number decides about payouts and pulls (money 13.1).
    let ends = ["002", "003", "004", "005", "006", "007"];
    let end = kit.dice.pick(&ends).filter(|_| kit.dice.percent(40)).copied().unwrap_or("000");
    let number = format!("{}{end}", kit.dice.between(1_000, 9_999));
    let person = json!({ "beneficiaryType": "INDIVIDUAL", "fullName": "Erika Musterfrau", "countryOfResidence": "DE" });
    let mut body = if kit.dice.percent(60) {
        let info = json!({ "accountType": "EUR_ACCOUNT", "iban": format!("DE8937040044053{number}"), "beneficiary": person });
        json!({ "currency": "EUR", "accountInfo": info })
    } else {
        let info = json!({ "accountType": "USD_ACCOUNT", "accountNumber": format!("00{number}"),
            "routingNumber": "021000021", "beneficiary": person });
        json!({ "currency": "USD", "accountInfo": info })
    };
    if let Some(customer) = kit.live_customer().filter(|_| kit.dice.percent(85)) {
        body["customerId"] = customer.id.to_string().into();
        kit.sometimes(20, &mut body, "defaultUmaDepositAccount", true);
    }
    body
}

fn rates(kit: &Kit<'_>) -> Shot {
    let shot = kit.shot(Operation::Rates(Rates::GetExchangeRates));
    let shot = if kit.dice.percent(70) { shot.query("sourceCurrency", kit.currency()) } else { shot };
    if kit.dice.percent(50) { shot.query("sendingAmount", kit.dice.between(0, 1_000_000)) } else { shot }
}

fn quotes(kit: &Kit<'_>, area: Quotes) -> Option<Shot> {
    let operation = Operation::Quotes(area);
    let quotes: Vec<_> = kit.tenant.quotes.keys().rev().collect();
    let open = kit.tenant.quotes.iter().rev().filter(|(_, quote)| !quote.is_executed);
    Some(match area {
        Quotes::CreateQuote => {
            let shot = kit.shot(operation).json(new_quote(kit)?);
            // Without a key nobody could tell afterwards whether it was executed.
            if shot.sent()["immediatelyExecute"] == true { shot.keyed(&kit.dice) } else { shot }
        }
        Quotes::GetQuoteById => kit.shot(operation).of(kit.dice.pick(&quotes)?).expecting(Expects::Success),
        Quotes::ExecuteQuote => {
            // Mostly one of the latest that nobody has executed: older ones have expired.
            let latest: Vec<_> = open.map(|(id, _)| id).take(3).collect();
            let from = if kit.dice.percent(80) && !latest.is_empty() { latest } else { quotes };
            kit.shot(operation).of(kit.dice.pick(&from)?)
        }
    })
}

fn new_quote(kit: &Kit<'_>) -> Option<Value> {
    let pulled = kit.pullable().filter(|_| kit.dice.percent(PULLED));
    let (source, owner, balance) = match pulled {
        Some(account) => (account.id.to_string(), account.customer, kit.dice.between(1, 1_000_000)),
        None => {
            let id = kit.account(true)?;
            let balance = kit.tenant.accounts.get(&id).map_or(0, |account| account.balance);
            (id.to_string(), kit.owner(id), balance)
        }
    };
    let destination = if kit.dice.percent(70) {
        kit.dice.pick(&kit.tenant.externals)?.id.to_string()
    } else {
        kit.account(false)?.to_string()
    };
    let side = if kit.dice.percent(60) { "SENDING" } else { "RECEIVING" };
    let most = if kit.dice.percent(90) { balance / 2 } else { balance.saturating_mul(3) };
    let mut body = json!({
        "source": { "sourceType": "ACCOUNT", "accountId": source },
        "destination": { "destinationType": "ACCOUNT", "accountId": destination },
        "lockedCurrencySide": side,
        "lockedCurrencyAmount": kit.dice.between(1, most.max(500)),
    });
    if owner.is_none()
        && let Some(customer) = kit.live_customer().filter(|_| kit.dice.percent(30))
    {
        body["source"]["customerId"] = customer.id.to_string().into();
    }
    let fee = json!({ "platformFixedFee": { "amount": kit.dice.between(0, 100), "currency": "USD" },
        "platformVariableFeeBps": kit.dice.between(0, 200) });
    kit.sometimes(15, &mut body, "platformFeeOverride", fee);
    kit.sometimes(25, &mut body, "immediatelyExecute", true);
    kit.sometimes(30, &mut body, "description", "Invoice 7");
    Some(body)
}

fn transactions(kit: &Kit<'_>, area: Transactions) -> Option<Shot> {
    let operation = Operation::Transactions(area);
    Some(match area {
        Transactions::ListTransactions => {
            let filters = [
                ("status", "COMPLETED".to_owned()),
                ("type", "OUTGOING".to_owned()),
                ("sortOrder", "asc".to_owned()),
                ("customerId", kit.tenant.id.to_string()),
            ];
            kit.list(operation, &filters)
        }
        Transactions::GetTransactionById => {
            let known: Vec<_> = kit.tenant.quotes.values().map(|quote| quote.transaction).collect();
            kit.shot(operation).of(kit.dice.pick(&known)?).expecting(Expects::Success)
        }
    })
}

fn sandbox(kit: &Kit<'_>, area: Sandbox) -> Option<Shot> {
    let operation = Operation::Sandbox(area);
    Some(match area {
        Sandbox::SandboxFundInternalAccount => {
            let amount = kit.dice.between(1, 5_000_000);
            kit.shot(operation).of(kit.account(false)?).json(json!({ "amount": amount }))
        }
        Sandbox::SendTestWebhook => kit.shot(operation),
    })
}
