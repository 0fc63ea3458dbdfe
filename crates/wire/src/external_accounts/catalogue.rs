//! The types of external account that can be paid (money 4.3), one row per type.

use super::account_type::{AccountType, HolderRule, Method, Naming};
use crate::accounts::details;
use crate::accounts::field::{Field, one_of, text};
use crate::rails::PaymentRail::{self, *};

const BY_NUMBER_AND_SWIFT_CODE: &[Method] = &[by(&["accountNumber", "swiftCode"], &[BankTransfer])];
const BY_NUMBER_AT_BANK: &[Method] = &[by(&["accountNumber", "bankName"], &[BankTransfer])];
const BY_ADDRESS: &[Method] = &[by(&["address"], &[])];
const BY_PHONE: &[Method] = &[by(&["phoneNumber", "provider"], &[MobileMoney])];
const BY_PHONE_IN_REGION: &[Method] = &[by(&["phoneNumber", "provider", "region"], &[MobileMoney])];
const BY_NUMBER_OR_PHONE: &[Method] =
    &[by(&["accountNumber", "bankName"], &[BankTransfer]), by(&["phoneNumber", "bankName"], &[MobileMoney])];
/// The members for an identity document of Colombia.
const DOCUMENT: &[Field] =
    &[one_of("documentType", &["CC", "CE", "TI", "NIT", "PP"]), text("documentNumber", 1, 50)];
/// The member for the registration number of a person.
const REGISTRATION_NUMBER: &[Field] = &[text("registrationNumber", 1, 255)];

/// Every type of external account that can be registered.
pub const ACCOUNT_TYPES: &[AccountType] = &[
    bank(
        "USD_ACCOUNT",
        &["USD"],
        details::USD,
        &[by(&["accountNumber", "routingNumber"], &[Rtp, Fednow, Ach, Wire])],
    ),
    bank("EUR_ACCOUNT", &["EUR"], details::EUR, &[by(&["iban"], &[SepaInstant, Sepa])])
        .with_person_needs(&["countryOfResidence"]),
    bank("DKK_ACCOUNT", &["DKK"], details::DKK, &[by(&["iban"], &[SepaInstant, Sepa])]),
    bank("GBP_ACCOUNT", &["GBP"], details::GBP, &[by(&["accountNumber", "sortCode"], &[FasterPayments])]),
    bank("MXN_ACCOUNT", &["MXN"], details::MXN, &[by(&["clabeNumber"], &[Spei])]),
    bank("BRL_ACCOUNT", &["BRL"], details::BRL, &[by(&["pixKey"], &[Pix])]),
    bank(
        "INR_ACCOUNT",
        &["INR"],
        details::INR,
        &[by(&["vpa"], &[Upi]), by(&["accountNumber", "ifsc"], &[Neft, Rtgs]).and(&["ifsc", "rail"])],
    ),
    bank("NGN_ACCOUNT", &["NGN"], details::NGN, BY_NUMBER_AT_BANK),
    bank(
        "CAD_ACCOUNT",
        &["CAD"],
        details::CAD,
        &[by(&["accountNumber", "bankCode", "branchCode"], &[BankTransfer])],
    )
    .with_person_extras(REGISTRATION_NUMBER),
    bank("HKD_ACCOUNT", &["HKD"], details::BANK_WITH_SWIFT_CODE, BY_NUMBER_AND_SWIFT_CODE),
    bank("MYR_ACCOUNT", &["MYR"], details::BANK_WITH_SWIFT_CODE, BY_NUMBER_AND_SWIFT_CODE),
    bank("THB_ACCOUNT", &["THB"], details::BANK_WITH_SWIFT_CODE, BY_NUMBER_AND_SWIFT_CODE),
    bank("VND_ACCOUNT", &["VND"], details::BANK_WITH_SWIFT_CODE, BY_NUMBER_AND_SWIFT_CODE),
    bank("IDR_ACCOUNT", &["IDR"], details::IDR, BY_NUMBER_AND_SWIFT_CODE),
    bank(
        "SGD_ACCOUNT",
        &["SGD"],
        details::SGD,
        &[by(&["accountNumber", "swiftCode"], &[Fast, Paynow, BankTransfer])],
    ),
    bank("PHP_ACCOUNT", &["PHP"], details::PHP, BY_NUMBER_AT_BANK),
    bank("ZAR_ACCOUNT", &["ZAR"], details::ZAR, BY_NUMBER_AT_BANK),
    bank("AED_ACCOUNT", &["AED"], details::AED, &[by(&["iban"], &[BankTransfer])])
        .with_person_needs(&["address"]),
    bank("GTQ_ACCOUNT", &["GTQ"], details::GTQ, BY_NUMBER_AT_BANK)
        .with_person_needs(&["countryOfResidence", "phoneNumber"]),
    bank(
        "JMD_ACCOUNT",
        &["JMD"],
        details::JMD,
        &[by(&["accountNumber", "branchCode", "bankName"], &[BankTransfer])],
    )
    .with_person_needs(&["address", "phoneNumber"]),
    bank(
        "BDT_ACCOUNT",
        &["BDT"],
        details::BDT,
        &[
            by(&["accountNumber", "bankName", "branchCode"], &[BankTransfer]),
            by(&["phoneNumber", "bankName"], &[MobileMoney]),
        ],
    ),
    bank(
        "COP_ACCOUNT",
        &["COP"],
        details::COP,
        &[
            by(&["accountNumber", "bankName"], &[BankTransfer]).and(&["bankAccountType"]),
            by(&["phoneNumber", "bankName"], &[MobileMoney]),
        ],
    )
    .with_person_extras(DOCUMENT),
    bank(
        "EGP_ACCOUNT",
        &["EGP"],
        details::EGP,
        &[by(&["iban"], &[BankTransfer]), by(&["phoneNumber", "bankName"], &[MobileMoney])],
    ),
    bank("GHS_ACCOUNT", &["GHS"], details::BANK_OR_MOBILE, BY_NUMBER_OR_PHONE),
    bank(
        "PKR_ACCOUNT",
        &["PKR"],
        details::PKR,
        &[
            by(&["accountNumber", "bankName"], &[BankTransfer]),
            by(&["iban"], &[BankTransfer]),
            by(&["phoneNumber", "bankName"], &[MobileMoney]),
        ],
    ),
    bank(
        "SLV_ACCOUNT",
        &["USD"],
        details::SLV,
        &[
            by(&["accountNumber", "bankName"], &[BankTransfer]).and(&["bankAccountType"]),
            by(&["phoneNumber"], &[MobileMoney]),
        ],
    ),
    bank("CNY_ACCOUNT", &["CNY"], details::BANK_OR_MOBILE, BY_NUMBER_OR_PHONE),
    bank("KES_ACCOUNT", &["KES"], details::KES, BY_PHONE),
    bank("RWF_ACCOUNT", &["RWF"], details::RWF, BY_PHONE),
    bank("TZS_ACCOUNT", &["TZS"], details::TZS, BY_PHONE),
    bank("ZMW_ACCOUNT", &["ZMW"], details::ZMW, BY_PHONE),
    bank("MWK_ACCOUNT", &["MWK"], details::MOBILE, BY_PHONE),
    bank("UGX_ACCOUNT", &["UGX"], details::MOBILE, BY_PHONE),
    bank("BWP_ACCOUNT", &["BWP"], details::MOBILE, BY_PHONE),
    bank("XOF_ACCOUNT", &["XOF"], details::XOF, BY_PHONE_IN_REGION),
    bank("XAF_ACCOUNT", &["XAF"], details::XAF, BY_PHONE_IN_REGION),
    bank("HTG_ACCOUNT", &["HTG"], details::HTG, &[by(&["phoneNumber"], &[MobileMoney])]),
    bank(
        "SWIFT_ACCOUNT",
        &[],
        details::SWIFT,
        &[by(&["accountNumber", "swiftCode"], &[Swift]), by(&["iban"], &[Swift])],
    ),
    wallet("SPARK_WALLET", &["BTC", "USDB"]),
    AccountType {
        alias: Some("LIGHTNING_ACCOUNT"),
        fields: details::LIGHTNING,
        methods: &[by(&["invoice"], &[]), by(&["bolt12"], &[]), by(&["lightningAddress"], &[])],
        is_exclusive: true,
        holder: HolderRule { naming: Naming::Never, ..WALLET_HOLDER },
        ..wallet("LIGHTNING", &["BTC"])
    },
    wallet("SOLANA_WALLET", &["USDC", "USDT"]),
    wallet("ETHEREUM_WALLET", &["USDC", "USDT"]),
    wallet("BASE_WALLET", &["USDC"]),
    wallet("POLYGON_WALLET", &["USDC"]),
    wallet("PLASMA_WALLET", &["USDT"]),
    wallet("TRON_WALLET", &["USDT"]),
];

/// Returns the row of a bank or mobile-money account, which must name its holder.
const fn bank(
    account_type: &'static str,
    currencies: &'static [&'static str],
    fields: &'static [Field],
    methods: &'static [Method],
) -> AccountType {
    let holder = HolderRule { naming: Naming::Needed, person_needs: &[], person_extras: &[] };
    AccountType { account_type, alias: None, currencies, fields, methods, is_exclusive: false, holder }
}

const WALLET_HOLDER: HolderRule =
    HolderRule { naming: Naming::Possible, person_needs: &["countryOfResidence"], person_extras: &[] };

/// Returns the row of a wallet on a chain, which can name its holder.
const fn wallet(account_type: &'static str, currencies: &'static [&'static str]) -> AccountType {
    AccountType {
        account_type,
        alias: None,
        currencies,
        fields: details::EXTERNAL_WALLET,
        methods: BY_ADDRESS,
        is_exclusive: false,
        holder: WALLET_HOLDER,
    }
}

const fn by(identifiers: &'static [&'static str], rails: &'static [PaymentRail]) -> Method {
    Method { identifiers, needs: &[], rails }
}

impl Method {
    const fn and(self, needs: &'static [&'static str]) -> Self {
        Self { needs, ..self }
    }
}

impl AccountType {
    const fn with_person_needs(self, person_needs: &'static [&'static str]) -> Self {
        Self { holder: HolderRule { person_needs, ..self.holder }, ..self }
    }

    const fn with_person_extras(self, person_extras: &'static [Field]) -> Self {
        Self { holder: HolderRule { person_extras, ..self.holder }, ..self }
    }
}

impl AccountType {
    /// Returns the row with this name or alias, or `None` if the type is unknown.
    #[must_use]
    pub fn find(name: &str) -> Option<&'static Self> {
        ACCOUNT_TYPES.iter().find(|row| row.account_type == name || row.alias == Some(name))
    }
}
