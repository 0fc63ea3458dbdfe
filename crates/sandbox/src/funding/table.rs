//! Coordinates of a sandbox account in each fiat currency (money 3.4).

use causeway_domain::money::CurrencyCode;
use causeway_wire::rails::PaymentRail;

/// The coordinates of accounts in one currency.
pub(super) struct Row {
    pub(super) currency: &'static str,
    /// Routing number, BIC or sort code of the bank if the operator configured none.
    pub(super) bank_code: &'static str,
    /// The rails to show; `None` means all rails of the account type.
    pub(super) rails: Option<&'static [PaymentRail]>,
    pub(super) members: &'static [Member],
    pub(super) has_reference: bool,
}

/// A member of an account's details. The first text is the member's name, if the variant takes one.
#[derive(Clone, Copy)]
pub(super) enum Member {
    BankName,
    BankAddress,
    /// The bank's routing number, BIC or sort code.
    BankCode(&'static str),
    /// Name and fixed value.
    Fixed(&'static str, &'static str),
    /// Random digits; the number is their count.
    Digits(&'static str, u32),
    /// A telephone number: its prefix, and the count of random digits after it.
    Phone(&'static str, u32),
    /// An IBAN: its country, the bank's part, and the count of random digits after it.
    Iban(&'static str, &'static str, u32),
    /// A Mexican account number.
    Clabe,
    /// An Argentine virtual account number.
    Cvu,
    /// An Indian UPI address.
    Vpa,
    PixCode,
    /// The URL of a page for the payer.
    PaymentPage,
}

use Member::*;

/// Returns the row of a currency, or `None` if it is not fiat.
pub(super) fn find(currency: CurrencyCode) -> Option<&'static Row> {
    ROWS.iter().find(|row| row.currency == currency.as_str())
}

const fn row(currency: &'static str, bank_code: &'static str, members: &'static [Member]) -> Row {
    Row { currency, bank_code, rails: None, members, has_reference: true }
}

/// Defines a currency in which the coordinates themselves identify the payment.
const fn without_reference(currency: &'static str, members: &'static [Member]) -> Row {
    Row { currency, bank_code: "", rails: None, members, has_reference: false }
}

const BANK_AND_BIC: &[Member] = &[BankName, Digits("accountNumber", 12), BankCode("swiftCode")];
const BANK_AND_NUMBER: &[Member] = &[BankName, Digits("accountNumber", 12)];
const PROVIDER: Member = Fixed("provider", "Sample Mobile");

#[rustfmt::skip]
const ROWS: &[Row] = &[
    row("USD", "099999999", &[Digits("accountNumber", 12), BankCode("routingNumber"), BankName, BankAddress]),
    row("EUR", "CWAYDEFF", &[Iban("DE", "10010099", 10), BankCode("swiftCode")]),
    row("DKK", "CWAYDKKK", &[Iban("DK", "9999", 10), BankCode("swiftCode")]),
    row("GBP", "200099", &[BankCode("sortCode"), Digits("accountNumber", 8)]),
    row("MXN", "", &[Clabe]),
    without_reference("BRL", &[PixCode]),
    Row { rails: Some(&[PaymentRail::Upi]), ..without_reference("INR", &[Vpa]) },
    without_reference("COP", &[PaymentPage]),
    without_reference("ARS", &[Cvu]),
    row("NGN", "", &[Digits("accountNumber", 10), BankName]),
    row("CAD", "", &[Fixed("bankCode", "899"), Fixed("branchCode", "00011"), Digits("accountNumber", 12)]),
    row("HKD", "CWAYHKHH", BANK_AND_BIC),
    row("MYR", "CWAYMYKL", BANK_AND_BIC),
    row("THB", "CWAYTHBK", BANK_AND_BIC),
    row("VND", "CWAYVNVX", BANK_AND_BIC),
    row("IDR", "CWAYIDJA", &[BankName, Digits("accountNumber", 12), BankCode("swiftCode"), Fixed("phoneNumber", "+628110000000")]),
    row("SGD", "CWAYSGSG", BANK_AND_BIC),
    row("PHP", "", BANK_AND_NUMBER),
    row("ZAR", "", BANK_AND_NUMBER),
    row("AED", "CWAYAEAD", &[Iban("AE", "999", 16), BankCode("swiftCode")]),
    row("GTQ", "", &[Digits("accountNumber", 12), Fixed("bankAccountType", "CHECKING"), BankName]),
    row("JMD", "", &[Digits("accountNumber", 12), Fixed("branchCode", "00011"), Fixed("bankAccountType", "CHECKING"), BankName]),
    row("BDT", "", BANK_AND_NUMBER),
    row("EGP", "", &[Iban("EG", "99990001", 17), BankName]),
    row("GHS", "", BANK_AND_NUMBER),
    row("CNY", "", BANK_AND_NUMBER),
    row("PKR", "", &[BankName, Iban("PK", "CWAY", 16)]),
    row("KES", "", &[Phone("+254", 9), PROVIDER]),
    row("RWF", "", &[Phone("+250", 9), PROVIDER]),
    row("TZS", "", &[Phone("+255", 9), PROVIDER]),
    row("ZMW", "", &[Phone("+260", 9), PROVIDER]),
    row("MWK", "", &[Phone("+265", 9), PROVIDER]),
    row("UGX", "", &[Phone("+256", 9), PROVIDER]),
    row("BWP", "", &[Phone("+267", 8), PROVIDER]),
    row("XOF", "", &[Phone("+221", 9), PROVIDER, Fixed("region", "SN")]),
    row("XAF", "", &[Phone("+237", 9), PROVIDER, Fixed("region", "CM")]),
    row("HTG", "", &[Phone("+509", 8)]),
];
