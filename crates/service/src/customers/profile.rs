//! Conversion of requests into stored customer profiles (customers 2.2, 2.10).

use causeway_domain::Country;
use causeway_store::customers::{BusinessProfile, IndividualProfile, PostalAddress};
use causeway_wire::Address;
use causeway_wire::customers::{
    BusinessCreateRequest, BusinessInfoUpdate, BusinessUpdateRequest, IndividualCreateRequest,
    IndividualSourceOfFunds, IndividualUpdateRequest, PurposeOfAccount, SourceOfFunds, SourceOfWealth,
};

/// Copies each field that was sent into the field of the same name; the others stay.
macro_rules! take {
    ($from:expr => $into:expr; texts $($text:ident)+; words $($word:ident)*) => {{
        $(if let Some(sent) = &$from.$text {
            $into.$text = Some(sent.as_str().to_owned());
        })+
        $(if $from.$word.is_some() {
            $into.$word.clone_from(&$from.$word);
        })*
    }};
}

/// Copies all fields of a person except the identification number, which is encrypted before it is stored.
macro_rules! take_individual {
    ($from:expr => $into:expr) => {{
        take!($from => $into;
            texts full_name birth_date source_of_funds_other_description source_of_wealth_other_description
                purpose_of_account_other_description;
            words nationality id_type country_of_issuance source_of_funds_categories source_of_wealth_categories
                purpose_of_account expected_monthly_transaction_count expected_monthly_transaction_volume
                annual_income_range net_worth_range pep_status);
        if let Some(sent) = &$from.address {
            $into.address = Some(address(sent));
        }
        if $into.id_type.is_some() && $into.country_of_issuance.is_none() {
            $into.country_of_issuance = Some(Country::US);
        }
    }};
}

/// Copies the optional fields of a company.
macro_rules! take_business_info {
    ($from:expr => $into:expr) => {
        take!($from => $into;
            texts doing_business_as registration_number source_of_funds naics_code
                source_of_funds_other_description purpose_of_account_other_description
                primary_contact_first_name primary_contact_last_name;
            words countries_of_operation entity_type business_type purpose_of_account
                expected_monthly_transaction_count expected_monthly_transaction_volume
                expected_recipient_jurisdictions source_of_funds_categories expected_counterparty_countries)
    };
}

/// Builds the profile of a new person.
pub(super) fn new_individual(sent: &IndividualCreateRequest) -> IndividualProfile {
    let mut profile = IndividualProfile::default();
    take_individual!(sent => profile);
    profile
}

/// Changes the profile of a person. A description of `OTHER` is removed with its choice.
pub(super) fn change_individual(profile: &mut IndividualProfile, sent: &IndividualUpdateRequest) {
    take_individual!(sent => profile);
    if !includes_other(profile.source_of_funds_categories.as_ref(), &IndividualSourceOfFunds::Other)
        && sent.source_of_funds_other_description.is_none()
    {
        profile.source_of_funds_other_description = None;
    }
    if !includes_other(profile.source_of_wealth_categories.as_ref(), &SourceOfWealth::Other)
        && sent.source_of_wealth_other_description.is_none()
    {
        profile.source_of_wealth_other_description = None;
    }
    if profile.purpose_of_account != Some(PurposeOfAccount::Other)
        && sent.purpose_of_account_other_description.is_none()
    {
        profile.purpose_of_account_other_description = None;
    }
}

/// Builds the profile of a new company.
pub(super) fn new_business(sent: &BusinessCreateRequest) -> BusinessProfile {
    let info = &sent.business_info;
    let mut profile = BusinessProfile {
        address: sent.address.as_ref().map(address),
        legal_name: info.legal_name.as_str().to_owned(),
        country: Some(info.country),
        incorporated_on: Some(info.incorporated_on.as_str().to_owned()),
        tax_id: Some(info.tax_id.as_str().to_owned()),
        ..BusinessProfile::default()
    };
    take_business_info!(info => profile);
    profile
}

/// Changes the profile of a company. A description of `OTHER` is removed with its choice.
pub(super) fn change_business(profile: &mut BusinessProfile, sent: &BusinessUpdateRequest) {
    if let Some(sent) = &sent.address {
        profile.address = Some(address(sent));
    }
    if let Some(info) = &sent.business_info {
        change_business_info(profile, info);
    }
}

fn change_business_info(profile: &mut BusinessProfile, info: &BusinessInfoUpdate) {
    if let Some(name) = &info.legal_name {
        profile.legal_name = name.as_str().to_owned();
    }
    take!(info => profile; texts incorporated_on tax_id; words country);
    take_business_info!(info => profile);
    if !includes_other(profile.source_of_funds_categories.as_ref(), &SourceOfFunds::Other)
        && info.source_of_funds_other_description.is_none()
    {
        profile.source_of_funds_other_description = None;
    }
    if profile.purpose_of_account != Some(PurposeOfAccount::Other)
        && info.purpose_of_account_other_description.is_none()
    {
        profile.purpose_of_account_other_description = None;
    }
}

/// Returns `true` if `OTHER` is among the choices.
pub(super) fn includes_other<T: PartialEq>(choices: Option<&Vec<T>>, other: &T) -> bool {
    choices.is_some_and(|choices| choices.contains(other))
}

/// Converts an address to its stored form.
pub(crate) fn address(sent: &Address) -> PostalAddress {
    let text = |name: &causeway_wire::Name| name.as_str().to_owned();
    PostalAddress {
        line1: text(&sent.line1),
        line2: sent.line2.as_ref().map(text),
        city: sent.city.as_ref().map(text),
        state: sent.state.as_ref().map(text),
        postal_code: sent.postal_code.as_str().to_owned(),
        country: sent.country,
    }
}
