//! Payees that a Lightning node can pay (money 4.7).

use causeway_domain::external_accounts::{Invoice, LightningNetwork};
use causeway_store::platforms::Environment;
use serde_json::{Map, Value as Json};

/// A payee of a payout over a Lightning node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum LightningPayee {
    /// A Lightning address, whose server makes an invoice for each payment.
    Address(String),
    /// An invoice, as registered.
    Invoice(String),
}

impl LightningPayee {
    /// Returns the payee that an external account is, or `None` if no node can pay it: an account of another
    /// type, an offer, a sample, or an invoice for another network than that of the environment.
    pub(crate) fn of(
        environment: Environment,
        account_type: &str,
        account_info: &Map<String, Json>,
    ) -> Option<Self> {
        if account_type != "LIGHTNING" {
            return None;
        }
        let text = |name: &str| account_info.get(name).and_then(Json::as_str).map(str::trim);
        if let Some(address) = text("lightningAddress") {
            return Some(Self::Address(address.to_owned()));
        }
        let invoice = text("invoice")?;
        let network = Invoice::parse(invoice).ok()?.network();
        (network == network_of(environment)).then(|| Self::Invoice(invoice.to_owned()))
    }
}

/// Returns the network of an environment. Sandbox platforms use regtest, so that sandbox money never meets
/// bitcoin.
pub(crate) const fn network_of(environment: Environment) -> LightningNetwork {
    match environment {
        Environment::Production => LightningNetwork::Bitcoin,
        Environment::Sandbox => LightningNetwork::Regtest,
    }
}

#[cfg(test)]
mod tests {
    use causeway_uma::bolt11::{Bolt11Network, Bolt11Terms};
    use causeway_uma::keys::PrivateKey;
    use serde_json::json;

    use super::*;

    fn invoice(network: Bolt11Network) -> String {
        let terms = Bolt11Terms {
            network,
            amount: 1_000,
            timestamp: 1_700_000_000,
            expiry: 300,
            payment_hash: [1; 32],
            payment_secret: [2; 32],
            description_hash: [3; 32],
        };
        terms.sign(&PrivateKey::from_bytes(&[1; 32]).unwrap()).unwrap()
    }

    fn payee(environment: Environment, account_type: &str, info: &Json) -> Option<LightningPayee> {
        LightningPayee::of(environment, account_type, info.as_object().unwrap())
    }

    #[test]
    fn a_node_pays_addresses_and_the_invoices_of_its_network() {
        let [regtest, bitcoin] = [Bolt11Network::Regtest, Bolt11Network::Bitcoin].map(invoice);
        for (environment, own, other) in
            [(Environment::Sandbox, &regtest, &bitcoin), (Environment::Production, &bitcoin, &regtest)]
        {
            let of = |info: Json| payee(environment, "LIGHTNING", &info);
            assert_eq!(of(json!({ "invoice": own })), Some(LightningPayee::Invoice(own.clone())));
            assert_eq!(of(json!({ "invoice": other })), None);
            let address = LightningPayee::Address("ada@pay.example".to_owned());
            assert_eq!(of(json!({ "lightningAddress": "ada@pay.example" })), Some(address));
        }
    }

    #[test]
    fn offers_samples_and_other_accounts_are_not_for_a_node() {
        let of = |account_type: &str, info: Json| payee(Environment::Sandbox, account_type, &info);
        assert_eq!(of("LIGHTNING", json!({ "bolt12": "lno1pgph" })), None);
        assert_eq!(of("LIGHTNING", json!({ "invoice": "lnbcrt1pvjluezpp5qqq003" })), None);
        assert_eq!(of("SPARK_WALLET", json!({ "invoice": invoice(Bolt11Network::Regtest) })), None);
        assert_eq!(of("LIGHTNING", json!({})), None);
    }
}
