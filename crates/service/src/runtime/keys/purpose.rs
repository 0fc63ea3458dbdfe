//! The purposes of derived keys.

/// The purpose of a derived key. Keys of different purposes reveal nothing about each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Hashes of API token secrets.
    TokenSecrets,
    /// Encryption of private keys and other secrets in the database.
    EncryptedValues,
    LedgerJournals,
    LedgerBalances,
    LedgerBlocks,
    /// Authenticated columns of quotes, payments and external accounts.
    Terms,
    /// Signatures of the ledgers' heads.
    LedgerCheckpoints,
    Cursors,
    /// The operator token that all servers with the same root key have.
    OperatorToken,
    /// Hashes of the tokens that operators create.
    OperatorTokens,
    /// Hashes of the grants to users of the operator socket.
    OperatorUsers,
    /// Hashes of links, sessions, passkeys and challenges of the console.
    ConsoleSignIn,
    /// Hashes of the codes that confirm contact data.
    ContactCodes,
    /// Encryption of platforms' credentials at stablecoin providers.
    ProviderCredentials,
    /// Hashes of the codes by which agents are installed.
    DeviceCodes,
    /// Encryption of the profiles of customers under strong authentication.
    ScaProfiles,
    /// Derivation of the codes of strong authentication.
    ScaCodes,
    /// Authentication of the manifests of backups.
    BackupManifests,
}

impl Purpose {
    pub(super) const fn label(self) -> &'static [u8] {
        match self {
            Self::TokenSecrets => b"causeway token secrets",
            Self::EncryptedValues => b"causeway encrypted values",
            Self::LedgerJournals => b"causeway ledger journals",
            Self::LedgerBalances => b"causeway ledger balances",
            Self::LedgerBlocks => b"causeway ledger blocks",
            Self::Terms => b"causeway terms",
            Self::LedgerCheckpoints => b"causeway ledger checkpoints",
            Self::Cursors => b"causeway cursors",
            Self::OperatorToken => b"causeway operator token",
            Self::OperatorTokens => b"causeway operator tokens",
            Self::OperatorUsers => b"causeway operator users",
            Self::ConsoleSignIn => b"causeway console sign-in",
            Self::ContactCodes => b"causeway contact codes",
            Self::ProviderCredentials => b"causeway provider credentials",
            Self::DeviceCodes => b"causeway device codes",
            Self::ScaProfiles => b"causeway sca profiles",
            Self::ScaCodes => b"causeway sca codes",
            Self::BackupManifests => b"causeway backup manifests",
        }
    }
}
