use causeway_domain::ids::InternalAccountId;
use causeway_store::ledger;
use causeway_wire::table::{Operation, Sandbox};
use serde_json::{Value, json};

use super::area::Area;
use super::{Caller, credit};
use crate::requests::Request;
use crate::violation::{Checked, Violation, ensure};
use crate::world::World;

impl Area for Sandbox {
    fn weight(&self) -> u32 {
        match self {
            Self::SandboxFundInternalAccount => 12,
            Self::SendTestWebhook => 2,
        }
    }

    fn request(&self, caller: &Caller<'_>) -> Option<Request> {
        let operation = Operation::Sandbox(*self);
        Some(match self {
            Self::SandboxFundInternalAccount => {
                let amount = caller.rng.between(1, 5_000_000);
                caller.request(operation).of(caller.account(false)?).json(json!({ "amount": amount }))
            }
            Self::SendTestWebhook => caller.request(operation),
        })
    }

    fn learn(&self, world: &mut World, request: &Request, _: &Value) -> Checked {
        match self {
            Self::SandboxFundInternalAccount => {
                let id = request.path_id().unwrap_or_default().parse()?;
                credit(world, request.tenant, id, amount(request)?)
            }
            Self::SendTestWebhook => Ok(()),
        }
    }

    fn resolve(&self, world: &mut World, request: &Request) -> Checked {
        match (self, request.path_id().unwrap_or_default().parse()) {
            (Self::SandboxFundInternalAccount, Ok(account)) => look_at_account(world, request, account),
            (Self::SandboxFundInternalAccount | Self::SendTestWebhook, _) => Ok(()),
        }
    }
}

/// What was asked to be put into an account.
fn amount(request: &Request) -> Checked<i64> {
    let sent = request.sent()["amount"].clone();
    // A whole number may be written as 5.0.
    let digits = sent.to_string();
    let whole = digits.strip_suffix(".0").unwrap_or(&digits).parse();
    whole.map_err(|_| Violation(format!("the amount {sent} was taken")))
}

fn look_at_account(world: &mut World, request: &Request, account: InternalAccountId) -> Checked {
    let platform = world.tenants[request.tenant].id;
    let Some(known) = world.tenants[request.tenant].accounts.get(&account).map(|known| known.balance) else {
        return Ok(());
    };
    let balance = world.read(move |tx| ledger::get(tx, platform, account))?;
    if balance.available == known {
        return Ok(());
    }
    let amount = amount(request)?;
    ensure(balance.available == known + amount, || {
        format!("{account} held {known}, was to get {amount} more, and holds {}", balance.available)
    })?;
    credit(world, request.tenant, account, amount)
}
