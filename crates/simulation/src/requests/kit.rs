//! What a request is made of: one platform, what it knows, and chance.

use causeway_domain::Time;
use causeway_domain::ids::{CustomerId, ExternalAccountId, InternalAccountId};
use causeway_wire::table::{Operation, Permission};
use serde_json::{Value, json};

use super::Shot;
use crate::dice::Dice;
use crate::world::{Customer, External, Tenant, Token, World};

/// What a request is made of.
pub(super) struct Kit<'a> {
    pub(super) tenant: &'a Tenant,
    pub(super) dice: Dice,
    pub(super) now: Time,
    number: usize,
}

impl<'a> Kit<'a> {
    pub(super) fn new(world: &'a World, number: usize) -> Self {
        Self { tenant: &world.tenants[number], dice: world.dice(), now: world.now(), number }
    }

    /// A request with a token that mostly permits it, and mostly with a key where one is honoured.
    pub(super) fn shot(&self, operation: Operation) -> Shot {
        let meta = operation.meta();
        let tokens = &self.tenant.tokens;
        let permitted: Vec<&Token> = tokens.iter().filter(|token| token.permits(meta.permission)).collect();
        let any = self.dice.pick(tokens);
        let token = if self.dice.percent(95) { self.dice.pick(&permitted).copied() } else { any };
        let shot = Shot::new(self.number, operation, token.unwrap_or_else(|| self.tenant.first_token()));
        if self.dice.percent(80) { shot.keyed(&self.dice) } else { shot }
    }

    pub(super) fn customer(&self) -> Option<&'a Customer> {
        self.dice.pick(&self.tenant.customers)
    }

    pub(super) fn live_customer(&self) -> Option<&'a Customer> {
        let live: Vec<&Customer> = self.tenant.customers.iter().filter(|one| !one.is_deleted).collect();
        self.dice.pick(&live).copied()
    }

    /// An internal account, mostly one that holds money when that is wanted.
    pub(super) fn account(&self, with_money: bool) -> Option<InternalAccountId> {
        let accounts = self.tenant.accounts.iter();
        let filled =
            accounts.filter(|(_, account)| !with_money || account.balance > 0 || self.dice.percent(3));
        let filled: Vec<InternalAccountId> = filled.map(|(id, _)| *id).collect();
        self.dice.pick(&filled).copied()
    }

    pub(super) fn owner(&self, account: InternalAccountId) -> Option<CustomerId> {
        self.tenant.accounts.get(&account).and_then(|account| account.customer)
    }

    /// A live external account, of a customer or of the platform.
    pub(super) fn external(&self, is_customers: bool) -> Option<ExternalAccountId> {
        let fits = |one: &&External| one.customer.is_some() == is_customers && !one.is_deleted;
        let live: Vec<&External> = self.tenant.externals.iter().filter(fits).collect();
        self.dice.pick(&live).map(|one| one.id)
    }

    /// A live external account that money can be pulled from, of a customer or of the platform.
    pub(super) fn pullable(&self) -> Option<&'a External> {
        let fits = |one: &&External| one.is_pullable && !one.is_deleted;
        let live: Vec<&External> = self.tenant.externals.iter().filter(fits).collect();
        self.dice.pick(&live).copied()
    }

    pub(super) fn currency(&self) -> &'static str {
        self.dice.pick(&self.tenant.currencies).copied().unwrap_or("USD")
    }

    /// Sets a member in so many of a hundred cases.
    pub(super) fn sometimes(&self, percent: u32, body: &mut Value, name: &str, value: impl Into<Value>) {
        if self.dice.percent(percent) {
            body[name] = value.into();
        }
    }

    /// A list's request: mostly plain, at times with a size, filters, or the place where an earlier one ended.
    pub(super) fn list(&self, operation: Operation, filters: &[(&str, String)]) -> Shot {
        let name = operation.meta().name;
        let mut shot = self.shot(operation);
        if let Some(query) = self.tenant.cursors.get(name).filter(|_| self.dice.percent(40)) {
            shot.query.clone_from(query);
            return shot;
        }
        if self.dice.percent(60) {
            shot = shot.query("limit", self.dice.between(1, 5));
        }
        match self.dice.pick(filters).filter(|_| self.dice.percent(50)) {
            Some((name, value)) => shot.query(name, value),
            None => shot,
        }
    }

    /// A person's or company's address.
    pub(super) fn address(&self) -> Value {
        let country = if self.dice.percent(50) { "US" } else { "DE" };
        json!({ "line1": "1 Main St", "city": "Springfield", "postalCode": "12345", "country": country })
    }
}

impl Tenant {
    /// The token that may do everything.
    pub(crate) fn first_token(&self) -> &Token {
        // There is always one: the platform was created with it, and it is never deleted.
        &self.tokens[0]
    }
}

impl Token {
    fn permits(&self, needed: Permission) -> bool {
        let has = |name: &str| self.permissions.iter().any(|permission| permission == name);
        match needed {
            Permission::Any => true,
            Permission::Manage => has("MANAGE"),
            Permission::Transact => has("TRANSACT"),
            Permission::ManageOrTransact => has("MANAGE") || has("TRANSACT"),
        }
    }
}
