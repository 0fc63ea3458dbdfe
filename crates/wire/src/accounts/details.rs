//! The members that identify an account of each type, which a payer or the service needs to reach it (money
//! 4.3).

use super::field::*;

pub(crate) const USD: &[Field] = &[
    account_number().needed(),
    matching("routingNumber", 9, 9, "^[0-9]{9}$").needed(),
    text("bankName", 1, 140),
    checking_or_savings(),
    text("intermediaryBankName", 1, 140),
    matching("intermediaryRoutingNumber", 9, 9, "^[0-9]{9}$"),
    text("fiToFiInformation", 1, 210),
];
pub(crate) const EUR: &[Field] = &[iban().needed(), swift_code()];
pub(crate) const DKK: &[Field] = &[matching("iban", 18, 18, "^DK[0-9]{16}$").needed(), swift_code()];
pub(crate) const AED: &[Field] = &[matching("iban", 23, 23, "^AE[0-9]{21}$").needed(), swift_code()];
pub(crate) const GBP: &[Field] = &[
    matching("sortCode", 6, 6, "^[0-9]{6}$").needed(),
    matching("accountNumber", 8, 8, "^[0-9]{8}$").needed(),
];
pub(crate) const MXN: &[Field] = &[matching("clabeNumber", 18, 18, "^[0-9]{18}$").needed()];
pub(crate) const BRL: &[Field] = &[
    text("pixKey", 1, 77).needed(),
    one_of("pixKeyType", &["CPF", "CNPJ", "EMAIL", "PHONE", "RANDOM"]).needed(),
    matching("taxId", 11, 14, "^([0-9]{11,14}|[0-9A-Z]{12}[0-9]{2})$").needed(),
];
pub(crate) const INR: &[Field] = &[
    matching("vpa", 3, 255, r"^[a-zA-Z0-9.\-_]+@[a-zA-Z0-9]+$"),
    matching("accountNumber", 9, 18, "^[0-9]{9,18}$"),
    matching("ifsc", 11, 11, "^[A-Z]{4}0[A-Z0-9]{6}$"),
    text("rail", 1, 32),
    bank_name(),
];
pub(crate) const NGN: &[Field] =
    &[matching("accountNumber", 10, 10, "^[0-9]{10}$").needed(), bank_name().needed()];
pub(crate) const CAD: &[Field] = &[
    matching("bankCode", 3, 3, "^[0-9]{3}$").needed(),
    matching("branchCode", 5, 5, "^[0-9]{5}$").needed(),
    matching("accountNumber", 7, 12, "^[0-9]{7,12}$").needed(),
];
/// Bank accounts in Hong Kong, Malaysia, Thailand and Vietnam.
pub(crate) const BANK_WITH_SWIFT_CODE: &[Field] =
    &[bank_name().needed(), account_number().needed(), swift_code().needed()];

pub(crate) const IDR: &[Field] = &[
    bank_name().needed(),
    account_number().needed(),
    swift_code().needed(),
    matching("phoneNumber", 7, 15, r"^\+62[0-9]{9,12}$").needed(),
];
pub(crate) const SGD: &[Field] = &[bank_name(), account_number().needed(), swift_code().needed()];
pub(crate) const PHP: &[Field] =
    &[bank_name().needed(), matching("accountNumber", 8, 16, "^[0-9]{8,16}$").needed()];
pub(crate) const ZAR: &[Field] =
    &[matching("accountNumber", 9, 13, "^[0-9]{9,13}$").needed(), bank_name().needed()];
pub(crate) const GTQ: &[Field] =
    &[account_number().needed(), checking_or_savings().needed(), bank_name().needed()];
pub(crate) const JMD: &[Field] = &[
    account_number().needed(),
    matching("branchCode", 5, 5, "^[0-9]{5}$").needed(),
    checking_or_savings().needed(),
    bank_name().needed(),
];
pub(crate) const BDT: &[Field] = &[
    account_number(),
    bank_name().needed(),
    matching("branchCode", 5, 5, "^[0-9]{5}$"),
    swift_code(),
    mobile_number(),
];
pub(crate) const COP: &[Field] =
    &[account_number(), checking_or_savings(), bank_name().needed(), mobile_number()];
pub(crate) const EGP: &[Field] =
    &[matching("iban", 29, 29, "^EG[0-9]{27}$"), bank_name().needed(), mobile_number()];
pub(crate) const PKR: &[Field] = &[
    bank_name().needed(),
    account_number(),
    matching("iban", 24, 24, "^PK[0-9]{2}[A-Z]{4}[0-9]{16}$"),
    mobile_number(),
];
pub(crate) const SLV: &[Field] = &[bank_name(), account_number(), checking_or_savings(), mobile_number()];
/// Bank or mobile-money accounts in Ghana and China.
pub(crate) const BANK_OR_MOBILE: &[Field] = &[account_number(), bank_name().needed(), mobile_number()];
/// Mobile-money accounts in Malawi, Uganda and Botswana.
pub(crate) const MOBILE: &[Field] = &[mobile_number().needed(), text("provider", 1, 255).needed()];

pub(crate) const KES: &[Field] = &mobile_with_prefix(r"^\+254[0-9]{9}$");
pub(crate) const RWF: &[Field] = &mobile_with_prefix(r"^\+250[0-9]{9}$");
pub(crate) const TZS: &[Field] = &mobile_with_prefix(r"^\+255[0-9]{9}$");
pub(crate) const ZMW: &[Field] = &mobile_with_prefix(r"^\+260[0-9]{9}$");
pub(crate) const XOF: &[Field] = &mobile_in_region(&["BJ", "CI", "SN", "TG"]);
pub(crate) const XAF: &[Field] = &mobile_in_region(&["CM", "CG"]);
pub(crate) const HTG: &[Field] = &[mobile_number().needed()];
pub(crate) const SWIFT: &[Field] =
    &[country().needed(), swift_code().needed(), bank_name().needed(), account_number(), iban()];
pub(crate) const WALLET: &[Field] = &[text("address", 1, 255).needed()];
/// External wallets: self-custodied, or held at the provider named in `vaspName`.
pub(crate) const EXTERNAL_WALLET: &[Field] = &[text("address", 1, 255).needed(), text("vaspName", 1, 255)];
/// Lightning destinations: an account has exactly one of the three members.
pub(crate) const LIGHTNING: &[Field] =
    &[text("invoice", 1, 1024), text("bolt12", 1, 1024), text("lightningAddress", 3, 320)];

const fn mobile_with_prefix(pattern: &'static str) -> [Field; 2] {
    [matching("phoneNumber", 7, 15, pattern).needed(), text("provider", 1, 255).needed()]
}

const fn mobile_in_region(countries: &'static [&'static str]) -> [Field; 3] {
    [mobile_number().needed(), text("provider", 1, 255).needed(), region(countries).needed()]
}
