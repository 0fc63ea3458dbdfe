//! Money that others send to an account's coordinates, or debit by them, in the sandbox (money 3.5).

use causeway_domain::external_accounts::{CryptoNetwork, PaymentRail};
use causeway_domain::ids::{InternalAccountId, QuoteId};
use causeway_domain::money::CurrencyCode;
use causeway_store::Tx;
use causeway_store::platforms::Environment;

use super::payment::{Outcome, Shown};
use super::{Answer, Argument, OperatorError, Subject, arguments, noun, number, option, positional};
use crate::deposits::{Notified, To, take};
use crate::payments::incoming::deposit;
use crate::quotes;
use crate::runtime::context::Context;

noun! {
    /// Money that others send to an account's coordinates, or debit by them
    "deposit" {
        /// Credits a deposit that waits for something
        "release" => change_one(deposit::release_waiting, Shown::from),
        /// Refuses a deposit that waits for something: it goes back
        "reject" => change_one(deposit::reject, Shown::from),
        /// Sandbox: sends money to an account's funding instructions, or to what a payer has named
        "push" => change(push),
        /// Sandbox: has the payer of a quote pay late or twice
        "late" => change(late),
        /// Sandbox: has a third party debit an account by ACH
        "debit" => change(debit),
    }
}

const AMOUNT: Argument = number("How much, in the smallest unit of what is sent").required();

arguments! {
    struct Push {
        account: Option<InternalAccountId> = InternalAccountId::ARGUMENT.optional(),
        reference: Option<String> = option(
            "Instead of an account: the account number, address or reference that the payer has named; an unknown one \
             goes to suspense",
        ),
        amount: i64 = AMOUNT,
        currency: Option<CurrencyCode> = option("What is sent; required for an unknown reference"),
        rail: Option<PaymentRail> =
            option("A rail that the account's funding instructions show [default: the fastest]"),
        payer: Option<String> = option("The payer's name, as its bank passes it on"),
        network: Option<CryptoNetwork> =
            option("The chain that coins come by [default: the first, where no bank leads to the account]"),
        from: Option<String> = option("The payer's account, or the address that coins come from"),
        event: Option<String> = option("The partner's id of the event: repeating it changes nothing"),
    }

    struct Late {
        quote: QuoteId = positional("The quote's id"),
        amount: Option<i64> = number("How much, in the smallest unit [default: what the quote wanted]"),
    }

    struct Debit {
        account: InternalAccountId = InternalAccountId::ARGUMENT,
        amount: i64 = AMOUNT,
    }
}

impl Push {
    fn notified(self) -> Answer<Notified> {
        let to = match (self.account, self.reference) {
            (Some(account), None) => To::Account(account),
            (None, Some(reference)) => To::Reference(reference),
            (Some(_), Some(_)) | (None, None) => {
                return Err(OperatorError::invalid("Name either the account or --reference."));
            }
        };
        let Self { amount, currency, rail, payer, network, from, event, .. } = self;
        Ok(Notified { to, amount, currency, rail, payer, network, from, event })
    }
}

fn push(tx: &mut Tx<'_>, context: &Context, push: &Push) -> Answer<Outcome> {
    check_sandbox(context)?;
    Ok(take(tx, context, push.clone().notified()?)?.into())
}

fn late(tx: &mut Tx<'_>, context: &Context, late: &Late) -> Answer<Shown> {
    check_sandbox(context)?;
    Ok(quotes::late::apply(tx, context, late.quote, late.amount)?.into())
}

fn debit(tx: &mut Tx<'_>, context: &Context, debit: &Debit) -> Answer<Shown> {
    check_sandbox(context)?;
    Ok(deposit::debit(tx, context, debit.account, debit.amount)?.into())
}

/// In production only a bank brings money.
fn check_sandbox(context: &Context) -> Answer<()> {
    match context.environment {
        Environment::Sandbox => Ok(()),
        Environment::Production => {
            Err(OperatorError::invalid("Money is simulated on platforms of the sandbox only."))
        }
    }
}
