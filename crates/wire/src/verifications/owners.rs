//! Beneficial owners of business customers (customers 7).

use causeway_vocabulary::verifications::BeneficialOwnerRole;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::address::Address;
use crate::customers::{IdentificationType, IdentityNumber, KycStatus};
use crate::scalar::{
    BeneficialOwnerId, Country, Cursor, CustomerId, Date, DateTime, Email, FullName, Name, PageLimit, Phone,
};

/// A beneficial owner: a person who owns or controls a business customer.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BeneficialOwner {
    /// Beneficial owner id, `BeneficialOwner:<uuid>`.
    pub id: BeneficialOwnerId,
    /// The business customer.
    pub customer_id: CustomerId,
    /// Roles of the person in the company.
    pub roles: Vec<BeneficialOwnerRole>,
    /// Share of the company that the person owns, in percent.
    #[schemars(range(min = 0, max = 100))]
    pub ownership_percentage: u8,
    /// Personal data of the owner.
    pub personal_info: BeneficialOwnerPersonalInfo,
    /// Status of the person's identity verification (KYC).
    pub kyc_status: KycStatus,
    /// Creation time.
    pub created_at: DateTime,
    /// Time of the last change.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub updated_at: Option<DateTime>,
}

/// The personal data of a beneficial owner.
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
    /// Country of nationality.
    pub nationality: Country,
    /// E-mail address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<Email>,
    /// Phone number in E.164 format.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone_number: Option<Phone>,
    /// Home address.
    pub address: Address,
    /// Type of the tax identification number.
    pub id_type: IdentificationType,
    /// Tax identification number, masked except for its end.
    pub identifier: Name,
    /// Country that issued the tax identification number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub country_of_issuance: Option<Country>,
}

/// A beneficial owner to add to a business customer.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BeneficialOwnerCreateRequest {
    /// The business customer.
    pub customer_id: CustomerId,
    /// Roles of the person in the company; each role at most once.
    #[schemars(length(min = 1, max = 64))]
    pub roles: Vec<BeneficialOwnerRole>,
    /// Share of the company that the person owns, in percent. The sum over all owners is not checked.
    #[schemars(range(min = 0, max = 100))]
    pub ownership_percentage: u8,
    /// Personal data of the owner.
    pub personal_info: NewBeneficialOwnerPersonalInfo,
}

/// The personal data of a new beneficial owner.
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
    /// Country of nationality.
    pub nationality: Country,
    /// E-mail address.
    pub email: Option<Email>,
    /// Phone number in E.164 format.
    pub phone_number: Option<Phone>,
    /// Home address.
    pub address: Address,
    /// Type of the tax identification number. `EIN`, the type of companies, is refused.
    pub id_type: IdentificationType,
    /// Tax identification number. It is stored, and returned only in masked form.
    pub identifier: IdentityNumber,
    /// Country that issued the tax identification number. Defaults to `US` if the type implies it; required
    /// otherwise.
    pub country_of_issuance: Option<Country>,
}

/// Changes to a beneficial owner. Absent fields stay unchanged.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BeneficialOwnerUpdateRequest {
    /// Roles of the person in the company; replaces all previous roles.
    #[schemars(length(min = 1, max = 64))]
    pub roles: Option<Vec<BeneficialOwnerRole>>,
    /// Share of the company that the person owns, in percent.
    #[schemars(range(min = 0, max = 100))]
    pub ownership_percentage: Option<u8>,
    /// Changes to the personal data of the owner.
    pub personal_info: Option<BeneficialOwnerPersonalInfoUpdate>,
}

/// Changes to the personal data of a beneficial owner. Absent fields stay unchanged.
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
    /// Country of nationality.
    pub nationality: Option<Country>,
    /// E-mail address.
    pub email: Option<Email>,
    /// Phone number in E.164 format.
    pub phone_number: Option<Phone>,
    /// Home address; replaces the previous one.
    pub address: Option<Address>,
    /// Type of the tax identification number.
    pub id_type: Option<IdentificationType>,
    /// Tax identification number. The masked form, sent back unchanged, has no effect.
    pub identifier: Option<IdentityNumber>,
    /// Country that issued the tax identification number.
    pub country_of_issuance: Option<Country>,
}

/// Filters for the list of a company's beneficial owners.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BeneficialOwnerFilter {
    /// The business customer.
    pub customer_id: CustomerId,
    /// Maximum number of items per page.
    #[serde(default)]
    pub limit: PageLimit,
    /// The `nextCursor` of the previous page; absent for the first page.
    pub cursor: Option<Cursor>,
}
