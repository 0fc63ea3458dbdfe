//! Notes for payers about coordinates.

use causeway_wire::accounts::AccountDetails;

/// Tells the payer to send a reference.
pub(super) fn with_reference(reference: &str) -> String {
    format!("Send the reference {reference} with the payment.")
}

/// Tells the payer of an account the coordinates to pay to; no reference is needed, because they belong to
/// this account alone.
pub(super) fn of_account(details: &AccountDetails) -> String {
    way(details)
}

/// Tells the payer of a quote the same, and to send exactly the total.
pub(super) fn of_quote(details: &AccountDetails) -> String {
    way(details) + " Send exactly the total of the quote, before it expires."
}

fn way(details: &AccountDetails) -> String {
    let way = match details.account_type() {
        "BRL_ACCOUNT" => "Pay the PIX code of qrCode.",
        "INR_ACCOUNT" => "Pay to the address of vpa by UPI.",
        "COP_ACCOUNT" => "Open the page of paymentUrl and pay there.",
        "ARS_ACCOUNT" => "Transfer to the CVU of accountNumber.",
        "LIGHTNING" => "Pay the Lightning invoice of invoice.",
        "BITCOIN_L1" => "Send only BTC on the Bitcoin network to this address.",
        other => {
            return of_wallet(other, details).unwrap_or_else(|| "Transfer to the account shown.".to_owned());
        }
    };
    way.to_owned()
}

fn of_wallet(account_type: &str, details: &AccountDetails) -> Option<String> {
    let network = account_type.strip_suffix("_WALLET")?;
    let asset = details.text("assetType")?;
    Some(format!("Send only {asset} on {network} to this address."))
}
