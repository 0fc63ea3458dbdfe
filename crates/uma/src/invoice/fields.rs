//! Fields of UMA invoices.

use super::tlv::{RecordWriter, Records};
use crate::addresses::{Callback, Identifier};
use crate::counterparty::CounterpartyDataOptions;
use crate::currency::{Currency, WireCurrencyCode};
use crate::kyc_status::WireKycStatus;
use crate::version::ProtocolVersion;

/// The content of a UMA invoice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UmaInvoice {
    pub receiver_uma: Identifier,
    pub invoice_uuid: String,
    /// In the smallest unit of the currency.
    pub amount: u64,
    pub receiving_currency: InvoiceCurrency,
    /// In seconds.
    pub expiration: u64,
    pub is_subject_to_travel_rule: bool,
    pub required_payer_data: Option<CounterpartyDataOptions>,
    /// The lowest version of each supported major.
    pub uma_versions: Vec<ProtocolVersion>,
    pub comment_chars_allowed: Option<u32>,
    /// The only sender who may pay; `None` means anyone.
    pub sender_uma: Option<Identifier>,
    pub max_num_payments: Option<u64>,
    pub kyc_status: Option<WireKycStatus>,
    /// The URL of the pay request.
    pub callback: Callback,
}

/// The currency of a UMA invoice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvoiceCurrency {
    pub code: WireCurrencyCode,
    pub name: String,
    pub symbol: String,
    pub decimals: u8,
}

const RECEIVER: u8 = 0;
const UUID: u8 = 1;
const AMOUNT: u8 = 2;
const CURRENCY: u8 = 3;
const EXPIRATION: u8 = 4;
const TRAVEL_RULE: u8 = 5;
const PAYER_DATA: u8 = 6;
const VERSIONS: u8 = 7;
const COMMENT: u8 = 8;
const SENDER: u8 = 9;
const MAX_PAYMENTS: u8 = 10;
const KYC_STATUS: u8 = 11;
const CALLBACK: u8 = 12;

impl UmaInvoice {
    /// Reads the fields, or returns `None` if a required one is absent or one cannot be read.
    pub(super) fn read(records: &Records<'_>) -> Option<Self> {
        Some(Self {
            receiver_uma: Identifier::parse(records.text(RECEIVER)?).ok()?,
            invoice_uuid: records.text(UUID)?.to_owned(),
            amount: records.number(AMOUNT)?,
            receiving_currency: InvoiceCurrency::read(records.value(CURRENCY)?)?,
            expiration: records.number(EXPIRATION)?,
            is_subject_to_travel_rule: records.flag(TRAVEL_RULE)?,
            required_payer_data: optional(records, PAYER_DATA, |records, kind| {
                CounterpartyDataOptions::parse_invoice_text(records.text(kind)?)
            })?,
            uma_versions: versions(records.text(VERSIONS)?)?,
            comment_chars_allowed: optional(records, COMMENT, |records, kind| {
                u32::try_from(records.number(kind)?).ok()
            })?,
            sender_uma: optional(records, SENDER, |records, kind| {
                Identifier::parse(records.text(kind)?).ok()
            })?,
            max_num_payments: optional(records, MAX_PAYMENTS, Records::number)?,
            kyc_status: optional(records, KYC_STATUS, |records, kind| {
                Some(WireKycStatus::of(records.text(kind)?))
            })?,
            callback: Callback::parse(records.text(CALLBACK)?).ok()?,
        })
    }

    /// Writes the fields in the order of their types, as the Python SDK writes and verifies them.
    pub(super) fn write(&self) -> Option<RecordWriter> {
        let mut writer = RecordWriter::default();
        writer.put(RECEIVER, self.receiver_uma.as_str().as_bytes());
        writer.put(UUID, self.invoice_uuid.as_bytes());
        writer.put_number(AMOUNT, signed(self.amount)?);
        writer.put(CURRENCY, &self.receiving_currency.write()?);
        writer.put_number(EXPIRATION, signed(self.expiration)?);
        writer.put(TRAVEL_RULE, &[u8::from(self.is_subject_to_travel_rule)]);
        if let Some(data) = &self.required_payer_data {
            writer.put(PAYER_DATA, data.to_invoice_text().as_bytes());
        }
        let versions: Vec<String> = self.uma_versions.iter().map(ToString::to_string).collect();
        writer.put(VERSIONS, versions.join(",").as_bytes());
        if let Some(length) = self.comment_chars_allowed {
            writer.put_number(COMMENT, length.into());
        }
        if let Some(sender) = &self.sender_uma {
            writer.put(SENDER, sender.as_str().as_bytes());
        }
        if let Some(number) = self.max_num_payments {
            writer.put_number(MAX_PAYMENTS, signed(number)?);
        }
        if let Some(status) = self.kyc_status {
            writer.put(KYC_STATUS, status.as_str().as_bytes());
        }
        writer.put(CALLBACK, self.callback.as_str().as_bytes());
        Some(writer)
    }
}

impl InvoiceCurrency {
    fn read(bytes: &[u8]) -> Option<Self> {
        let records = Records::parse(bytes)?;
        let decimals = u8::try_from(records.number(3)?).ok()?;
        (decimals <= Currency::MAX_DECIMALS).then_some(())?;
        Some(Self {
            code: WireCurrencyCode::parse(records.text(0)?).ok()?,
            name: records.text(1)?.to_owned(),
            symbol: records.text(2)?.to_owned(),
            decimals,
        })
    }

    fn write(&self) -> Option<Vec<u8>> {
        let mut writer = RecordWriter::default();
        writer.put(0, self.code.as_str().as_bytes());
        writer.put(1, self.name.as_bytes());
        writer.put(2, self.symbol.as_bytes());
        writer.put_number(3, self.decimals.into());
        writer.finish()
    }
}

/// Returns a number of at most 63 bits.
fn signed(number: u64) -> Option<u64> {
    i64::try_from(number).is_ok().then_some(number)
}

/// Reads a field that may be absent. The outer `None` is a field that cannot be read.
fn optional<'a, T>(
    records: &Records<'a>,
    kind: u8,
    read: impl Fn(&Records<'a>, u8) -> Option<T>,
) -> Option<Option<T>> {
    match records.value(kind) {
        None => Some(None),
        Some(_) => read(records, kind).map(Some),
    }
}

fn versions(text: &str) -> Option<Vec<ProtocolVersion>> {
    text.split(',').map(|version| ProtocolVersion::parse(version.trim()).ok()).collect()
}
