//! Requirements for the members of an account beyond their schema, in both environments (money 4.3).

use causeway_domain::external_accounts::{Format, PixKeyType};
use causeway_wire::FieldError;
use causeway_wire::accounts::AccountDetails;
use causeway_wire::external_accounts::{AccountType, Beneficiary};

/// Members that hold an address of a certain format.
const FORMATS: &[(&str, &str, Format)] = &[
    ("SPARK_WALLET", "address", Format::SparkAddress),
    ("SOLANA_WALLET", "address", Format::SolanaAddress),
    ("ETHEREUM_WALLET", "address", Format::EvmAddress),
    ("BASE_WALLET", "address", Format::EvmAddress),
    ("POLYGON_WALLET", "address", Format::EvmAddress),
    ("PLASMA_WALLET", "address", Format::EvmAddress),
    ("TRON_WALLET", "address", Format::TronAddress),
    ("LIGHTNING", "invoice", Format::LightningInvoice),
    ("LIGHTNING", "bolt12", Format::LightningOffer),
    ("LIGHTNING", "lightningAddress", Format::LightningAddress),
];
/// The rails that a bank account in India may name.
const INDIAN_RAILS: [&str; 2] = ["NEFT", "RTGS"];
/// The exact `bankName` of mobile accounts in China.
const CHINESE_WALLETS: [&str; 2] = ["AliPay", "WechatPay"];

/// Returns an error for every member that does not fit.
pub(super) fn problems(
    row: &AccountType,
    details: &AccountDetails,
    holder: Option<&Beneficiary>,
) -> Vec<FieldError> {
    let mut problems = check_not_blank(row, details);
    problems.extend(check_payment_methods(row, details));
    problems.extend(check_formats(details));
    match row.account_type {
        "BRL_ACCOUNT" => problems.extend(check_pix_key(details)),
        "INR_ACCOUNT" => problems.extend(check_rail(details)),
        "CNY_ACCOUNT" => problems.extend(check_chinese_account(details, holder)),
        _ => {}
    }
    problems
}

/// Refuses members that consist of whitespace. An empty member is an error of the shape.
fn check_not_blank(row: &AccountType, details: &AccountDetails) -> Vec<FieldError> {
    let is_blank = |text: &str| !text.is_empty() && text.trim().is_empty();
    let blank_fields = row.fields.iter().filter(|field| details.text(field.name).is_some_and(is_blank));
    blank_fields.map(|field| problem(field.name, "must not be blank")).collect()
}

/// Checks that at least one payment method of the account is complete; exactly one if the methods are
/// exclusive.
fn check_payment_methods(row: &AccountType, details: &AccountDetails) -> Vec<FieldError> {
    let begun = row.methods.iter().filter(|method| details.text(method.target()).is_some());
    if row.is_exclusive && begun.clone().count() > 1 {
        let others = begun.skip(1);
        return others
            .map(|method| problem(method.target(), "must not be sent with another of these"))
            .collect();
    }
    if row.methods_of(details).next().is_some() {
        return Vec::new();
    }
    // Members missing from the method that was begun, or else from the first one.
    let mut begun = begun.peekable();
    let Some(method) = begun.peek().copied().or_else(|| row.methods.first()) else { return Vec::new() };
    let others: Vec<&str> =
        row.methods.iter().map(|other| other.target()).filter(|target| *target != method.target()).collect();
    let message = match others.as_slice() {
        [] => "is required".to_owned(),
        others => format!("is required, or instead {}", others.join(" or ")),
    };
    method.missing(details).map(|name| problem(name, &message)).collect()
}

fn check_formats(details: &AccountDetails) -> Vec<FieldError> {
    let wrong = addresses(details).filter(|(_, format, value)| !format.fits(value));
    wrong.map(|(name, format, _)| problem(name, format.expectation())).collect()
}

/// Returns the members that hold an address, each with its required format.
pub(super) fn addresses(details: &AccountDetails) -> impl Iterator<Item = (&'static str, Format, &str)> {
    let of_type = FORMATS.iter().filter(|(account_type, ..)| *account_type == details.account_type());
    of_type.filter_map(|(_, name, format)| Some((*name, *format, details.text(name)?)))
}

fn check_pix_key(details: &AccountDetails) -> Option<FieldError> {
    let kind: PixKeyType = details.text("pixKeyType")?.parse().ok()?;
    let key = details.text("pixKey")?;
    (!kind.fits(key)).then(|| problem("pixKey", kind.expectation()))
}

fn check_rail(details: &AccountDetails) -> Option<FieldError> {
    let rail = details.text("rail")?;
    (!INDIAN_RAILS.contains(&rail)).then(|| problem("rail", "must be NEFT or RTGS"))
}

fn check_chinese_account(details: &AccountDetails, holder: Option<&Beneficiary>) -> Vec<FieldError> {
    let mut problems = Vec::new();
    if details.text("accountNumber").is_some() && matches!(holder, Some(Beneficiary::Individual(_))) {
        problems
            .push(problem("accountNumber", "is for a BUSINESS beneficiary; send phoneNumber for a person"));
    }
    let is_wallet = details.text("bankName").is_some_and(|name| CHINESE_WALLETS.contains(&name));
    if details.text("phoneNumber").is_some() && !is_wallet {
        problems.push(problem("bankName", "must be AliPay or WechatPay, where phoneNumber is sent"));
    }
    problems
}

/// Builds an error for a member of `accountInfo`.
pub(super) fn problem(name: &str, message: &str) -> FieldError {
    FieldError::new(format!("accountInfo.{name}"), message)
}
