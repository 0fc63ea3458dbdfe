//! Carrying out what the platform approves: the platform's own operations, with the payment that was written down.

use causeway_domain::agents::AgentActionType;
use causeway_domain::sca::ScaFactor;
use causeway_store::agent_actions::AgentActionRecord;
use causeway_store::payments::PaymentRecord;
use causeway_store::quotes::QuoteRecord;
use causeway_store::{Error, Tx};
use causeway_wire::Endpoint;
use causeway_wire::transfers::{TransferInRequest, TransferOutRequest};

use crate::payments::checks::precheck::{Precheck, PrecheckResult};
use crate::payments::lifecycle::locked::LockedPayment;
use crate::quotes::execute_quote;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::http::Call;
use crate::transfers::{create_transfer_in, create_transfer_out};

/// What the outside world says to it.
pub(super) enum Gathered {
    Quote(PrecheckResult, Option<ScaFactor>),
    TransferOut(TransferOutRequest, create_transfer_out::Asked),
    TransferIn(TransferInRequest, create_transfer_in::RailAnswer),
}

impl Gathered {
    pub(super) async fn ask<E: Endpoint>(
        call: &Call<E>,
        action: &AgentActionRecord,
        payment: &PaymentRecord,
    ) -> Result<Self, ApiError> {
        let terms = &payment.terms;
        Ok(match action.kind {
            AgentActionType::ExecuteQuote => {
                let precheck = Precheck::of(terms).ask(call.app.ports.of(call.caller.environment)).await;
                Self::Quote(precheck, action.sca_factor)
            }
            AgentActionType::TransferOut => {
                let request = create_transfer_out::request_of(terms).ok_or(Error::Missing)?;
                let asked = create_transfer_out::ask(call, &request).await?;
                Self::TransferOut(request, asked)
            }
            AgentActionType::TransferIn => {
                let request = create_transfer_in::request_of(terms).ok_or(Error::Missing)?;
                let asked = create_transfer_in::ask(call, &request).await?;
                Self::TransferIn(request, asked)
            }
        })
    }
}

/// An operation that can be begun.
pub(super) enum Execution<'a> {
    Quote(PrecheckResult, Option<ScaFactor>),
    TransferOut(Box<create_transfer_out::Draft>, &'a create_transfer_out::Asked),
    TransferIn(Box<create_transfer_in::Draft>, create_transfer_in::RailAnswer),
}

impl<'a> Execution<'a> {
    /// Makes every check that the operation itself makes; nothing is written.
    pub(super) fn check(
        tx: &mut Tx<'_>,
        context: &Context,
        locked: &LockedPayment,
        gathered: &'a Gathered,
    ) -> Result<Self, ApiError> {
        Ok(match gathered {
            Gathered::Quote(precheck, factor) => {
                execute_quote::check(tx, context, locked, *precheck, *factor)?;
                Self::Quote(*precheck, *factor)
            }
            Gathered::TransferOut(request, asked) => {
                let draft = create_transfer_out::draft(tx, context, request, asked)?;
                draft.check(tx, context, asked, &locked.payment)?;
                Self::TransferOut(Box::new(draft), asked)
            }
            Gathered::TransferIn(request, asked) => {
                let draft = create_transfer_in::draft(tx, context, request)?;
                draft.check(*asked, &locked.payment)?;
                Self::TransferIn(Box::new(draft), *asked)
            }
        })
    }

    /// Begins the operation.
    pub(super) fn start(
        self,
        tx: &mut Tx<'_>,
        context: &Context,
        (quote, locked): (Option<&QuoteRecord>, &mut LockedPayment),
    ) -> Result<(), ApiError> {
        match self {
            // One that is refused for its rate has failed, and shows that.
            Self::Quote(precheck, factor) => {
                let quote = quote.ok_or(Error::Missing)?;
                execute_quote::execute(tx, context, (quote, locked), precheck, factor).map(drop)
            }
            Self::TransferOut(draft, asked) => draft.carry_out(tx, context, asked, locked),
            Self::TransferIn(draft, asked) => draft.carry_out(tx, context, asked, locked),
        }
    }
}
