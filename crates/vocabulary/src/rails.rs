//! Payment rails and crypto networks.

use crate::named;

named! {
    /// A payment rail to banks and mobile accounts.
    pub enum PaymentRail {
        /// Automated clearing house, United States.
        Ach = "ACH",
        /// Automated clearing house, Colombia.
        AchColombia = "ACH_COLOMBIA",
        /// The local bank transfer of a country.
        BankTransfer = "BANK_TRANSFER",
        /// Instant transfers, Colombia.
        BreB = "BRE_B",
        /// Cross-border interbank payments, China.
        Cips = "CIPS",
        /// Instant transfers, Singapore.
        Fast = "FAST",
        /// Instant transfers, United Kingdom.
        FasterPayments = "FASTER_PAYMENTS",
        /// Instant transfers of the Federal Reserve, United States.
        Fednow = "FEDNOW",
        /// Instant transfers, Philippines.
        Instapay = "INSTAPAY",
        /// Mobile money.
        MobileMoney = "MOBILE_MONEY",
        /// Batch transfers, India.
        Neft = "NEFT",
        /// Transfers by alias, Singapore.
        Paynow = "PAYNOW",
        /// Batch transfers, Philippines.
        Pesonet = "PESONET",
        /// Instant transfers, Brazil.
        Pix = "PIX",
        /// Real-time gross settlement, India.
        Rtgs = "RTGS",
        /// Instant transfers of The Clearing House, United States.
        Rtp = "RTP",
        /// Credit transfers in euro.
        Sepa = "SEPA",
        /// Instant credit transfers in euro.
        SepaInstant = "SEPA_INSTANT",
        /// Instant transfers, Mexico.
        Spei = "SPEI",
        /// Correspondent banking over SWIFT.
        Swift = "SWIFT",
        /// Card-network transfers, China.
        Unionpay = "UNIONPAY",
        /// Instant transfers, India.
        Upi = "UPI",
        /// Wire transfers, United States.
        Wire = "WIRE",
    }

    /// A blockchain network of crypto assets.
    pub enum CryptoNetwork {
        Bitcoin = "BITCOIN",
        Ethereum = "ETHEREUM",
        Solana = "SOLANA",
        Base = "BASE",
        Polygon = "POLYGON",
        Tron = "TRON",
        Plasma = "PLASMA",
        Spark = "SPARK",
    }

    /// A network for withdrawals of crypto assets.
    pub enum WithdrawalNetwork {
        /// The Bitcoin chain itself, not Lightning.
        Bitcoin = "BITCOIN",
        Lightning = "LIGHTNING",
        Ethereum = "ETHEREUM",
        Solana = "SOLANA",
        Base = "BASE",
        Polygon = "POLYGON",
        Tron = "TRON",
        Plasma = "PLASMA",
        Spark = "SPARK",
    }
}
