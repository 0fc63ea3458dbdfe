//! Registered stablecoins with a mint of each.

use causeway_domain::Revision;
use causeway_domain::ids::{
    ExternalAccountId, Id, JobId, StablecoinId, StablecoinOperationId, StablecoinProviderAccountId,
};
use causeway_domain::stablecoins::{
    OperationState, StablecoinIssuanceStatus, StablecoinNetwork, StablecoinOperationType, StablecoinProvider,
    StablecoinSourceType, StablecoinSvcOperationsStatus, TokenAmount, TokenTotal,
};
use causeway_store::stablecoins::{
    self, OperationRecord, OperationTerms, Progress, StablecoinDoc, StablecoinRecord,
};
use causeway_store::{Error, Key, Tx};

use super::numbers::{RowKind, Seed, at};

/// Number of decimals of each token.
const DECIMALS: u8 = 6;

impl Seed {
    /// Returns the stablecoin with this number.
    #[must_use]
    pub fn stablecoin(&self, number: u64) -> StablecoinId {
        StablecoinId::from_uuid(self.id(RowKind::Stablecoin, number))
    }

    /// Returns the mint of the stablecoin with this number.
    #[must_use]
    pub fn stablecoin_operation(&self, number: u64) -> StablecoinOperationId {
        StablecoinOperationId::from_uuid(self.id(RowKind::StablecoinOperation, number))
    }
}

/// Adds the stablecoin with this number, and a mint of it.
pub(super) fn add(tx: &mut Tx<'_>, seed: &Seed, number: u64) -> Result<(), Error> {
    let link = StablecoinProviderAccountId::from_uuid(seed.id(RowKind::ProviderAccount, 0));
    let amount = TokenAmount::new(1_000_000);
    stablecoins::insert(tx, seed.platform, &coin(seed, number, link, amount))?;
    let mint = mint(seed, number, link, amount);
    let key = Key {
        platform: seed.platform,
        scope: "seed".to_owned(),
        key: mint.id.to_string(),
        request_hash: mint.request_hash,
        now: mint.created_at,
        retention: None,
    };
    stablecoins::insert_operation(tx, seed.platform, &mint, &key)
}

fn coin(
    seed: &Seed,
    number: u64,
    link: StablecoinProviderAccountId,
    minted: TokenAmount,
) -> StablecoinRecord {
    StablecoinRecord {
        id: seed.stablecoin(number),
        link,
        provider: StablecoinProvider::Brale,
        network: StablecoinNetwork::Spark,
        network_token: format!("seed-{number}"),
        provider_token: format!("seed-{number}"),
        issuance_status: StablecoinIssuanceStatus::Provisioned,
        service_status: StablecoinSvcOperationsStatus::NotEnabled,
        was_enabled: false,
        minted: TokenTotal::zero().plus(minted),
        burned: TokenTotal::zero(),
        doc: StablecoinDoc {
            v: 1,
            name: format!("Seed {number}"),
            symbol: format!("SEED{number}"),
            base_currency: "USD".to_owned(),
            decimals: DECIMALS,
        },
        created_at: at(number),
        updated_at: Revision::created(at(number)),
    }
}

fn mint(seed: &Seed, number: u64, link: StablecoinProviderAccountId, amount: TokenAmount) -> OperationRecord {
    OperationRecord {
        id: seed.stablecoin_operation(number),
        stablecoin: seed.stablecoin(number),
        link,
        quote: None,
        operation_type: StablecoinOperationType::Mint,
        state: OperationState::Completed,
        terms: OperationTerms {
            v: 1,
            provider: StablecoinProvider::Brale,
            decimals: DECIMALS,
            amount,
            source: StablecoinSourceType::Wire,
            source_account: None,
            destination: ExternalAccountId::from_uuid(seed.id(RowKind::ExternalAccount, number)),
            rail: None,
            description: None,
        },
        acceptance: None,
        progress: Progress {
            v: 1,
            failure_reason: None,
            provider_status: None,
            asked: 0,
            is_cancelling: false,
            since: None,
            job: JobId::from_uuid(seed.id(RowKind::MintJob, number)),
        },
        request_hash: [0; 32],
        submissions: 1,
        created_at: at(number),
        updated_at: Revision::created(at(number)),
    }
}
