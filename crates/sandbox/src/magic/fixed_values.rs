//! Values that are right in the sandbox by themselves: codes and signatures (customers 11, wallet 11, money 4.6).

use causeway_service::ports::wallet_keys::SandboxWallet;

use super::table::{MagicRow, MagicTable};

/// The code that confirms every contact (customers 11).
pub const CONTACT_CODE: &str = "123456";

/// The text that is accepted as the signature of any wallet (money 4.6).
pub const SAMPLE_SIGNATURE: &str = "sandbox-valid-signature";

/// Prefix of the tokens of hosted pages (customers 6).
pub const PAGE_TOKEN_PREFIX: &str = "_act-sbx-jwt-";

pub(super) const CODES: MagicTable = MagicTable {
    selector: "Codes of contact verification, and of strong customer authentication by SMS and TOTP",
    rows: &[
        MagicRow { values: &[CONTACT_CODE], outcome: "right, also if none was sent" },
        MagicRow { values: &[], outcome: "wrong, except the codes of a real authenticator" },
    ],
};

pub(super) const PAGE_TOKENS: MagicTable = MagicTable {
    selector: "Beginning of the `token` of a hosted page",
    rows: &[MagicRow {
        values: &[PAGE_TOKEN_PREFIX],
        outcome: "marks pages of the sandbox; finishing the page counts as a complete submission",
    }],
};

pub(super) const OWNERSHIP_SIGNATURES: MagicTable = MagicTable {
    selector: "Signature that proves the ownership of an external wallet",
    rows: &[
        MagicRow { values: &[SAMPLE_SIGNATURE], outcome: "accepted for every wallet" },
        MagicRow { values: &[], outcome: "checked" },
    ],
};

pub(super) const WALLET_CODES: MagicTable = MagicTable {
    selector: "One-time code of an embedded wallet",
    rows: &[
        MagicRow { values: &[SandboxWallet::CODE], outcome: "right, whatever length is configured" },
        MagicRow { values: &[], outcome: "wrong" },
    ],
};

pub(super) const WALLET_STAMPS: MagicTable = MagicTable {
    selector: "Stamp of an embedded wallet in `Svc-Wallet-Signature`",
    rows: &[
        MagicRow { values: &[SandboxWallet::STAMP], outcome: "accepted; no session is needed" },
        MagicRow { values: &[], outcome: "checked" },
    ],
};

pub(super) const PASSKEY_SIGNATURES: MagicTable = MagicTable {
    selector: "`assertion.signature` of a passkey",
    rows: &[
        MagicRow {
            values: &[SandboxWallet::PASSKEY_SIGNATURE],
            outcome: "accepted; a live `Request-Id` is still needed",
        },
        MagicRow { values: &[], outcome: "checked" },
    ],
};
