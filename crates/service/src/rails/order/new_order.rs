//! Orders as payments give them.

use causeway_domain::ids::PlatformId;
use causeway_domain::{Amount, Time};
use causeway_rail_protocol::values::OrderKind;
use causeway_store::rails::{OrderName, RouteDirection};

use crate::ports::{DebitOrder, OfferQuery, OrderParty, PayoutDestination, PayoutOrder};

/// An order of a payment, which may be stored already.
#[derive(Debug, Clone)]
pub(in crate::rails) enum NewOrder {
    Payout(Box<PayoutOrder>),
    Collection(Box<DebitOrder>),
}

impl NewOrder {
    pub(in crate::rails) const fn platform(&self) -> PlatformId {
        match self {
            Self::Payout(order) => order.platform,
            Self::Collection(order) => order.platform,
        }
    }

    pub(in crate::rails) const fn name(&self) -> OrderName {
        match self {
            Self::Payout(order) => OrderName { transaction: order.transaction, kind: OrderKind::Payout },
            Self::Collection(order) => {
                OrderName { transaction: order.transaction, kind: OrderKind::Collection }
            }
        }
    }

    pub(in crate::rails) const fn amount(&self) -> Amount {
        match self {
            Self::Payout(order) => order.amount,
            Self::Collection(order) => order.amount,
        }
    }

    /// Returns the creation of the payment, on the platform's clock.
    pub(in crate::rails) const fn ordered_at(&self) -> Time {
        match self {
            Self::Payout(order) => order.ordered_at,
            Self::Collection(order) => order.ordered_at,
        }
    }

    /// Returns the current time on the platform's clock.
    pub(in crate::rails) const fn now(&self) -> Time {
        match self {
            Self::Payout(order) => order.now,
            Self::Collection(order) => order.now,
        }
    }

    /// Returns the account that is paid to or debited.
    pub(super) const fn account(&self) -> &PayoutDestination {
        match self {
            Self::Payout(order) => &order.destination,
            Self::Collection(order) => &order.source,
        }
    }

    pub(super) const fn originator(&self) -> Option<&OrderParty> {
        match self {
            Self::Payout(order) => order.originator.as_ref(),
            Self::Collection(order) => order.originator.as_ref(),
        }
    }

    pub(super) const fn direction(&self) -> RouteDirection {
        match self {
            Self::Payout(_) => RouteDirection::Payout,
            Self::Collection(_) => RouteDirection::Collection,
        }
    }

    /// Returns the question by which the route of the order is chosen.
    pub(super) fn query(&self) -> OfferQuery<'_> {
        let rail = match self {
            Self::Payout(order) => order.rail,
            Self::Collection(_) => None,
        };
        OfferQuery {
            platform: self.platform(),
            account_type: &self.account().account_type,
            currency: self.amount().currency,
            rail,
            amount: Some(self.amount()),
        }
    }
}
