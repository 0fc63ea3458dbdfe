//! Invoices by the rules of BOLT 11 for payers.

use std::ops::RangeInclusive;
use std::time::Duration;

use bech32::primitives::decode::UncheckedHrpstring;
use bech32::{Bech32, Checksum};

use super::fields::{Fields, number};
use super::readable::{LightningNetwork, ReadableAmount, ReadablePart};
use super::signature::{SIGNATURE_WORDS, is_signed};
use crate::Time;
use crate::named::named;

/// The groups of five bits of the timestamp.
const TIMESTAMP_WORDS: usize = 7;

named! {
    /// The reason why an invoice cannot be paid.
    pub enum InvoiceError {
        /// The text is not bech32.
        Encoding = "ENCODING",
        Checksum = "CHECKSUM",
        /// The invoice is for another network.
        Network = "NETWORK",
        Amount = "AMOUNT",
        /// A field is missing, doubled or cut off.
        Fields = "FIELDS",
        /// The invoice requires an unknown feature.
        Features = "FEATURES",
        /// The payee has not signed the invoice.
        Signature = "SIGNATURE",
    }
}

impl InvoiceError {
    /// Returns the error message about it.
    #[must_use]
    pub const fn expectation(self) -> &'static str {
        match self {
            Self::Encoding => "must be a Lightning invoice, which begins with lnbc, in bech32 of one case",
            Self::Checksum => "has a wrong checksum",
            Self::Network => "must be an invoice for bitcoin: its prefix is lnbc",
            Self::Amount => "has a malformed amount",
            Self::Fields => "must have one payment hash, one payment secret and one description, each whole",
            Self::Features => "requires a feature that is not known",
            Self::Signature => "is not signed by its payee",
        }
    }
}

/// Bech32 without a limit of its length, as in invoices.
enum UnlimitedBech32 {}

impl Checksum for UnlimitedBech32 {
    type MidstateRepr = <Bech32 as Checksum>::MidstateRepr;
    type CorrectionField = <Bech32 as Checksum>::CorrectionField;
    const ROOT_GENERATOR: Self::CorrectionField = Bech32::ROOT_GENERATOR;
    const ROOT_EXPONENTS: RangeInclusive<usize> = Bech32::ROOT_EXPONENTS;
    const CODE_LENGTH: usize = usize::MAX;
    const CHECKSUM_LENGTH: usize = Bech32::CHECKSUM_LENGTH;
    const GENERATOR_SH: [u32; 5] = Bech32::GENERATOR_SH;
    const TARGET_RESIDUE: u32 = Bech32::TARGET_RESIDUE;
}

/// A valid invoice: its checksum, fields, features and signature were checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invoice {
    network: LightningNetwork,
    amount: ReadableAmount,
    payment_hash: [u8; 32],
    description_hash: Option<[u8; 32]>,
    expires_at: Time,
}

impl Invoice {
    /// Reads and checks an invoice of any network.
    ///
    /// # Errors
    /// The first of its errors.
    pub fn parse(text: &str) -> Result<Self, InvoiceError> {
        let unchecked = UncheckedHrpstring::new(text).map_err(|_| InvoiceError::Encoding)?;
        unchecked.validate_checksum::<UnlimitedBech32>().map_err(|_| InvoiceError::Checksum)?;
        let checked = unchecked.remove_checksum::<UnlimitedBech32>();
        let readable = checked.hrp().to_lowercase();
        let words: Vec<u8> = checked.fe32_iter().map(bech32::Fe32::to_u8).collect();
        let ReadablePart { network, amount } =
            ReadablePart::parse(&readable).ok_or(InvoiceError::Encoding)?;
        let network = network.ok_or(InvoiceError::Network)?;
        if amount == ReadableAmount::Malformed {
            return Err(InvoiceError::Amount);
        }
        let data = words.len().checked_sub(SIGNATURE_WORDS).ok_or(InvoiceError::Fields)?;
        let (data, signature) = words.split_at(data);
        let (timestamp, tagged) = data.split_at_checked(TIMESTAMP_WORDS).ok_or(InvoiceError::Fields)?;
        let fields = Fields::parse(tagged).ok_or(InvoiceError::Fields)?;
        if !fields.has_known_features() {
            return Err(InvoiceError::Features);
        }
        if !is_signed(&readable, data, signature, fields.payee.as_ref()) {
            return Err(InvoiceError::Signature);
        }
        let made_at = Time::from_millis(0).plus(Duration::from_secs(number(timestamp)));
        let expires_at = made_at.plus(Duration::from_secs(fields.expiry));
        let Fields { payment_hash, description_hash, .. } = fields;
        Ok(Self { network, amount, payment_hash, description_hash, expires_at })
    }

    /// Reads and checks an invoice for bitcoin on the main network.
    ///
    /// # Errors
    /// The first of its errors.
    pub fn parse_for_bitcoin(text: &str) -> Result<Self, InvoiceError> {
        let invoice = Self::parse(text)?;
        if invoice.network == LightningNetwork::Bitcoin { Ok(invoice) } else { Err(InvoiceError::Network) }
    }

    #[must_use]
    pub const fn network(&self) -> LightningNetwork {
        self.network
    }

    /// Returns the amount in thousandths of a satoshi, or `None` if the payer chooses it.
    #[must_use]
    pub fn millisatoshis(&self) -> Option<i64> {
        self.amount.millisatoshis()
    }

    /// Returns the amount in satoshis, or `None` if the payer chooses it.
    #[must_use]
    pub fn satoshis(&self) -> Option<i64> {
        self.amount.satoshis()
    }

    /// Returns the hash by which the network identifies the payment.
    #[must_use]
    pub const fn payment_hash(&self) -> &[u8; 32] {
        &self.payment_hash
    }

    /// Returns the SHA-256 of the description, or `None` if the invoice has the description itself.
    #[must_use]
    pub const fn description_hash(&self) -> Option<&[u8; 32]> {
        self.description_hash.as_ref()
    }

    /// Returns the instant from which on it can no longer be paid.
    #[must_use]
    pub const fn expires_at(&self) -> Time {
        self.expires_at
    }
}
