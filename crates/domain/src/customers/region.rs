//! The choice of a customer's region and currencies (customers 2.3).

use crate::country::Country;
use crate::money::CurrencyCode;

/// A currency that the platform supports, and the countries in which it is offered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    pub currency: CurrencyCode,
    /// Empty if it is offered everywhere.
    pub regions: Vec<Country>,
}

impl Offer {
    fn reaches(&self, region: Country) -> bool {
        self.regions.is_empty() || self.regions.contains(&region)
    }
}

/// The region and currencies of a request, and the customer's residence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RegionRequest<'a> {
    pub currencies: Option<&'a [CurrencyCode]>,
    pub region: Option<Country>,
    /// The country of the address or of the business, if known.
    pub residence: Option<Country>,
}

/// The region and currencies of a new customer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResolvedRegion {
    /// The customer's region, which never changes.
    pub region: Country,
    /// Without duplicates.
    pub currencies: Vec<CurrencyCode>,
}

/// The reason why region and currencies cannot be resolved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ResolveRefused {
    /// The list of currencies in the request is empty.
    NoCurrencies,
    /// The platform does not support these currencies.
    NotSupported(Vec<CurrencyCode>),
    /// No currency is offered in the region.
    NothingOffered(Country),
    /// The currencies are not offered in one region, or not in the requested one. Each of these groups could
    /// belong to one customer.
    NeedSeparateCustomers(Vec<Vec<CurrencyCode>>),
}

/// Resolves region and currencies of a new customer.
///
/// # Errors
/// When they do not fit the platform's offers or each other.
pub fn resolve(
    request: RegionRequest<'_>,
    offers: &[Offer],
    default_region: Country,
) -> Result<ResolvedRegion, ResolveRefused> {
    match (request.currencies, request.region) {
        (Some(sent), region) => {
            let chosen = choose(sent, offers)?;
            let region = match region {
                Some(region) if chosen.iter().all(|offer| offer.reaches(region)) => Some(region),
                Some(_) => None,
                None => common_region(&chosen, request.residence, default_region),
            };
            let region = region.ok_or_else(|| ResolveRefused::NeedSeparateCustomers(groups(&chosen)))?;
            Ok(ResolvedRegion { region, currencies: codes(&chosen) })
        }
        (None, Some(region)) => all_offered_in(region, offers),
        (None, None) => {
            let served = request.residence.filter(|home| offers.iter().any(|offer| offer.reaches(*home)));
            all_offered_in(served.unwrap_or(default_region), offers)
        }
    }
}

/// Returns the offers of the requested currencies, each once, in their order.
fn choose<'a>(sent: &[CurrencyCode], offers: &'a [Offer]) -> Result<Vec<&'a Offer>, ResolveRefused> {
    if sent.is_empty() {
        return Err(ResolveRefused::NoCurrencies);
    }
    let mut chosen: Vec<&Offer> = Vec::new();
    let mut unknown = Vec::new();
    for code in sent {
        match offers.iter().find(|offer| offer.currency == *code) {
            Some(offer) if chosen.iter().all(|other| other.currency != *code) => chosen.push(offer),
            Some(_) => {}
            None if !unknown.contains(code) => unknown.push(*code),
            None => {}
        }
    }
    if unknown.is_empty() { Ok(chosen) } else { Err(ResolveRefused::NotSupported(unknown)) }
}

/// Returns a region in which all the currencies are offered: the residence, else the default, else the first
/// fitting one of the first offer that is limited to regions. `None` if there is none.
fn common_region(chosen: &[&Offer], residence: Option<Country>, default_region: Country) -> Option<Country> {
    let everywhere = |region: &Country| chosen.iter().all(|offer| offer.reaches(*region));
    let mut listed =
        chosen.iter().find(|offer| !offer.regions.is_empty()).into_iter().flat_map(|offer| &offer.regions);
    residence
        .filter(everywhere)
        .or_else(|| Some(default_region).filter(everywhere))
        .or_else(|| listed.find(|region| everywhere(region)).copied())
}

fn all_offered_in(region: Country, offers: &[Offer]) -> Result<ResolvedRegion, ResolveRefused> {
    let offered: Vec<&Offer> = offers.iter().filter(|offer| offer.reaches(region)).collect();
    if offered.is_empty() {
        return Err(ResolveRefused::NothingOffered(region));
    }
    Ok(ResolvedRegion { region, currencies: codes(&offered) })
}

/// Groups currencies that share a region. Each currency joins the first group that keeps a common region with
/// it, and a currency that is offered everywhere joins all groups.
fn groups(chosen: &[&Offer]) -> Vec<Vec<CurrencyCode>> {
    let mut shared: Vec<Vec<Country>> = Vec::new();
    for offer in chosen.iter().filter(|offer| !offer.regions.is_empty()) {
        let left = |regions: &Vec<Country>| -> Vec<Country> {
            regions.iter().filter(|region| offer.reaches(**region)).copied().collect()
        };
        match shared.iter_mut().find(|regions| !left(regions).is_empty()) {
            Some(regions) => *regions = left(regions),
            None => shared.push(offer.regions.clone()),
        }
    }
    let reaching = |regions: &Vec<Country>| {
        chosen
            .iter()
            .filter(|offer| regions.iter().all(|region| offer.reaches(*region)))
            .map(|offer| offer.currency)
            .collect()
    };
    shared.iter().map(reaching).collect()
}

fn codes(offers: &[&Offer]) -> Vec<CurrencyCode> {
    offers.iter().map(|offer| offer.currency).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn country(code: &str) -> Country {
        code.parse().unwrap()
    }

    fn currencies(list: &[&str]) -> Vec<CurrencyCode> {
        list.iter().map(|code| code.parse().unwrap()).collect()
    }

    fn offers() -> Vec<Offer> {
        [
            ("USD", &["US"][..]),
            ("USDC", &[]),
            ("BRL", &["BR"]),
            ("EUR", &["DE", "FR"]),
            ("DKK", &["DK", "FR"]),
        ]
        .into_iter()
        .map(|(code, regions)| Offer {
            currency: code.parse().unwrap(),
            regions: regions.iter().copied().map(country).collect(),
        })
        .collect()
    }

    fn resolved(
        sent: Option<&[&str]>,
        region: Option<&str>,
        residence: Option<&str>,
    ) -> Result<(String, Vec<CurrencyCode>), ResolveRefused> {
        let requested = sent.map(currencies);
        let request = RegionRequest {
            currencies: requested.as_deref(),
            region: region.map(country),
            residence: residence.map(country),
        };
        resolve(request, &offers(), Country::US).map(|found| (found.region.to_string(), found.currencies))
    }

    fn found(region: &str, list: &[&str]) -> Result<(String, Vec<CurrencyCode>), ResolveRefused> {
        Ok((region.to_owned(), currencies(list)))
    }

    #[test]
    fn currencies_without_a_region() {
        assert_eq!(resolved(Some(&["BRL"]), None, Some("DE")), found("BR", &["BRL"]));
        assert_eq!(resolved(Some(&["USDC", "USDC"]), None, Some("KE")), found("KE", &["USDC"]));
        assert_eq!(resolved(Some(&["USDC"]), None, None), found("US", &["USDC"]));
        assert_eq!(resolved(Some(&["EUR"]), None, Some("FR")), found("FR", &["EUR"]));
        assert_eq!(resolved(Some(&["EUR"]), None, None), found("DE", &["EUR"]));
        assert_eq!(resolved(Some(&["EUR", "DKK"]), None, Some("DE")), found("FR", &["EUR", "DKK"]));
    }

    #[test]
    fn both_must_fit() {
        assert_eq!(resolved(Some(&["USD", "USDC"]), Some("US"), None), found("US", &["USD", "USDC"]));
        assert_eq!(
            resolved(Some(&["BRL"]), Some("US"), None),
            Err(ResolveRefused::NeedSeparateCustomers(vec![currencies(&["BRL"])]))
        );
    }

    #[test]
    fn currencies_without_a_common_region_are_grouped() {
        assert_eq!(
            resolved(Some(&["BRL", "USDC", "USD"]), None, None),
            Err(ResolveRefused::NeedSeparateCustomers(vec![
                currencies(&["BRL", "USDC"]),
                currencies(&["USDC", "USD"])
            ]))
        );
        assert_eq!(
            resolved(Some(&["EUR", "DKK", "USD"]), None, None),
            Err(ResolveRefused::NeedSeparateCustomers(vec![
                currencies(&["EUR", "DKK"]),
                currencies(&["USD"])
            ]))
        );
    }

    #[test]
    fn a_region_alone_selects_its_offered_currencies() {
        assert_eq!(resolved(None, Some("BR"), Some("DE")), found("BR", &["USDC", "BRL"]));
        assert_eq!(resolved(None, None, Some("FR")), found("FR", &["USDC", "EUR", "DKK"]));
        assert_eq!(resolved(None, None, None), found("US", &["USD", "USDC"]));
        let request = RegionRequest { currencies: None, region: None, residence: Some(country("KE")) };
        let only_us = &offers()[..1];
        assert_eq!(resolve(request, only_us, Country::US).map(|found| found.region), Ok(Country::US));
        assert_eq!(
            resolve(request, only_us, country("KE")),
            Err(ResolveRefused::NothingOffered(country("KE")))
        );
    }

    #[test]
    fn unknown_and_missing_currencies_are_refused() {
        assert_eq!(resolved(Some(&[]), None, None), Err(ResolveRefused::NoCurrencies));
        assert_eq!(
            resolved(Some(&["XYZ", "USD", "XYZ"]), None, None),
            Err(ResolveRefused::NotSupported(currencies(&["XYZ"])))
        );
    }
}
