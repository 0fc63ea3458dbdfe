//! The sender of requests: one platform, its knowledge, and a random number generator.

use causeway_domain::Time;
use causeway_domain::ids::{CustomerId, ExternalAccountId, InternalAccountId};
use causeway_wire::table::Operation;
use serde_json::{Value, json};

use crate::requests::{Request, Token};
use crate::rng::Rng;
use crate::world::{Account, Agent, Customer, External, Tenant, World};

/// The sender of a request.
pub(crate) struct Caller<'a> {
    pub(crate) tenant: &'a Tenant,
    pub(crate) rng: Rng,
    pub(crate) now: Time,
    number: usize,
}

impl<'a> Caller<'a> {
    pub(crate) fn new(world: &'a World, number: usize) -> Self {
        Self { tenant: &world.tenants[number], rng: world.rng(), now: world.now(), number }
    }

    /// Builds a request, mostly with a token that has the permission, and mostly with an idempotency key if
    /// the operation honours one.
    pub(crate) fn request(&self, operation: Operation) -> Request {
        let row = operation.row();
        let tokens = &self.tenant.tokens;
        let permitted: Vec<&Token> = tokens.iter().filter(|token| token.permits(row.permission)).collect();
        let any = self.rng.pick(tokens);
        let token = if self.rng.percent(95) { self.rng.pick(&permitted).copied() } else { any };
        let request =
            Request::new(self.number, operation, token.unwrap_or_else(|| self.tenant.first_token()));
        if self.rng.percent(80) { request.keyed(&self.rng) } else { request }
    }

    pub(crate) fn customer(&self) -> Option<&'a Customer> {
        self.rng.pick(&self.tenant.customers)
    }

    pub(crate) fn live_customer(&self) -> Option<&'a Customer> {
        let live: Vec<&Customer> = self.tenant.customers.iter().filter(|one| !one.is_deleted).collect();
        self.rng.pick(&live).copied()
    }

    /// Picks a customer, mostly one whose contact data must be confirmed.
    pub(crate) fn customer_to_confirm(&self) -> Option<&'a Customer> {
        let is_unconfirmed = |one: &&Customer| one.must_confirm && !one.is_deleted;
        let such: Vec<&Customer> = self.tenant.customers.iter().filter(is_unconfirmed).collect();
        self.rng.pick(&such).copied().filter(|_| self.rng.percent(90)).or_else(|| self.customer())
    }

    pub(crate) fn agent(&self) -> Option<&'a Agent> {
        self.rng.pick(&self.tenant.agents)
    }

    /// Picks an internal account: with `with_money` one that holds money and mostly needs no signature,
    /// otherwise one that is active.
    pub(crate) fn account(&self, with_money: bool) -> Option<InternalAccountId> {
        let must_sign = |id: &InternalAccountId| self.tenant.wallets.contains_key(id) && self.rng.percent(80);
        let is_suitable = |(id, account): &(&InternalAccountId, &Account)| {
            if with_money { account.balance > 0 && !must_sign(id) } else { account.is_active }
        };
        let accounts = self.tenant.accounts.iter();
        let fitting = accounts.filter(|one| is_suitable(one) || self.rng.percent(5));
        let fitting: Vec<InternalAccountId> = fitting.map(|(id, _)| *id).collect();
        self.rng.pick(&fitting).copied()
    }

    /// Picks an internal account of this owner in this currency.
    pub(crate) fn account_of(&self, owner: Option<CustomerId>, currency: &str) -> Option<InternalAccountId> {
        let accounts = self.tenant.accounts.iter();
        let fitting = accounts.filter(|(_, one)| one.customer == owner && one.currency == currency);
        let fitting: Vec<InternalAccountId> = fitting.map(|(id, _)| *id).collect();
        self.rng.pick(&fitting).copied()
    }

    /// Picks a live external account of this owner in this currency.
    pub(crate) fn payee(&self, owner: Option<CustomerId>, currency: &str) -> Option<&'a External> {
        let is_live_match =
            |one: &&External| one.customer == owner && one.currency == currency && !one.is_deleted;
        let theirs: Vec<&External> = self.tenant.externals.iter().filter(is_live_match).collect();
        self.rng.pick(&theirs).copied()
    }

    /// Picks the account of a wallet.
    pub(crate) fn wallet_account(&self) -> Option<InternalAccountId> {
        let all: Vec<InternalAccountId> = self.tenant.wallets.keys().copied().collect();
        self.rng.pick(&all).copied()
    }

    pub(crate) fn owner(&self, account: InternalAccountId) -> Option<CustomerId> {
        self.tenant.accounts.get(&account).and_then(|account| account.customer)
    }

    /// Picks a live external account, of a customer or of the platform.
    pub(crate) fn external(&self, is_customers: bool) -> Option<ExternalAccountId> {
        let is_live_match = |one: &&External| one.customer.is_some() == is_customers && !one.is_deleted;
        let live: Vec<&External> = self.tenant.externals.iter().filter(is_live_match).collect();
        self.rng.pick(&live).map(|one| one.id)
    }

    /// Picks a live wallet that has or needs a proof of ownership.
    pub(crate) fn wallet(&self, is_customers: bool) -> Option<&'a External> {
        let is_live_wallet =
            |one: &&External| one.is_wallet && one.customer.is_some() == is_customers && !one.is_deleted;
        let live: Vec<&External> = self.tenant.externals.iter().filter(is_live_wallet).collect();
        self.rng.pick(&live).copied()
    }

    /// Picks a wallet, mostly one with an open signature challenge.
    pub(crate) fn challenged_wallet(&self, is_customers: bool) -> Option<&'a External> {
        let any = self.wallet(is_customers)?;
        let is_asked = |one: &&External| one.is_challenged && one.customer.is_some() == is_customers;
        let asked = self.tenant.externals.iter().find(is_asked).filter(|_| self.rng.percent(90));
        Some(asked.unwrap_or(any))
    }

    /// Picks a live external account that can be debited, of a customer or of the platform.
    pub(crate) fn debitable(&self) -> Option<&'a External> {
        let is_live_debitable = |one: &&External| one.is_debitable && !one.is_deleted;
        let live: Vec<&External> = self.tenant.externals.iter().filter(is_live_debitable).collect();
        self.rng.pick(&live).copied()
    }

    /// Picks a live wallet that can receive minted tokens.
    pub(crate) fn token_wallet(&self) -> Option<ExternalAccountId> {
        let is_live_token_wallet = |one: &&External| one.takes_tokens && !one.is_deleted;
        let live: Vec<&External> = self.tenant.externals.iter().filter(is_live_token_wallet).collect();
        self.rng.pick(&live).map(|one| one.id)
    }

    pub(crate) fn currency(&self) -> &'static str {
        self.rng.pick(&self.tenant.currencies).copied().unwrap_or("USD")
    }

    /// Sets a member in `percent` of a hundred cases.
    pub(crate) fn sometimes(&self, percent: u32, body: &mut Value, name: &str, value: impl Into<Value>) {
        if self.rng.percent(percent) {
            body[name] = value.into();
        }
    }

    /// Builds a list request: mostly plain, sometimes with a limit, a filter, or the cursor of an earlier
    /// page.
    pub(crate) fn list(&self, operation: Operation, filters: &[(&str, String)]) -> Request {
        let name = operation.row().name;
        let mut request = self.request(operation);
        if let Some(query) = self.tenant.cursors.get(name).filter(|_| self.rng.percent(40)) {
            request.query.clone_from(query);
            return request;
        }
        if self.rng.percent(60) {
            request = request.query("limit", self.rng.between(1, 5));
        }
        match self.rng.pick(filters).filter(|_| self.rng.percent(50)) {
            Some((name, value)) => request.query(name, value),
            None => request,
        }
    }

    pub(crate) fn address(&self) -> Value {
        let country = if self.rng.percent(50) { "US" } else { "DE" };
        json!({ "line1": "1 Main St", "city": "Springfield", "postalCode": "12345", "country": country })
    }
}
