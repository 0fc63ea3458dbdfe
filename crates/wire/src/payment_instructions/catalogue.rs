//! The kinds of account that money can be paid into (money 3.4, 8.4).

use crate::accounts::details;
use crate::accounts::field::{Field, matching, one_of, text, url};
use crate::rails::PaymentRail::{self, *};

/// A kind of account that money can be paid into.
#[derive(Debug, Clone, Copy)]
pub struct InstructionType {
    /// The name in the API.
    pub account_type: &'static str,
    /// The rails that can be shown; empty if the payer has no choice of rail.
    pub rails: &'static [PaymentRail],
    /// The members that identify the account.
    pub details: &'static [Field],
    /// Further members that the payer needs.
    pub extras: &'static [Field],
}

/// The unique reference that leads a payment to its account. The payer must include it.
const REFERENCE: Field = text("reference", 1, 255).needed();

/// Every kind of account that money can be paid into.
pub const INSTRUCTION_TYPES: &[InstructionType] = &[
    row(
        "USD_ACCOUNT",
        &[Ach, Wire, Rtp, Fednow],
        details::USD,
        &[REFERENCE, text("accountHolderName", 1, 255), text("bankAddress", 1, 255)],
    ),
    row("EUR_ACCOUNT", &[Sepa, SepaInstant], details::EUR, &[REFERENCE]),
    row("DKK_ACCOUNT", &[Sepa, SepaInstant], details::DKK, &[REFERENCE]),
    row("GBP_ACCOUNT", &[FasterPayments], details::GBP, &[REFERENCE]),
    row("MXN_ACCOUNT", &[Spei], details::MXN, &[REFERENCE]),
    row("BRL_ACCOUNT", &[], &[text("qrCode", 1, 1024).needed()], &[]),
    row("INR_ACCOUNT", &[Upi, Neft, Rtgs], details::INR, &[]),
    row("COP_ACCOUNT", &[], &[url("paymentUrl").needed()], &[]),
    row("ARS_ACCOUNT", &[], &[matching("accountNumber", 22, 22, r"^\d{22}$").needed()], &[]),
    row("NGN_ACCOUNT", &[BankTransfer], details::NGN, &[REFERENCE]),
    row("CAD_ACCOUNT", &[BankTransfer], details::CAD, &[REFERENCE]),
    row("HKD_ACCOUNT", &[BankTransfer], details::BANK_WITH_SWIFT_CODE, &[REFERENCE]),
    row("MYR_ACCOUNT", &[BankTransfer], details::BANK_WITH_SWIFT_CODE, &[REFERENCE]),
    row("THB_ACCOUNT", &[BankTransfer], details::BANK_WITH_SWIFT_CODE, &[REFERENCE]),
    row("VND_ACCOUNT", &[BankTransfer], details::BANK_WITH_SWIFT_CODE, &[REFERENCE]),
    row("IDR_ACCOUNT", &[BankTransfer], details::IDR, &[REFERENCE]),
    row("SGD_ACCOUNT", &[Paynow, Fast, BankTransfer], details::SGD, &[REFERENCE]),
    row("PHP_ACCOUNT", &[BankTransfer], details::PHP, &[REFERENCE]),
    row("ZAR_ACCOUNT", &[BankTransfer], details::ZAR, &[REFERENCE]),
    row("AED_ACCOUNT", &[BankTransfer], details::AED, &[REFERENCE]),
    row("GTQ_ACCOUNT", &[BankTransfer], details::GTQ, &[REFERENCE]),
    row("JMD_ACCOUNT", &[BankTransfer], details::JMD, &[REFERENCE]),
    row("BDT_ACCOUNT", &[BankTransfer, MobileMoney], details::BDT, &[REFERENCE]),
    row("EGP_ACCOUNT", &[BankTransfer, MobileMoney], details::EGP, &[REFERENCE]),
    row("GHS_ACCOUNT", &[BankTransfer, MobileMoney], details::BANK_OR_MOBILE, &[REFERENCE]),
    row("PKR_ACCOUNT", &[BankTransfer, MobileMoney], details::PKR, &[REFERENCE]),
    row("SLV_ACCOUNT", &[BankTransfer, MobileMoney], details::SLV, &[REFERENCE]),
    row("CNY_ACCOUNT", &[BankTransfer, MobileMoney], details::BANK_OR_MOBILE, &[REFERENCE]),
    row("KES_ACCOUNT", &[MobileMoney], details::KES, &[REFERENCE]),
    row("MWK_ACCOUNT", &[MobileMoney], details::MOBILE, &[REFERENCE]),
    row("RWF_ACCOUNT", &[MobileMoney], details::RWF, &[REFERENCE]),
    row("TZS_ACCOUNT", &[MobileMoney], details::TZS, &[REFERENCE]),
    row("UGX_ACCOUNT", &[MobileMoney], details::MOBILE, &[REFERENCE]),
    row("BWP_ACCOUNT", &[MobileMoney], details::MOBILE, &[REFERENCE]),
    row("ZMW_ACCOUNT", &[MobileMoney], details::ZMW, &[REFERENCE]),
    row("XOF_ACCOUNT", &[MobileMoney], details::XOF, &[REFERENCE]),
    row("XAF_ACCOUNT", &[MobileMoney], details::XAF, &[REFERENCE]),
    row("HTG_ACCOUNT", &[MobileMoney], details::HTG, &[REFERENCE]),
    row(
        "SWIFT_ACCOUNT",
        &[Swift],
        details::SWIFT,
        &[
            text("accountHolderName", 1, 255).needed(),
            text("bankAddress", 1, 1024),
            text("reference", 1, 255),
        ],
    ),
    row("SPARK_WALLET", &[], details::WALLET, &[text("assetType", 1, 32).needed(), text("invoice", 1, 8192)]),
    row("LIGHTNING", &[], &[text("invoice", 1, 8192).needed()], &[]),
    row("BITCOIN_L1", &[], details::WALLET, &[one_of("network", &["BITCOIN"])]),
    row("SOLANA_WALLET", &[], details::WALLET, &[one_of("assetType", &["USDC", "USDT"])]),
    row("ETHEREUM_WALLET", &[], details::WALLET, &[one_of("assetType", &["USDC", "USDT"])]),
    row("BASE_WALLET", &[], details::WALLET, &[one_of("assetType", &["USDC"])]),
    row("POLYGON_WALLET", &[], details::WALLET, &[one_of("assetType", &["USDC"])]),
    row("TRON_WALLET", &[], details::WALLET, &[one_of("assetType", &["USDT"])]),
    row("PLASMA_WALLET", &[], details::WALLET, &[one_of("assetType", &["USDT"])]),
    row("EMBEDDED_WALLET", &[], &[text("payloadToSign", 1, 8192).needed()], &[]),
];

const fn row(
    account_type: &'static str,
    rails: &'static [PaymentRail],
    details: &'static [Field],
    extras: &'static [Field],
) -> InstructionType {
    InstructionType { account_type, rails, details, extras }
}
