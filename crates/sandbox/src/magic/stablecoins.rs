//! The magic values of stablecoins (stablecoins 9.1).

use causeway_domain::external_accounts::suffix;
use causeway_domain::stablecoins::{StablecoinFailureReason, StablecoinIssuanceStatus};

use super::table::{MagicRow, MagicTable, last_three, magic_table};

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

magic_table! {
    /// Returns the scenario for a client id.
    client_scenario(client_id by last_three) -> ClientScenario;
    PROVIDER_CLIENTS: "End of the `apiClientId` of a provider link";
    "001" => ClientScenario::Rejected, "the credentials are rejected";
    "002" => ClientScenario::TwoAccounts, "exposes two accounts: name one";
    "003" => ClientScenario::RejectedLater, "links; the first registration, mint or burn turns the link `INVALID`";
    "004" => ClientScenario::RevokedLater, "links; the first registration, mint or burn turns the link `REVOKED`";
    "005" => ClientScenario::NoAccount, "exposes no account";
    other => ClientScenario::OneAccount, "exposes one account; any given `providerAccountId` is accepted";
}

/// The status of a token, by the last three characters of the provider's name for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenScenario {
    /// `001`, `002`, `004` and any other suffix: keeps this status.
    Fixed(StablecoinIssuanceStatus),
    /// `003`: provisioned after half a minute.
    BecomesProvisioned,
}

magic_table! {
    /// Returns the scenario for a token, or `None` if there is no such token.
    token_scenario(token by last_three) -> Option<TokenScenario>;
    PROVIDER_TOKENS: "End of the `providerTokenIdentifier` of a stablecoin";
    "001" => Some(TokenScenario::Fixed(StablecoinIssuanceStatus::PendingReview)), "`PENDING_REVIEW`, stays";
    "002" => Some(TokenScenario::Fixed(StablecoinIssuanceStatus::Rejected)), "`REJECTED`";
    "003" => Some(TokenScenario::BecomesProvisioned), "`PROVISIONING`, `PROVISIONED` after about 30 seconds";
    "004" => Some(TokenScenario::Fixed(StablecoinIssuanceStatus::Failed)), "`FAILED`";
    "009" => None, "400 `INVALID_INPUT`, `details.reason` `TOKEN_NOT_FOUND`";
    other => Some(TokenScenario::Fixed(StablecoinIssuanceStatus::Provisioned)), "`PROVISIONED`";
}

magic_table! {
    /// Returns the failure of the provider's debit of a bank account, and `true` if it takes half a minute;
    /// `None` if the debit succeeds.
    bank_debit_scenario(account_number by suffix) -> Option<(StablecoinFailureReason, bool)>;
    BANK_DEBITS: "End of the bank account number, for a mint by ACH debit";
    "002" => Some((StablecoinFailureReason::InsufficientFunds, false)), "`FAILED` `INSUFFICIENT_FUNDS`";
    "003" => Some((StablecoinFailureReason::ExternalAccountInvalid, false)), "`FAILED` `EXTERNAL_ACCOUNT_INVALID`";
    "004" => Some((StablecoinFailureReason::BankRejected, false)), "`FAILED` `BANK_REJECTED`";
    "005" => Some((StablecoinFailureReason::ProviderTransferFailed, true)), "`PROCESSING` for about 30 seconds, then `FAILED` `PROVIDER_TRANSFER_FAILED`";
    other => None, "`COMPLETED`";
}

magic_table! {
    /// Returns the failure of the provider's payment to a bank account, like [`bank_debit_scenario`].
    bank_payout_scenario(account_number by suffix) -> Option<(StablecoinFailureReason, bool)>;
    BANK_PAYOUTS: "End of the bank account number, as the destination of a burn";
    "002" => Some((StablecoinFailureReason::ProviderTransferFailed, false)), "`FAILED` `PROVIDER_TRANSFER_FAILED`";
    "003" => Some((StablecoinFailureReason::ExternalAccountInvalid, false)), "`FAILED` `EXTERNAL_ACCOUNT_INVALID`";
    "004" => Some((StablecoinFailureReason::BankRejected, false)), "`FAILED` `BANK_REJECTED`";
    "005" => Some((StablecoinFailureReason::ProviderTransferFailed, true)), "`PROCESSING` for about 30 seconds, then `FAILED` `PROVIDER_TRANSFER_FAILED`";
    other => None, "`COMPLETED`";
}

magic_table! {
    /// Returns the failure of sending minted tokens to a wallet, like [`bank_debit_scenario`].
    wallet_scenario(address by suffix) -> Option<(StablecoinFailureReason, bool)>;
    MINT_DESTINATIONS: "End of the Spark address, as the destination of a mint";
    "002" | "003" | "004" => Some((StablecoinFailureReason::DestinationRejected, false)), "after funding `FAILED` `DESTINATION_REJECTED`";
    "005" => Some((StablecoinFailureReason::DestinationRejected, true)), "the same after about 30 seconds";
    other => None, "`COMPLETED`";
}

/// End of the description of a mint or burn for which the provider is unreachable.
const NO_ANSWER: &str = "503";

pub(super) const DESCRIPTIONS: MagicTable = MagicTable {
    selector: "End of the `description` of a mint or burn",
    rows: &[
        MagicRow { values: &[NO_ANSWER], outcome: "503, nothing is created" },
        MagicRow { values: &[], outcome: "no effect" },
    ],
};

/// Returns `true` if the provider is unreachable for a mint or burn with this description.
#[must_use]
pub fn gives_no_answer(description: &str) -> bool {
    last_three(description) == NO_ANSWER
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
