//! The networks that carry money.

use causeway_vocabulary::named;

named! {
    /// A network that carries money to banks and mobile accounts.
    pub enum PaymentRail {
        Ach = "ACH",
        AchColombia = "ACH_COLOMBIA",
        BankTransfer = "BANK_TRANSFER",
        BreB = "BRE_B",
        Cips = "CIPS",
        Fast = "FAST",
        FasterPayments = "FASTER_PAYMENTS",
        Fednow = "FEDNOW",
        Instapay = "INSTAPAY",
        MobileMoney = "MOBILE_MONEY",
        Neft = "NEFT",
        Paynow = "PAYNOW",
        Pesonet = "PESONET",
        Pix = "PIX",
        Rtgs = "RTGS",
        Rtp = "RTP",
        Sepa = "SEPA",
        SepaInstant = "SEPA_INSTANT",
        Spei = "SPEI",
        Swift = "SWIFT",
        Unionpay = "UNIONPAY",
        Upi = "UPI",
        Wire = "WIRE",
    }

    /// Who chose the rail of a payment (money 10.1).
    pub enum RailSelectionMode { Auto = "AUTO", Manual = "MANUAL" }

    /// A chain that carries crypto assets.
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
}
