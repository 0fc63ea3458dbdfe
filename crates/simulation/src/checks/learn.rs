//! What a platform's backend learns from an answer of success.

use causeway_domain::ids::{AccountRef, CustomerId, InternalAccountId, QuoteId};
use causeway_domain::quotes::QuoteStatus;
use causeway_store::quotes::{self, QuoteDestination, QuoteDoc};
use causeway_wire::table::{
    Customers, ExternalAccounts, InternalAccounts, Operation, Platform, Quotes, Sandbox, Tokens,
};
use serde_json::Value;

use crate::broken::{Broken, Holds, must};
use crate::requests::{Answer, Shot, send};
use crate::world::{Account, Customer, External, Quote, Token, World};

/// Takes in what a request has done.
pub(super) fn learn(world: &mut World, shot: &Shot, answer: &Answer) -> Holds {
    let told = answer.json();
    if let Some(key) = shot.honoured_key() {
        let name = (shot.path.clone(), key.to_owned());
        let is_first = world.tenants[shot.tenant].carried_out.insert(name);
        must(is_first, || format!("{} was carried out twice under the key {key}", shot.path))?;
    }
    match shot.operation {
        Operation::Tokens(Tokens::CreateToken) => learn_token(world, shot.tenant, &told)?,
        Operation::Tokens(Tokens::DeleteTokenById) => forget_token(world, shot),
        Operation::Customers(Customers::CreateCustomer) => {
            let (id, is_business) = (text(&told, "id")?.parse()?, told["customerType"] == "BUSINESS");
            let customer = Customer { id, is_business, is_deleted: false };
            world.tenants[shot.tenant].customers.push(customer);
            learn_accounts(world, shot.tenant, Some(id))?;
        }
        Operation::Customers(Customers::UpdateCustomerById) => {
            learn_accounts(world, shot.tenant, Some(text(&told, "id")?.parse()?))?;
        }
        Operation::Customers(Customers::DeleteCustomerById) => {
            let id: CustomerId = text(&told, "id")?.parse()?;
            delete_customer(world, shot.tenant, id);
        }
        Operation::Platform(Platform::UpdatePlatformConfig) => learn_accounts(world, shot.tenant, None)?,
        Operation::ExternalAccounts(
            ExternalAccounts::CreateCustomerExternalAccount | ExternalAccounts::CreatePlatformExternalAccount,
        ) => {
            let customer = told["customerId"].as_str().map(str::parse).transpose()?;
            let is_pullable = told["accountInfo"]["accountType"] == "USD_ACCOUNT";
            let id = text(&told, "id")?.parse()?;
            let external = External { id, customer, is_pullable, is_deleted: false };
            world.tenants[shot.tenant].externals.push(external);
        }
        Operation::ExternalAccounts(
            ExternalAccounts::DeleteCustomerExternalAccountById
            | ExternalAccounts::DeletePlatformExternalAccountById,
        ) => forget_external(world, shot),
        Operation::Quotes(Quotes::CreateQuote | Quotes::ExecuteQuote) => {
            learn_quote(world, shot.tenant, text(&told, "id")?.parse()?)?;
        }
        Operation::Sandbox(Sandbox::SandboxFundInternalAccount) => {
            let id: InternalAccountId = shot.path_id().unwrap_or_default().parse()?;
            credit(world, shot.tenant, id, amount(shot)?)?;
        }
        _ => learn_cursor(world, shot, &told),
    }
    Ok(())
}

/// What was asked to be put into an account.
pub(super) fn amount(shot: &Shot) -> Holds<i64> {
    let sent = shot.sent()["amount"].clone();
    // A whole number may be written as 5.0.
    let digits = sent.to_string();
    let whole = digits.strip_suffix(".0").unwrap_or(&digits).parse();
    whole.map_err(|_| Broken(format!("the amount {sent} was taken")))
}

/// Money comes into an account, or leaves it.
pub(super) fn credit(world: &mut World, tenant: usize, id: InternalAccountId, amount: i64) -> Holds {
    let account = world.tenants[tenant].accounts.get_mut(&id);
    let account = account.ok_or_else(|| Broken(format!("money moved in {id}, which nobody was told of")))?;
    account.balance += amount;
    Ok(())
}

/// The money of a quote is converted: what stays within the service is there.
pub(super) fn convert(world: &mut World, tenant: usize, doc: &QuoteDoc) -> Holds {
    if let QuoteDestination::Internal { account } = doc.destination {
        credit(world, tenant, account, doc.price.total_receiving)?;
    }
    match doc.platform_fee_account {
        Some(account) => credit(world, tenant, account, doc.price.platform_fee),
        None => Ok(()),
    }
}

/// Looks at a quote that was made or executed: one that is on its way has moved money, once, unless that has to be
/// pulled first.
pub(super) fn learn_quote(world: &mut World, tenant: usize, id: QuoteId) -> Holds {
    let platform = world.tenants[tenant].id;
    let record = world.read(move |tx| quotes::find(tx, platform, id))?;
    let record = record.ok_or_else(|| Broken(format!("{id} was answered with success and is not there")))?;
    let is_executed = has_moved(record.status);
    let paid_here = match record.doc.source {
        AccountRef::Internal(account) => Some(account).filter(|_| is_executed),
        AccountRef::External(_) => None,
    };
    let is_converted = paid_here.is_some();
    let fresh = Quote { transaction: record.transaction, is_executed, is_converted, refund: None };
    let known = world.tenants[tenant].quotes.insert(id, fresh);
    let was_executed = known.is_some_and(|known| known.is_executed);
    must(!was_executed, || format!("{id} was executed twice"))?;
    must(known.is_none() || is_executed, || format!("{id} was executed, and is {}", record.status))?;
    let Some(account) = paid_here else { return Ok(()) };
    credit(world, tenant, account, -record.doc.price.total_sending)?;
    convert(world, tenant, &record.doc)
}

/// Whether a quote of this status was executed. In this world none fails before.
pub(super) const fn has_moved(status: QuoteStatus) -> bool {
    matches!(status, QuoteStatus::Processing | QuoteStatus::Completed | QuoteStatus::Failed)
}

/// Asks for the internal accounts of a customer, or for the platform's own.
pub(crate) fn learn_accounts(world: &mut World, tenant: usize, customer: Option<CustomerId>) -> Holds {
    let token = world.tenants[tenant].first_token();
    let area = match customer {
        Some(_) => InternalAccounts::ListCustomerInternalAccounts,
        None => InternalAccounts::ListPlatformInternalAccounts,
    };
    let mut shot = Shot::new(tenant, Operation::InternalAccounts(area), token);
    if let Some(id) = customer {
        shot = shot.query("customerId", id).query("limit", 100);
    }
    let answer = send(world, &shot)?;
    answer.must_be(200, &shot)?;
    for item in answer.json()["data"].as_array().into_iter().flatten() {
        let account = Account { customer, balance: 0 };
        world.tenants[tenant].accounts.entry(text(item, "id")?.parse()?).or_insert(account);
    }
    Ok(())
}

/// The customer and its accounts are out of use.
pub(super) fn delete_customer(world: &mut World, tenant: usize, id: CustomerId) {
    let tenant = &mut world.tenants[tenant];
    for customer in tenant.customers.iter_mut().filter(|customer| customer.id == id) {
        customer.is_deleted = true;
    }
}

/// The token of the request's path is dead.
pub(super) fn forget_token(world: &mut World, shot: &Shot) {
    let tenant = &mut world.tenants[shot.tenant];
    let id = shot.path_id().unwrap_or_default();
    let (dead, live) =
        std::mem::take(&mut tenant.tokens).into_iter().partition(|token| token.id.to_string() == id);
    tenant.tokens = live;
    tenant.dead_tokens.extend::<Vec<Token>>(dead);
}

/// Takes in that an external account was deleted.
pub(super) fn forget_external(world: &mut World, shot: &Shot) {
    let id = shot.path_id().unwrap_or_default();
    for external in &mut world.tenants[shot.tenant].externals {
        external.is_deleted |= external.id.to_string() == id;
    }
}

fn learn_token(world: &mut World, tenant: usize, told: &Value) -> Holds {
    let permissions = told["permissions"].as_array().into_iter().flatten();
    let token = Token {
        id: text(told, "id")?.parse()?,
        client_id: text(told, "clientId")?.to_owned(),
        secret: text(told, "clientSecret")?.to_owned(),
        permissions: permissions.filter_map(|name| name.as_str().map(str::to_owned)).collect(),
    };
    world.tenants[tenant].tokens.push(token);
    Ok(())
}

/// Where the next page of a list begins.
fn learn_cursor(world: &mut World, shot: &Shot, told: &Value) {
    let cursors = &mut world.tenants[shot.tenant].cursors;
    let name = shot.operation.meta().name;
    match told["nextCursor"].as_str() {
        Some(cursor) => {
            let plain = shot.query.split('&').filter(|part| !part.starts_with("cursor="));
            let query: Vec<&str> = plain.filter(|part| !part.is_empty()).collect();
            cursors.insert(name, [&query[..], &[&format!("cursor={cursor}")]].concat().join("&"));
        }
        None => drop(cursors.remove(name)),
    }
}

fn text<'a>(told: &'a Value, name: &str) -> Holds<&'a str> {
    told[name].as_str().ok_or_else(|| Broken(format!("no {name} in {told}")))
}
