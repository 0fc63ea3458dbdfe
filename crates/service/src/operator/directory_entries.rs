//! The entries of directories, in the form in which operators write them: with the members of the interface
//! (money 5).

use causeway_domain::country::Country;
use causeway_domain::currency;
use causeway_domain::customers::uma_host;
use causeway_domain::external_accounts::PaymentRail;
use causeway_domain::letters::check_showable;
use causeway_domain::money::CurrencyCode;
use causeway_store::discoveries::BankRecord;
use causeway_store::uma_providers::{UmaProviderDoc, UmaProviderRecord};
use causeway_store::vasps::VaspRecord;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::discoveries::rails_between;

const MAX_NAME: usize = 255;
const MAX_URL: usize = 2048;
/// Maximum number of regions, and of currencies.
const MAX_LIST_ITEMS: usize = 300;
/// Number of characters of an LEI (ISO 17442).
const LEI_LENGTH: usize = 20;

/// An entry of a directory.
pub(super) trait Entry: DeserializeOwned {
    /// The row of the database.
    type Record;

    /// Converts the entry to a row, or returns an error message.
    fn record(self) -> Result<Self::Record, String>;

    /// Returns the unique key of an entry.
    fn key(record: &Self::Record) -> String;
}

/// A bank or a provider of mobile money.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct BankEntry {
    country: Country,
    currency: CurrencyCode,
    bank_name: String,
    /// Defaults to `bankName`.
    display_name: Option<String>,
    /// Defaults to all rails of the account type.
    payment_rails: Option<Vec<PaymentRail>>,
}

/// A virtual-asset service provider.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct VaspEntry {
    vasp_name: String,
    url: Option<String>,
}

/// A provider of UMA addresses. `uma-provider allow` and `block` decide about its use.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct UmaProviderEntry {
    name: String,
    domain: String,
    logo_url: Option<String>,
    lei: Option<String>,
    #[serde(default)]
    supported_regions: Vec<Country>,
    #[serde(default)]
    supported_currencies: Vec<CurrencyCode>,
}

impl Entry for BankEntry {
    type Record = BankRecord;

    fn record(self) -> Result<BankRecord, String> {
        let bank_name = check_name("bankName", self.bank_name)?;
        let display_name = self.display_name.map(|sent| check_name("displayName", sent)).transpose()?;
        let reaching = rails_between(self.country, self.currency);
        if reaching.is_empty() {
            return Err(format!("no account type of this country receives {}", self.currency));
        }
        let rails = self.payment_rails.unwrap_or_else(|| reaching.clone());
        let offered: Vec<&str> = reaching.iter().map(|rail| rail.as_str()).collect();
        let is_sound = !rails.is_empty() && rails.iter().all(|rail| reaching.contains(rail));
        if !is_sound || (1..rails.len()).any(|at| rails[at..].contains(&rails[at - 1])) {
            return Err(format!("paymentRails: must be one or more of {}, each once", offered.join(", ")));
        }
        Ok(BankRecord {
            country: self.country,
            currency: self.currency,
            display_name: display_name.unwrap_or_else(|| bank_name.clone()),
            bank_name,
            rails,
        })
    }

    fn key(record: &BankRecord) -> String {
        format!("{} {} {}", record.country, record.currency, record.bank_name)
    }
}

impl Entry for VaspEntry {
    type Record = VaspRecord;

    fn record(self) -> Result<VaspRecord, String> {
        let url = self.url.map(|sent| check_url("url", sent)).transpose()?;
        Ok(VaspRecord { name: check_name("vaspName", self.vasp_name)?, url })
    }

    fn key(record: &VaspRecord) -> String {
        record.name.clone()
    }
}

impl Entry for UmaProviderEntry {
    type Record = UmaProviderRecord;

    fn record(self) -> Result<UmaProviderRecord, String> {
        let domain = uma_host(&self.domain).ok_or("domain: must be a DNS host name")?;
        let lei = self.lei.map(check_lei).transpose()?;
        if let Some(unknown) = self.supported_currencies.iter().find(|code| currency::find(**code).is_none())
        {
            return Err(format!("supportedCurrencies: {unknown} is not a currency that the service knows"));
        }
        if self.supported_regions.len().max(self.supported_currencies.len()) > MAX_LIST_ITEMS {
            return Err(format!("lists have at most {MAX_LIST_ITEMS} items"));
        }
        let doc = UmaProviderDoc {
            v: 1,
            name: check_name("name", self.name)?,
            logo_url: self.logo_url.map(|sent| check_url("logoUrl", sent)).transpose()?,
            lei,
            regions: self.supported_regions,
            currencies: self.supported_currencies,
        };
        Ok(UmaProviderRecord { domain, doc })
    }

    fn key(record: &UmaProviderRecord) -> String {
        record.domain.clone()
    }
}

fn check_name(member: &str, sent: String) -> Result<String, String> {
    let is_sound = (1..=MAX_NAME).contains(&sent.chars().count())
        && sent.trim() == sent
        && check_showable(&sent).is_ok();
    let must = format!("have 1 to {MAX_NAME} characters that can be seen, without whitespace around them");
    is_sound.then_some(sent).ok_or_else(|| format!("{member}: must {must}"))
}

fn check_url(member: &str, sent: String) -> Result<String, String> {
    let is_web = sent.starts_with("https://") || sent.starts_with("http://");
    let is_sound = sent.len() <= MAX_URL && !sent.chars().any(|c| c.is_whitespace() || c.is_control());
    (is_web && is_sound).then_some(sent).ok_or_else(|| format!("{member}: must be an http or https URL"))
}

fn check_lei(sent: String) -> Result<String, String> {
    let is_sound = sent.len() == LEI_LENGTH
        && sent.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
    let must = || format!("lei: must be {LEI_LENGTH} letters in upper case and digits");
    is_sound.then_some(sent).ok_or_else(must)
}
