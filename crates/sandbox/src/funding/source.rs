//! Coordinates for one new account.

use causeway_domain::external_accounts::CryptoNetwork;
use causeway_domain::ids::{Id, TransactionId};
use causeway_domain::money::CurrencyCode;
use causeway_domain::quotes::{FundingNetwork, FundingOptions};
use causeway_domain::{Ids, Time};
use causeway_service::ports::{Coordinates, FundingBank, FundingMethod, FundingSource, QuoteFundingRequest};
use causeway_wire::accounts::AccountDetails;
use causeway_wire::payment_instructions::INSTRUCTION_TYPES;
use causeway_wire::rails::PaymentRail;
use uuid::Uuid;

use super::table::{Member, Row, find};
use super::{abroad, chains, notes, numbers, pix};
use crate::chain;

const SAMPLE_BANK: &str = "Causeway Sample Bank";
const SAMPLE_ADDRESS: &str = "1 Example Street, Sampletown";

/// A funding source that gives every account its own numbers and addresses.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SampleAccounts;

impl FundingSource for SampleAccounts {
    fn transfer_hash(&self, network: CryptoNetwork, ids: &Ids) -> Option<String> {
        Some(chain::transfer_hash(network, TransactionId::from_uuid(Uuid::from_bytes(ids.bytes()))))
    }

    fn coordinates(&self, currency: CurrencyCode, bank: Option<&FundingBank>, ids: &Ids) -> Coordinates {
        let mut builder = CoordinatesBuilder::new(ids, notes::of_account);
        match (find(currency), currency.as_str()) {
            (Some(row), _) => builder.bank_account(row, bank, None, &fund_reference(ids)),
            (None, "BTC") => builder.bitcoin(),
            (None, "USDC") => builder.usdc(),
            (None, "USDT") => builder.usdt(),
            (None, "USDB") => builder.usdb(),
            (None, _) => {}
        }
        builder.coordinates
    }

    fn coordinates_abroad(&self, bank: &FundingBank, holder: &str, ids: &Ids) -> Coordinates {
        abroad::coordinates(bank, holder, ids)
    }

    fn coordinates_for_quote(
        &self,
        request: &QuoteFundingRequest<'_>,
        bank: Option<&FundingBank>,
        ids: &Ids,
    ) -> Coordinates {
        let mut builder = CoordinatesBuilder::new(ids, notes::of_quote);
        match (request.options, find(request.currency)) {
            (FundingOptions::Bank(rails), Some(row)) => {
                builder.bank_account(row, bank, Some(rails), request.reference);
            }
            (FundingOptions::Bank(_), None) => {}
            (FundingOptions::Networks(networks), _) => {
                networks.iter().for_each(|network| builder.network(*network, request.currency));
            }
        }
        builder.coordinates
    }
}

/// Generates the permanent reference of an account.
fn fund_reference(ids: &Ids) -> String {
    format!("FUND-{}", numbers::characters(ids, numbers::PLAIN, 8))
}

/// A builder of coordinates.
struct CoordinatesBuilder<'a> {
    ids: &'a Ids,
    coordinates: Coordinates,
    /// Writes the payer's note for coordinates without a reference.
    notes: fn(&AccountDetails) -> String,
}

impl<'a> CoordinatesBuilder<'a> {
    fn new(ids: &'a Ids, notes: fn(&AccountDetails) -> String) -> Self {
        Self { ids, coordinates: Coordinates::default(), notes }
    }
}

impl CoordinatesBuilder<'_> {
    /// Adds a bank account. Rails in `only` replace those of the currency.
    fn bank_account(
        &mut self,
        row: &Row,
        bank: Option<&FundingBank>,
        only: Option<&[PaymentRail]>,
        reference: &str,
    ) {
        let mut details = AccountDetails::of_type(&format!("{}_ACCOUNT", row.currency));
        let kind = INSTRUCTION_TYPES.iter().find(|kind| kind.account_type == details.account_type());
        let rails = only.or(row.rails).or(kind.map(|kind| kind.rails)).unwrap_or_default();
        if !rails.is_empty() {
            details = details.with_rails(rails);
        }
        for member in row.members {
            details = self.member(details, *member, row, bank);
        }
        if !row.has_reference {
            return self.push(details);
        }
        details.0.insert("reference".to_owned(), reference.into());
        let notes = notes::with_reference(&self.add_identifier(reference.to_owned()));
        self.coordinates.methods.push(FundingMethod { details, notes });
    }

    fn member(
        &mut self,
        details: AccountDetails,
        member: Member,
        row: &Row,
        bank: Option<&FundingBank>,
    ) -> AccountDetails {
        let ids = self.ids;
        let (name, value) = match member {
            Member::BankName => return details.with("bankName", bank.map_or(SAMPLE_BANK, |bank| &bank.name)),
            Member::BankAddress => {
                let address = bank.map_or(Some(SAMPLE_ADDRESS), |bank| bank.address.as_deref());
                return match address {
                    Some(address) => details.with("bankAddress", address),
                    None => details,
                };
            }
            Member::BankCode(name) => {
                return details.with(name, bank.map_or(row.bank_code, |bank| &bank.code));
            }
            Member::Fixed(name, value) => return details.with(name, value),
            Member::Digits(name, count) => (name, numbers::digits(ids, count)),
            Member::Phone(prefix, count) => ("phoneNumber", prefix.to_owned() + &numbers::digits(ids, count)),
            Member::Iban(country, bank, count) => {
                ("iban", numbers::iban(country, &(bank.to_owned() + &numbers::digits(ids, count))))
            }
            Member::Clabe => ("clabeNumber", numbers::clabe(&format!("999180{}", numbers::digits(ids, 11)))),
            Member::Cvu => ("accountNumber", numbers::cvu("0000999", &numbers::digits(ids, 13))),
            Member::Vpa => {
                let account = numbers::characters(ids, numbers::PLAIN, 12).to_ascii_lowercase();
                ("vpa", format!("fund.{account}@causeway"))
            }
            Member::PixCode => {
                let key = ids.uuid(Time::from_millis(0)).to_string();
                ("qrCode", pix::code(&key, &numbers::characters(ids, numbers::PLAIN, 12)))
            }
            Member::PaymentPage => {
                let page = numbers::characters(ids, numbers::PLAIN, 20).to_ascii_lowercase();
                ("paymentUrl", format!("https://pay.example.com/fund/{page}"))
            }
        };
        details.with(name, self.add_identifier(value))
    }

    /// Adds the address or invoice for a payer over this network, for one quote.
    fn network(&mut self, network: FundingNetwork, asset: CurrencyCode) {
        let ids = self.ids;
        let asset = asset.as_str();
        let address = match network {
            FundingNetwork::Lightning => return self.lightning(),
            FundingNetwork::Bitcoin => return self.bitcoin_address(),
            FundingNetwork::Spark => return self.spark(asset),
            FundingNetwork::Solana => chains::solana(ids),
            FundingNetwork::Tron => chains::tron(ids),
            FundingNetwork::Ethereum
            | FundingNetwork::Base
            | FundingNetwork::Polygon
            | FundingNetwork::Plasma => chains::evm(ids),
        };
        self.wallet(&format!("{network}_WALLET"), &address, asset);
        self.coordinates.identifiers.push(address);
    }

    fn lightning(&mut self) {
        let invoice = self.add_identifier(chains::lightning_invoice(self.ids));
        self.push(AccountDetails::of_type("LIGHTNING").with("invoice", invoice));
    }

    fn bitcoin_address(&mut self) {
        let address = self.add_identifier(chains::bitcoin(self.ids));
        self.push(AccountDetails::of_type("BITCOIN_L1").with("address", address).with("network", "BITCOIN"));
    }

    /// Adds a Spark address for tokens. BTC is paid to an invoice, which is added beside the address.
    fn spark(&mut self, asset: &str) {
        let address = self.add_identifier(chains::spark(self.ids));
        let mut details =
            AccountDetails::of_type("SPARK_WALLET").with("address", address).with("assetType", asset);
        if asset == "BTC" {
            let invoice = chains::spark_invoice(self.ids);
            details = details.with("invoice", self.add_identifier(invoice));
        }
        self.push(details);
    }

    fn bitcoin(&mut self) {
        let spark = chains::spark(self.ids);
        let bitcoin = chains::bitcoin(self.ids);
        let invoice = chains::lightning_invoice(self.ids);
        self.wallet("SPARK_WALLET", &spark, "BTC");
        self.push(AccountDetails::of_type("LIGHTNING").with("invoice", invoice.as_str()));
        self.push(
            AccountDetails::of_type("BITCOIN_L1")
                .with("address", bitcoin.as_str())
                .with("network", "BITCOIN"),
        );
        self.coordinates.identifiers.extend([spark, invoice, bitcoin]);
    }

    fn usdc(&mut self) {
        let solana = chains::solana(self.ids);
        let evm = chains::evm(self.ids);
        self.wallet("SOLANA_WALLET", &solana, "USDC");
        for chain in ["BASE_WALLET", "POLYGON_WALLET", "ETHEREUM_WALLET"] {
            self.wallet(chain, &evm, "USDC");
        }
        self.coordinates.identifiers.extend([solana, evm]);
    }

    fn usdt(&mut self) {
        let tron = chains::tron(self.ids);
        let evm = chains::evm(self.ids);
        let solana = chains::solana(self.ids);
        self.wallet("TRON_WALLET", &tron, "USDT");
        for chain in ["ETHEREUM_WALLET", "PLASMA_WALLET"] {
            self.wallet(chain, &evm, "USDT");
        }
        self.wallet("SOLANA_WALLET", &solana, "USDT");
        self.coordinates.identifiers.extend([tron, evm, solana]);
    }

    fn usdb(&mut self) {
        let spark = chains::spark(self.ids);
        self.wallet("SPARK_WALLET", &spark, "USDB");
        self.coordinates.identifiers.push(spark);
    }

    fn wallet(&mut self, account_type: &str, address: &str, asset: &str) {
        self.push(AccountDetails::of_type(account_type).with("address", address).with("assetType", asset));
    }

    fn push(&mut self, details: AccountDetails) {
        let notes = (self.notes)(&details);
        self.coordinates.methods.push(FundingMethod { details, notes });
    }

    /// Records an identifier that belongs to this account alone.
    fn add_identifier(&mut self, identifier: String) -> String {
        self.coordinates.identifiers.push(identifier.clone());
        identifier
    }
}

#[cfg(test)]
mod tests {
    use causeway_domain::quotes::{funding_networks, funding_rails};
    use causeway_domain::{Country, currency};
    use causeway_wire::accounts::Rule;

    use super::*;

    fn coordinates(code: CurrencyCode) -> Coordinates {
        SampleAccounts.coordinates(code, None, &Ids::seeded(1))
    }

    /// Checks that every funding method has the members that its type requires, each within its length, and
    /// no others.
    #[test]
    fn every_currency_has_funding_methods_that_fit_their_type() {
        for info in currency::every() {
            let coordinates = coordinates(info.code);
            assert!(!coordinates.methods.is_empty() && !coordinates.identifiers.is_empty(), "{}", info.code);
            assert!(coordinates.methods.iter().all(is_sound), "{}", info.code);
        }
    }

    /// Checks a funding method; panics with the first error.
    fn is_sound(method: &FundingMethod) -> bool {
        let details = &method.details;
        assert!(!method.notes.is_empty(), "{}", details.account_type());
        let kind = INSTRUCTION_TYPES.iter().find(|kind| kind.account_type == details.account_type());
        let kind = kind.unwrap_or_else(|| panic!("{} is no type", details.account_type()));
        let fields = [kind.details, kind.extras].concat();
        for field in &fields {
            let Some(value) = details.text(field.name) else {
                assert!(!field.needed, "{} lacks {}", kind.account_type, field.name);
                continue;
            };
            match field.rule {
                Rule::Text { min, max, .. } => {
                    let length = value.len();
                    assert!((usize::from(min)..=usize::from(max)).contains(&length), "{value}");
                }
                Rule::OneOf(values) | Rule::CountryOf(values) => {
                    assert!(values.contains(&value), "{value}")
                }
                Rule::Country => assert!(value.parse::<Country>().is_ok(), "{value}"),
                Rule::Url => assert!(value.starts_with("https://"), "{value}"),
            }
        }
        for name in details.0.keys().filter(|name| !["accountType", "paymentRails"].contains(&name.as_str()))
        {
            assert!(fields.iter().any(|field| field.name == name), "{} has {name}", kind.account_type);
        }
        true
    }

    #[test]
    fn every_currency_that_a_quote_can_be_paid_in_has_its_coordinates() {
        let ids = Ids::seeded(5);
        let for_quote = |currency, options: &FundingOptions| {
            let request = QuoteFundingRequest { currency, options, reference: "UMA-QABC234-REF" };
            SampleAccounts.coordinates_for_quote(&request, None, &ids)
        };
        for info in currency::every() {
            if let Some(rails) = funding_rails(info.code) {
                let found = for_quote(info.code, &FundingOptions::Bank(rails));
                let [method] = &found.methods[..] else { panic!("{}: {found:?}", info.code) };
                let rail_count =
                    method.details.0.get("paymentRails").map_or(0, |rails| rails.as_array().unwrap().len());
                assert_eq!(rail_count, rails.len(), "{}", info.code);
                let has_reference = method.details.text("reference").is_some();
                assert_eq!(method.notes.contains("reference"), has_reference, "{}", info.code);
                assert!(!found.identifiers.is_empty() && is_sound(method), "{}", info.code);
            }
            for network in funding_networks(info.code) {
                let found = for_quote(info.code, &FundingOptions::Networks(vec![*network]));
                let [method] = &found.methods[..] else { panic!("{network}: {found:?}") };
                assert!(!found.identifiers.is_empty() && is_sound(method), "{network}");
            }
        }
    }

    #[test]
    fn no_two_accounts_share_an_identifier() {
        let ids = Ids::seeded(4);
        for info in currency::every() {
            let one = SampleAccounts.coordinates(info.code, None, &ids).identifiers;
            let other = SampleAccounts.coordinates(info.code, None, &ids).identifiers;
            assert!(one.iter().all(|identifier| !other.contains(identifier)), "{}", info.code);
        }
    }

    #[test]
    fn a_reference_is_shown_in_the_details_and_the_notes() {
        let coordinates = coordinates(CurrencyCode::USD);
        let method = &coordinates.methods[0];
        let reference = method.details.text("reference").unwrap();
        let code = reference.strip_prefix("FUND-").unwrap();
        assert!(
            (6..=10).contains(&code.len())
                && code.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit())
        );
        assert!(method.notes.contains(reference));
        assert!(coordinates.identifiers.iter().any(|identifier| identifier == reference));
        assert_eq!(method.details.0["paymentRails"].as_array().unwrap().len(), 4);
    }

    #[test]
    fn an_account_abroad_is_found_by_its_number() {
        let bank = FundingBank {
            name: "First".to_owned(),
            code: "FRSTDEFF".to_owned(),
            address: Some("1 Main Street".to_owned()),
        };
        let ids = Ids::seeded(6);
        let [one, other] = [0, 1].map(|_| SampleAccounts.coordinates_abroad(&bank, &"A".repeat(300), &ids));
        assert!(is_sound(&one.methods[0]));
        assert_eq!(one.methods[0].details.text("country"), Some("DE"));
        assert_eq!(one.methods[0].details.text("accountNumber"), Some(&*one.identifiers[0]));
        assert!(one.methods[0].details.text("reference").is_none());
        assert_ne!(one.identifiers, other.identifiers);
    }

    #[test]
    fn the_operators_bank_is_named() {
        let bank = FundingBank { name: "First".to_owned(), code: "FRSTDEFF".to_owned(), address: None };
        let named = SampleAccounts.coordinates(CurrencyCode::EUR, Some(&bank), &Ids::seeded(1));
        assert_eq!(named.methods[0].details.text("swiftCode"), Some("FRSTDEFF"));
        assert_eq!(coordinates(CurrencyCode::EUR).methods[0].details.text("swiftCode"), Some("CWAYDEFF"));
    }
}
