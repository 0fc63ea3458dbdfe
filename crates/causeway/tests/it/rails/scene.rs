//! A production platform whose payouts and debits go over one adapter.

use std::ops::Deref;

use causeway_testing::relay::Relay;
use causeway_testing::wait;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::adapter::{Adapter, AdapterOptions, Language, NewAdapter};
use super::bank::{Bank, reference};
use super::deployment::{Deployment, Engine, PLATFORM};
use super::payer::{PATIENCE, Payer, text};

/// Name of the rail.
pub(super) const RAIL: &str = "bank";
/// The debit that fills the platform's account, in cents.
pub(super) const FUNDS: i64 = 10_000_000;

/// All processes of a payment, with the relays between them.
pub(super) struct Scene {
    pub(super) deployment: Deployment,
    pub(super) adapter: Adapter,
    pub(super) bank: Bank,
    /// From the service to the adapter.
    pub(super) to_adapter: Relay,
    /// From the adapter to the bank.
    pub(super) to_bank: Relay,
    payer: Payer,
    _folder: TempDir,
}

impl Scene {
    /// Starts all processes, attaches the adapter and fills the platform's account by a debit.
    pub(super) async fn start(engine: Engine, language: Language) -> Self {
        let folder = TempDir::new().unwrap();
        let bank = Bank::start(folder.path());
        let to_bank = Relay::start(bank.address()).await;
        let new = NewAdapter::create(language, folder.path());
        let to_adapter = Relay::start(new.address).await;
        let deployment = Deployment::start(engine).await;
        let credentials = deployment.create_platform(PLATFORM);
        let url = format!("http://{}", to_adapter.address());
        let added = deployment.add_rail(RAIL, &url, &new.key);
        let options = AdapterOptions {
            partner: to_bank.address(),
            rail: text(&added["rail"]).to_owned(),
            service_key: text(&added["service_key"]).to_owned(),
            push: Some(deployment.push_url(RAIL)),
        };
        let adapter = new.start(&options);
        let payer = Payer::new(&deployment, &credentials).await;
        let scene = Self { deployment, adapter, bank, to_adapter, to_bank, payer, _folder: folder };
        scene.deployment.route(RAIL);
        scene.fund().await;
        scene
    }

    async fn fund(&self) {
        let source = self.register("901000000").await;
        let debit = self.pay("transfer-in", &source, &self.account.clone(), FUNDS).await;
        self.reaches(&debit, "COMPLETED").await;
    }

    /// Registers and enables an account of the platform with this number, and returns its id.
    pub(super) async fn register(&self, number: &str) -> String {
        self.payer.register_at(&self.deployment, number).await
    }

    /// Waits until the order of a payment has this state at the adapter.
    pub(super) async fn order_is(&self, payment: &str, state: &str) {
        wait::until(state, PATIENCE, || async {
            let shown = self.deployment.command(&["rail-order", "show", payment, "--json"]).output().unwrap();
            let found: Value = serde_json::from_slice(&shown.stdout).unwrap_or_default();
            if found[0]["state"] == state { Ok(()) } else { Err(found.to_string()) }
        })
        .await;
    }

    /// Waits until the rail has a status.
    pub(super) async fn rail_is(&self, status: &str) {
        wait::until(status, PATIENCE, || async {
            let found = self.deployment.rail_status(RAIL);
            if found == status { Ok(()) } else { Err(found) }
        })
        .await;
    }

    /// Checks that the bank has booked the payout of a payment once, with this amount.
    pub(super) async fn is_paid_once(&self, payment: &str, amount: i64) {
        let booked = self.bank.payments_of(&reference('P', payment)).await;
        let amounts: Vec<&Value> = booked.iter().map(|payment| &payment["amount"]).collect();
        assert_eq!(amounts, [&json!(amount)], "{payment} is not booked once: {booked:?}");
    }

    /// Checks that the platform's account and the bank's book agree to the unit, and that no order is open.
    pub(super) async fn books_agree(&self) {
        let mut cash = 0;
        for payment in self.bank.book().await.iter().filter(|payment| !payment["settled"].is_null()) {
            let amount = payment["amount"].as_i64().expect("an amount");
            let returned = payment["returned"].as_i64().unwrap_or(0);
            let moved = amount - returned;
            cash += if payment["direction"] == "DEBIT" { moved } else { -moved };
        }
        assert_eq!(self.balance().await, cash, "the balance of the platform and the book of the bank");
        let compared = self.deployment.operate(&["rail", "compare", RAIL]);
        let differences = (&compared["open_orders"], &compared["unknown"], &compared["forgotten"]);
        assert_eq!(differences, (&json!(0), &json!([]), &json!([])), "{compared}");
    }

    /// Ends the deployment in order, and verifies the ledger.
    #[track_caller]
    pub(super) fn finish(self) {
        self.deployment.finish();
    }
}

impl Deref for Scene {
    type Target = Payer;

    fn deref(&self) -> &Payer {
        &self.payer
    }
}
