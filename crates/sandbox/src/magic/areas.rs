//! All magic values, by area.

use super::{MagicArea, card_transactions, cards, checks, fixed_values, payments, stablecoins, uma};

/// The areas in the order of the documents.
pub const AREAS: &[MagicArea] = &[
    MagicArea {
        name: "Customers and documents",
        tables: &[
            checks::PERSONS,
            checks::SUBMISSIONS_OF_PERSONS,
            checks::SUBMISSIONS_OF_COMPANIES,
            checks::OWNERS,
            checks::DOCUMENTS,
            fixed_values::CODES,
            fixed_values::PAGE_TOKENS,
        ],
    },
    MagicArea {
        name: "External accounts",
        tables: &[checks::NAME_CHECKS, fixed_values::OWNERSHIP_SIGNATURES, checks::LIVENESS_CHECKS],
    },
    MagicArea {
        name: "Payments",
        tables: &[payments::PAYOUTS, payments::TRANSFERS_OUT, payments::TRANSFERS_IN],
    },
    MagicArea { name: "UMA", tables: &[uma::UMA_ADDRESSES, uma::UMA_FAULTS] },
    MagicArea {
        name: "Embedded wallets",
        tables: &[fixed_values::WALLET_CODES, fixed_values::WALLET_STAMPS, fixed_values::PASSKEY_SIGNATURES],
    },
    MagicArea {
        name: "Cards",
        tables: &[
            cards::CARDS,
            cards::FUNDING_SOURCES,
            card_transactions::MERCHANTS,
            card_transactions::PULLS,
        ],
    },
    MagicArea {
        name: "Stablecoins",
        tables: &[
            stablecoins::PROVIDER_CLIENTS,
            stablecoins::PROVIDER_TOKENS,
            stablecoins::BANK_DEBITS,
            stablecoins::BANK_PAYOUTS,
            stablecoins::MINT_DESTINATIONS,
            stablecoins::DESCRIPTIONS,
        ],
    },
];
