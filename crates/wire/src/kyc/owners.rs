//! Owners of business customers (customers 7).

use causeway_vocabulary::kyc::BeneficialOwnerRole;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::address::Address;
use crate::customers::{IdentificationType, IdentityNumber, KycStatus};
use crate::scalar::{
    BeneficialOwnerId, Country, Cursor, CustomerId, Date, DateTime, Email, FullName, Name, PageLimit, Phone,
};

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

/// Somebody to be added to a business customer.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BeneficialOwnerCreateRequest {
    /// The company.
    pub customer_id: CustomerId,
    /// What the person is to the company; each role once.
    #[schemars(length(min = 1, max = 64))]
    pub roles: Vec<BeneficialOwnerRole>,
    /// The share owned, in percent. The shares of all owners need not add up to anything.
    #[schemars(range(min = 0, max = 100))]
    pub ownership_percentage: u8,
    /// Who the person is.
    pub personal_info: NewBeneficialOwnerPersonalInfo,
}

/// Who a new owner is.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewBeneficialOwnerPersonalInfo {
    /// First name.
    pub first_name: FullName,
    /// Middle name.
    pub middle_name: Option<FullName>,
    /// Last name.
    pub last_name: FullName,
    /// Date of birth.
    pub birth_date: Date,
    /// Nationality.
    pub nationality: Country,
    /// E-mail address.
    pub email: Option<Email>,
    /// Telephone number.
    pub phone_number: Option<Phone>,
    /// Home address.
    pub address: Address,
    /// Kind of the tax number; not that of a company.
    pub id_type: IdentificationType,
    /// The tax number. Taken and kept; shown masked.
    pub identifier: IdentityNumber,
    /// The country that issued it. `US` where the kind of the number says so; required otherwise.
    pub country_of_issuance: Option<Country>,
}

/// What to change of an owner.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BeneficialOwnerUpdateRequest {
    /// What the person is to the company, in place of all roles before.
    #[schemars(length(min = 1, max = 64))]
    pub roles: Option<Vec<BeneficialOwnerRole>>,
    /// The share owned, in percent.
    #[schemars(range(min = 0, max = 100))]
    pub ownership_percentage: Option<u8>,
    /// What to change of who the person is.
    pub personal_info: Option<BeneficialOwnerPersonalInfoUpdate>,
}

/// What to change of who an owner is.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BeneficialOwnerPersonalInfoUpdate {
    /// First name.
    pub first_name: Option<FullName>,
    /// Middle name.
    pub middle_name: Option<FullName>,
    /// Last name.
    pub last_name: Option<FullName>,
    /// Date of birth.
    pub birth_date: Option<Date>,
    /// Nationality.
    pub nationality: Option<Country>,
    /// E-mail address.
    pub email: Option<Email>,
    /// Telephone number.
    pub phone_number: Option<Phone>,
    /// Home address, in place of the one before.
    pub address: Option<Address>,
    /// Kind of the tax number.
    pub id_type: Option<IdentificationType>,
    /// The tax number. Sent back as it is shown, it changes nothing.
    pub identifier: Option<IdentityNumber>,
    /// The country that issued it.
    pub country_of_issuance: Option<Country>,
}

/// Whose owners to list.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BeneficialOwnerFilter {
    /// The company.
    pub customer_id: CustomerId,
    /// How many items a page holds.
    #[serde(default)]
    pub limit: PageLimit,
    /// Where the page begins.
    pub cursor: Option<Cursor>,
}
