//! The checks by name.

use super::{addresses, brazil, iban, numbers};
use crate::external_accounts::{Format, Invoice};
use crate::named::named;

named! {
    /// A check that the characters of an account number or an address must pass.
    pub enum Check {
        /// The routing number of a bank in the United States.
        Aba = "ABA",
        /// The international bank account number, with the length of its country.
        Iban = "IBAN",
        /// The account number of a bank in Mexico.
        Clabe = "CLABE",
        /// The tax number of a person in Brazil.
        Cpf = "CPF",
        /// The tax number of a company in Brazil.
        Cnpj = "CNPJ",
        /// The tax number of a person or a company in Brazil.
        BrazilianTaxId = "BRAZILIAN_TAX_ID",
        /// The letters of an Ethereum address, if they are of both cases (EIP-55).
        Eip55 = "EIP55",
        /// A Lightning invoice for bitcoin (BOLT 11).
        LightningInvoice = "LIGHTNING_INVOICE",
        /// A Spark address: bech32m.
        Spark = "SPARK",
        /// A Solana address: base 58 of 32 bytes.
        Solana = "SOLANA",
        /// A Bitcoin address: segwit, or base 58 with a checksum.
        Bitcoin = "BITCOIN",
        /// A Tron address: base 58 with a checksum of two rounds of SHA-256.
        Tron = "TRON",
    }
}

impl Check {
    /// Returns `true` if `number` is well formed and has the right check digits.
    #[must_use]
    pub fn passes(self, number: &str) -> bool {
        match self {
            Self::Aba => numbers::aba(number),
            Self::Iban => iban::iban(number),
            Self::Clabe => numbers::clabe(number),
            Self::Cpf => brazil::cpf(number),
            Self::Cnpj => brazil::cnpj(number),
            Self::BrazilianTaxId => brazil::cpf(number) || brazil::cnpj(number),
            Self::Eip55 => addresses::eip55(number),
            Self::LightningInvoice => Invoice::parse_for_bitcoin(number).is_ok(),
            Self::Spark => addresses::spark(number),
            Self::Solana => addresses::solana(number),
            Self::Bitcoin => addresses::bitcoin(number),
            Self::Tron => addresses::tron(number),
        }
    }

    /// Returns the check for addresses of this format, or `None` if they have no check digits.
    #[must_use]
    pub const fn of(format: Format) -> Option<Self> {
        match format {
            Format::SparkAddress => Some(Self::Spark),
            Format::SolanaAddress => Some(Self::Solana),
            Format::EvmAddress => Some(Self::Eip55),
            Format::TronAddress => Some(Self::Tron),
            Format::LightningInvoice => Some(Self::LightningInvoice),
            Format::BitcoinAddress => Some(Self::Bitcoin),
            Format::LightningOffer | Format::LightningAddress => None,
        }
    }
}
