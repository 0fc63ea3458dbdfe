//! The networks that carry money.

use crate::named;

named! {
    /// A network that carries money to banks and mobile accounts.
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
        /// Instant transfers of the central bank, United States.
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
        /// Instant transfers of the clearing house, United States.
        Rtp = "RTP",
        /// Transfers in euro.
        Sepa = "SEPA",
        /// Instant transfers in euro.
        SepaInstant = "SEPA_INSTANT",
        /// Instant transfers, Mexico.
        Spei = "SPEI",
        /// Correspondent banking.
        Swift = "SWIFT",
        /// Card-network transfers, China.
        Unionpay = "UNIONPAY",
        /// Instant transfers, India.
        Upi = "UPI",
        /// Wire, United States.
        Wire = "WIRE",
    }

    /// A chain that carries crypto assets.
    pub enum CryptoNetwork {
        /// Bitcoin.
        Bitcoin = "BITCOIN",
        /// Ethereum.
        Ethereum = "ETHEREUM",
        /// Solana.
        Solana = "SOLANA",
        /// Base.
        Base = "BASE",
        /// Polygon.
        Polygon = "POLYGON",
        /// Tron.
        Tron = "TRON",
        /// Plasma.
        Plasma = "PLASMA",
        /// Spark.
        Spark = "SPARK",
    }

    /// A network that crypto assets leave on.
    pub enum WithdrawalNetwork {
        /// Bitcoin itself.
        Bitcoin = "BITCOIN",
        /// Lightning.
        Lightning = "LIGHTNING",
        /// Ethereum.
        Ethereum = "ETHEREUM",
        /// Solana.
        Solana = "SOLANA",
        /// Base.
        Base = "BASE",
        /// Polygon.
        Polygon = "POLYGON",
        /// Tron.
        Tron = "TRON",
        /// Plasma.
        Plasma = "PLASMA",
        /// Spark.
        Spark = "SPARK",
    }
}
