//! Ids for the examples. Tests replace them by ids of existing objects.

pub(super) const CUSTOMER: &str = "Customer:0199a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b";
pub(super) const BUSINESS_CUSTOMER: &str = "Customer:0199a1b2-c3d4-7e8f-9a0b-5d6e7f8a9b0c";
pub(super) const INTERNAL_ACCOUNT: &str = "InternalAccount:0199a1b2-c3d4-7e8f-9a0b-2c3d4e5f6a7b";
pub(super) const CRYPTO_ACCOUNT: &str = "InternalAccount:0199a1b2-c3d4-7e8f-9a0b-4d5e6f7a8b9c";
pub(super) const WALLET: &str = "InternalAccount:0199a1b2-c3d4-7e8f-9a0b-6e7f8a9b0c1d";
pub(super) const EXTERNAL_ACCOUNT: &str = "ExternalAccount:0199a1b2-c3d4-7e8f-9a0b-3c4d5e6f7a8b";
pub(super) const SPARK_WALLET: &str = "ExternalAccount:0199a1b2-c3d4-7e8f-9a0b-6e7f8a9b0c1d";
/// The owner of the wallet.
pub(super) const CARDHOLDER: &str = "Customer:0199a1b2-c3d4-7e8f-9a0b-6e7f8a9b0c1d";

pub(super) const CARD: &str = "Card:0199a1b2-c3d4-7e8f-9a0b-7f8a9b0c1d2e";
/// A card transaction that was refunded.
pub(super) const REFUNDED_CARD_TRANSACTION: &str = "CardTransaction:0199a1b2-c3d4-7e8f-9a0b-8f9a0b1c2d3e";

pub(super) const CARD_TRANSACTION: &str = "CardTransaction:0199a1b2-c3d4-7e8f-9a0b-7e8f9a0b1c2d";
pub(super) const QUOTE: &str = "Quote:0199a1b2-c3d4-7e8f-9a0b-4c5d6e7f8a9b";

pub(super) const AGENT: &str = "Agent:0199a1b2-c3d4-7e8f-9a0b-6e7f8a9b0c1d";

/// The UMA address of an inviting customer.
pub(super) const INVITER: &str = "$ada@pay.example.com";

/// The UMA address of an invited customer.
pub(super) const INVITEE: &str = "$grace@wallet.example.com";
