//! Incoming deposits and third-party debits by an account's coordinates; simulated in the sandbox (money
//! 3.5).

use causeway_domain::external_accounts::{CryptoNetwork, PaymentRail};
use causeway_domain::ids::{InternalAccountId, QuoteId};
use causeway_domain::money::CurrencyCode;
use causeway_domain::search::ResourceKind;
use causeway_store::Tx;
use causeway_store::platforms::Environment;

use super::payment::{PaymentOutcome, PaymentView};
use super::{
    Answer, Argument, OperatorError, Subject, arguments, deposit_list, noun, number, option, positional,
};
use crate::deposits::{DepositReport, DepositTarget, receive};
use crate::payments::incoming::deposit;
use crate::quotes;
use crate::runtime::context::Context;

noun! {
    /// Incoming deposits and third-party debits
    "deposit" {
        /// List deposits, or money that matches nothing, newest first
        "list": Look => read_masked(deposit_list::list),
        /// Show a deposit: its payer, its rail, and why it is not credited
        "show": Look => read_deployment(deposit_list::show).with_platform(),
        /// Credit a pending deposit
        "release": Comply => change_one(deposit::release_waiting, PaymentView::from).irreversible(),
        /// Refuse a pending deposit and return the money
        "reject": Comply => change_one(deposit::reject, PaymentView::from).irreversible(),
        /// Sandbox: simulate a deposit to an account's funding instructions, or to a payment reference
        "push": Support => change(push),
        /// Sandbox: simulate a late or duplicate payment for a quote
        "late": Support => change(late),
        /// Sandbox: simulate an ACH debit by a third party
        "debit": Support => change(debit),
    }
}

const AMOUNT: Argument = number("Amount in the smallest unit of the currency sent").required();

arguments! {
    struct PushRequest {
        account: Option<InternalAccountId> = InternalAccountId::ARGUMENT.optional(),
        reference: Option<String> = option(
            "Instead of an account: the account number, address or reference named by the payer; a deposit with an \
             unknown one moves to suspense",
        ),
        amount: i64 = AMOUNT,
        currency: Option<CurrencyCode> = option("Currency sent; required for an unknown reference"),
        rail: Option<PaymentRail> =
            option("Rail from the account's funding instructions [default: the fastest]"),
        payer: Option<String> = option("Payer name, as passed on by its bank"),
        network: Option<CryptoNetwork> =
            option("Chain of a crypto deposit [default: the first, if the account has no bank rail]"),
        from: Option<String> = option("Payer account, or the source address of a crypto deposit"),
        event: Option<String> = option("The partner's event id; repeating one has no effect"),
    }

    struct LateRequest {
        quote: QuoteId = QuoteId::ARGUMENT,
        amount: Option<i64> = number("Amount in the smallest unit [default: the amount of the quote]"),
    }

    struct DebitRequest {
        account: InternalAccountId =
            positional("Internal account id").id_of(&[ResourceKind::InternalAccount]),
        amount: i64 = AMOUNT,
    }
}

impl PushRequest {
    fn into_report(self) -> Answer<DepositReport> {
        let to = match (self.account, self.reference) {
            (Some(account), None) => DepositTarget::Account(account),
            (None, Some(reference)) => DepositTarget::Reference(reference),
            (Some(_), Some(_)) | (None, None) => {
                return Err(OperatorError::invalid("Give either an account or --reference."));
            }
        };
        let Self { amount, currency, rail, payer, network, from, event, .. } = self;
        Ok(DepositReport { to, amount, currency, rail, payer, network, from, event })
    }
}

fn push(tx: &mut Tx<'_>, context: &Context, push: &PushRequest) -> Answer<PaymentOutcome> {
    check_sandbox(context)?;
    Ok(receive(tx, context, push.clone().into_report()?)?.into())
}

fn late(tx: &mut Tx<'_>, context: &Context, late: &LateRequest) -> Answer<PaymentView> {
    check_sandbox(context)?;
    Ok(quotes::late::apply(tx, context, late.quote, late.amount)?.into())
}

fn debit(tx: &mut Tx<'_>, context: &Context, debit: &DebitRequest) -> Answer<PaymentView> {
    check_sandbox(context)?;
    Ok(deposit::debit(tx, context, debit.account, debit.amount)?.into())
}

/// Checks that the platform is a sandbox: deposits of production platforms come only from banks and chains.
fn check_sandbox(context: &Context) -> Answer<()> {
    match context.environment {
        Environment::Sandbox => Ok(()),
        Environment::Production => {
            Err(OperatorError::invalid("Money can be simulated on sandbox platforms only."))
        }
    }
}
