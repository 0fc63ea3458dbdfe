//! The magic values of stablecoins (stablecoins 9.1).

use causeway_domain::external_accounts::suffix;
use causeway_domain::stablecoins::{StablecoinFailureReason, StablecoinIssuanceStatus};

/// The behavior of API credentials at a stablecoin provider, by the last three characters of the client id
/// (stablecoins 9.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClientScenario {
    /// `001`: rejected.
    Rejected,
    /// `002`: expose two accounts.
    TwoAccounts,
    /// `003`: rejected at first use after linking.
    RejectedLater,
    /// `004`: revoked at first use after linking.
    RevokedLater,
    /// `005`: expose no account.
    NoAccount,
    /// Any other suffix: expose one account, and also the one that the request names.
    OneAccount,
}

/// Returns the scenario for a client id.
#[must_use]
pub fn client_scenario(client_id: &str) -> ClientScenario {
    match last_three(client_id) {
        "001" => ClientScenario::Rejected,
        "002" => ClientScenario::TwoAccounts,
        "003" => ClientScenario::RejectedLater,
        "004" => ClientScenario::RevokedLater,
        "005" => ClientScenario::NoAccount,
        _ => ClientScenario::OneAccount,
    }
}

/// The status of a token, by the last three characters of the provider's name for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenScenario {
    /// `001`, `002`, `004` and any other suffix: keeps this status.
    Fixed(StablecoinIssuanceStatus),
    /// `003`: provisioned after half a minute.
    BecomesProvisioned,
}

/// Returns the scenario for a token, or `None` if there is no such token (`009`).
#[must_use]
pub fn token_scenario(token: &str) -> Option<TokenScenario> {
    match last_three(token) {
        "001" => Some(TokenScenario::Fixed(StablecoinIssuanceStatus::PendingReview)),
        "002" => Some(TokenScenario::Fixed(StablecoinIssuanceStatus::Rejected)),
        "003" => Some(TokenScenario::BecomesProvisioned),
        "004" => Some(TokenScenario::Fixed(StablecoinIssuanceStatus::Failed)),
        "009" => None,
        _ => Some(TokenScenario::Fixed(StablecoinIssuanceStatus::Provisioned)),
    }
}

/// Returns the failure of the provider's debit of a bank account, and `true` if it takes half a minute;
/// `None` if the debit succeeds.
#[must_use]
pub fn bank_debit_scenario(account_number: &str) -> Option<(StablecoinFailureReason, bool)> {
    match suffix(account_number) {
        "002" => Some((StablecoinFailureReason::InsufficientFunds, false)),
        _ => bank_fault(account_number),
    }
}

/// Returns the failure of the provider's payment to a bank account, like [`bank_debit_scenario`].
#[must_use]
pub fn bank_payout_scenario(account_number: &str) -> Option<(StablecoinFailureReason, bool)> {
    match suffix(account_number) {
        "002" => Some((StablecoinFailureReason::ProviderTransferFailed, false)),
        _ => bank_fault(account_number),
    }
}

fn bank_fault(account_number: &str) -> Option<(StablecoinFailureReason, bool)> {
    match suffix(account_number) {
        "003" => Some((StablecoinFailureReason::ExternalAccountInvalid, false)),
        "004" => Some((StablecoinFailureReason::BankRejected, false)),
        "005" => Some((StablecoinFailureReason::ProviderTransferFailed, true)),
        _ => None,
    }
}

/// Returns the failure of sending minted tokens to a wallet, like [`bank_debit_scenario`].
#[must_use]
pub fn wallet_scenario(address: &str) -> Option<(StablecoinFailureReason, bool)> {
    match suffix(address) {
        "002" | "003" | "004" => Some((StablecoinFailureReason::DestinationRejected, false)),
        "005" => Some((StablecoinFailureReason::DestinationRejected, true)),
        _ => None,
    }
}

/// Returns `true` if the provider is unreachable for a mint or burn with this description.
#[must_use]
pub fn gives_no_answer(description: &str) -> bool {
    last_three(description) == "503"
}

fn last_three(text: &str) -> &str {
    let start = text.char_indices().rev().nth(2).map_or(0, |(at, _)| at);
    &text[start..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_tables_of_stablecoins() {
        use StablecoinFailureReason as R;
        let clients = [
            ("001", ClientScenario::Rejected),
            ("002", ClientScenario::TwoAccounts),
            ("003", ClientScenario::RejectedLater),
            ("004", ClientScenario::RevokedLater),
            ("005", ClientScenario::NoAccount),
            ("006", ClientScenario::OneAccount),
        ];
        for (suffix, scenario) in clients {
            assert_eq!(client_scenario(&format!("a@x{suffix}")), scenario, "{suffix}");
        }
        let stays = |status| Some(TokenScenario::Fixed(status));
        let tokens = [
            ("001", stays(StablecoinIssuanceStatus::PendingReview)),
            ("002", stays(StablecoinIssuanceStatus::Rejected)),
            ("003", Some(TokenScenario::BecomesProvisioned)),
            ("004", stays(StablecoinIssuanceStatus::Failed)),
            ("005", stays(StablecoinIssuanceStatus::Provisioned)),
            ("009", None),
        ];
        for (suffix, scenario) in tokens {
            assert_eq!(token_scenario(&format!("ACME{suffix}")), scenario, "{suffix}");
        }
        let accounts = [
            ("002", R::InsufficientFunds, R::ProviderTransferFailed, false),
            ("003", R::ExternalAccountInvalid, R::ExternalAccountInvalid, false),
            ("004", R::BankRejected, R::BankRejected, false),
            ("005", R::ProviderTransferFailed, R::ProviderTransferFailed, true),
        ];
        for (suffix, debit, payout, is_slow) in accounts {
            let number = format!("000123456{suffix}");
            assert_eq!(bank_debit_scenario(&number), Some((debit, is_slow)), "{suffix}");
            assert_eq!(bank_payout_scenario(&number), Some((payout, is_slow)), "{suffix}");
            assert_eq!(wallet_scenario(&number), Some((R::DestinationRejected, is_slow)), "{suffix}");
        }
        assert_eq!(bank_debit_scenario("000123456789").or(wallet_scenario("sparkrt1q006")), None);
        assert!(gives_no_answer("first 503") && !gives_no_answer("50") && !gives_no_answer("503 first"));
    }
}
