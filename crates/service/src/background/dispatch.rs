//! The dispatch of jobs to their handlers, above the job machinery, which knows no area, and above the areas.

use std::sync::Arc;

use causeway_domain::ids::{PlatformId, TransactionId};
use causeway_store::alerts::AlertRecord;
use causeway_store::jobs::JobRecord;
use causeway_store::rails::OrderName;
use causeway_store::{Error, Tx, payments as payment_rows};
use futures_util::future::{BoxFuture, FutureExt};

use crate::runtime::api_error::ApiError;
use crate::runtime::app::{App, JobHandlers};
use crate::runtime::jobs::{ClaimedJob, Work};
use crate::{
    agents, card_codes, card_transactions, cards, customer_imports, external_accounts, internal_accounts,
    payments, quotes, rails, sca, stablecoins, uma, wallets,
};

/// The handlers of all jobs of the service.
pub const HANDLERS: JobHandlers = JobHandlers { run, remedies, is_settled };

fn is_settled(tx: &mut Tx<'_>, platform: PlatformId, alert: &AlertRecord) -> Result<bool, Error> {
    Ok(payments::settled_alerts::is_settled(tx, platform, alert)?
        || stablecoins::is_settled(tx, platform, alert)?
        || cards::provision::is_settled(tx, platform, alert)?
        || card_codes::send::is_settled(tx, platform, alert)?)
}

fn run(app: Arc<App>, record: JobRecord) -> BoxFuture<'static, Result<(), ApiError>> {
    let claimed = ClaimedJob::new(&app, record);
    async move { run_work(&claimed).await }.boxed()
}

async fn run_work(claimed: &ClaimedJob) -> Result<(), ApiError> {
    match claimed.work()? {
        Work::ExpireQuote { quote } => quotes::expire::run(claimed, quote).await,
        Work::SubmitPayout { transaction } => payments::rail::payout::submit(claimed, transaction).await,
        Work::AskPayout { transaction } => payments::rail::payout::ask(claimed, transaction).await,
        Work::SubmitDebit { transaction } => payments::rail::debit::submit(claimed, transaction).await,
        Work::AskDebit { transaction } => payments::rail::debit::ask(claimed, transaction).await,
        Work::AskEndedOrder { transaction, order } => {
            rails::ended_order::run(claimed, OrderName { transaction, kind: order }).await
        }
        Work::RefundPayment { transaction } => payments::rail::refund::run(claimed, transaction).await,
        Work::ImportCustomers { .. } => customer_imports::process::run(claimed).await,
        Work::AskIncomingUma { transaction } => payments::rail::incoming_uma::run(claimed, transaction).await,
        Work::SendUmaHook { transaction } => uma::hooks::send::run(claimed, transaction).await,
        Work::ReviewDeposit { transaction } => {
            payments::incoming::deposit::review(claimed, transaction).await
        }
        Work::EndWaitingDeposit { transaction } => {
            payments::incoming::deposit::end(claimed, transaction).await
        }
        Work::ReturnDeposit { transaction } => payments::rail::unmatched::run(claimed, transaction).await,
        Work::EndApproval { transaction } => payments::incoming::approval::run(claimed, transaction).await,
        Work::ExpireAgentAction { transaction } => agents::expire::run(claimed, transaction).await,
        Work::AddFundingMethods { account } => {
            internal_accounts::funding_methods::run(claimed, account).await
        }
        Work::ScreenAccount { account } => external_accounts::screen::run(claimed, account).await,
        Work::AskLiveness { account, session } => {
            external_accounts::liveness::run(claimed, account, session).await
        }
        Work::RefreshStablecoin { stablecoin } => stablecoins::refresh::run(claimed, stablecoin).await,
        Work::TrackStablecoinOperation { operation } => stablecoins::track::run(claimed, operation).await,
        Work::ProvisionCard { card } => cards::provision::run(claimed, card).await,
        Work::SetCardState { card } => cards::notify_issuer::run(claimed, card).await,
        Work::ExpireAuthorization { quote } => quotes::expire_authorization::run(claimed, quote).await,
        Work::SendScaCode { customer, challenge, root_key, expires_at } => {
            sca::send_code::run(claimed, customer, challenge, root_key, expires_at).await
        }
        Work::SendCardCode { event } => card_codes::send::run(claimed, event).await,
        Work::ConfirmCardPull { transaction, number } => {
            card_transactions::confirm_pull::run(claimed, transaction, number).await
        }
        Work::EndCardHold { transaction } => card_transactions::end_hold::run(claimed, transaction).await,
        Work::PostCardCredit { transaction, up_to } => {
            card_transactions::post_credit::run(claimed, transaction, up_to).await
        }
        Work::UndoCardCredit { transaction } => {
            card_transactions::undo_credit::run(claimed, transaction).await
        }
        Work::ReleaseSuspendedCards { account } => {
            card_transactions::release_suspended::run(claimed, account).await
        }
        Work::RevokeWalletKeys { revoked } => wallets::revoke::run(claimed, revoked).await,
        Work::NotifyWalletHolder { notice, channel, recipient } => {
            wallets::notify_holder::run(claimed, notice, channel, recipient).await
        }
    }
}

/// Returns the operator commands for a job that was given up, besides its retry: they end the payment that
/// waits for it.
fn remedies(tx: &mut Tx<'_>, record: &JobRecord) -> Result<Vec<String>, Error> {
    let platform = record.platform;
    // A job of a kind unknown to this process can only be retried.
    let payment = Work::from_payload(&record.payload).ok().and_then(|work| payment_of(&work));
    let found = payment.map(|id| payment_rows::find(tx, platform, id)).transpose()?.flatten();
    Ok(found.map(|payment| payments::lifecycle::alert::commands(&payment)).unwrap_or_default())
}

/// Returns the payment that waits for the work, if any.
const fn payment_of(work: &Work) -> Option<TransactionId> {
    match work {
        Work::SubmitPayout { transaction }
        | Work::AskPayout { transaction }
        | Work::SubmitDebit { transaction }
        | Work::AskDebit { transaction }
        | Work::RefundPayment { transaction }
        | Work::AskIncomingUma { transaction }
        | Work::ReviewDeposit { transaction }
        | Work::EndWaitingDeposit { transaction }
        | Work::EndApproval { transaction } => Some(*transaction),
        Work::ExpireQuote { .. }
        | Work::AskEndedOrder { .. }
        | Work::ReturnDeposit { .. }
        | Work::SendUmaHook { .. }
        | Work::ImportCustomers { .. }
        | Work::ExpireAgentAction { .. }
        | Work::AddFundingMethods { .. }
        | Work::ScreenAccount { .. }
        | Work::AskLiveness { .. }
        | Work::RefreshStablecoin { .. }
        | Work::TrackStablecoinOperation { .. }
        | Work::ProvisionCard { .. }
        | Work::SetCardState { .. }
        | Work::ExpireAuthorization { .. }
        | Work::SendScaCode { .. }
        | Work::SendCardCode { .. }
        | Work::ConfirmCardPull { .. }
        | Work::EndCardHold { .. }
        | Work::PostCardCredit { .. }
        | Work::UndoCardCredit { .. }
        | Work::ReleaseSuspendedCards { .. }
        | Work::RevokeWalletKeys { .. }
        | Work::NotifyWalletHolder { .. } => None,
    }
}
