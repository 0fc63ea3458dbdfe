//! Owners of business customers (customers 7).

use schemars::JsonSchema;
use serde::Serialize;

use crate::address::Address;
use crate::customers::{IdentificationType, KycStatus};
use crate::scalar::{BeneficialOwnerId, Country, CustomerId, Date, DateTime, Email, Name, Phone};
use causeway_vocabulary::named;

named! {
    /// What somebody is to a company.
    pub enum BeneficialOwnerRole {
        Ubo = "UBO",
        Director = "DIRECTOR",
        CompanyOfficer = "COMPANY_OFFICER",
        ControlPerson = "CONTROL_PERSON",
        Trustee = "TRUSTEE",
        GeneralPartner = "GENERAL_PARTNER",
    }
}

/// Somebody who owns or controls a business customer.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BeneficialOwner {
    /// Its id.
    pub id: BeneficialOwnerId,
    /// The company.
    pub customer_id: CustomerId,
    /// What the person is to the company.
    pub roles: Vec<BeneficialOwnerRole>,
    /// The share owned, in percent.
    #[schemars(range(min = 0, max = 100))]
    pub ownership_percentage: u8,
    /// Who the person is.
    pub personal_info: BeneficialOwnerPersonalInfo,
    /// Where the person stands in identity verification.
    pub kyc_status: KycStatus,
    /// When it was created.
    pub created_at: DateTime,
    /// When it last changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub updated_at: Option<DateTime>,
}

/// Who an owner is.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BeneficialOwnerPersonalInfo {
    /// First name.
    pub first_name: Name,
    /// Middle name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub middle_name: Option<Name>,
    /// Last name.
    pub last_name: Name,
    /// Date of birth.
    pub birth_date: Date,
    /// Nationality.
    pub nationality: Country,
    /// E-mail address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<Email>,
    /// Telephone number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone_number: Option<Phone>,
    /// Home address.
    pub address: Address,
    /// Kind of the tax number.
    pub id_type: IdentificationType,
    /// The tax number, masked except for its end.
    pub identifier: Name,
    /// The country that issued it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub country_of_issuance: Option<Country>,
}
