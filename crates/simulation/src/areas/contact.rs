use causeway_wire::table::{Contact, Customers, Operation};
use serde_json::{Value, json};

use super::area::{Area, Shown, text};
use super::{Caller, learn_accounts};
use crate::requests::Request;
use crate::violation::Checked;
use crate::world::{World, keep};

impl Area for Contact {
    fn weight(&self) -> u32 {
        match self {
            Self::SendCustomerEmailVerification | Self::SendCustomerPhoneVerification => 1,
            Self::ConfirmCustomerEmailVerification | Self::ConfirmCustomerPhoneVerification => 8,
        }
    }

    fn request(&self, caller: &Caller<'_>) -> Option<Request> {
        let customer = caller.customer_to_confirm()?;
        let request = caller.request(Operation::Contact(*self)).of(customer.id);
        Some(match self {
            Self::SendCustomerEmailVerification | Self::SendCustomerPhoneVerification => request,
            Self::ConfirmCustomerEmailVerification | Self::ConfirmCustomerPhoneVerification => {
                let code = if caller.rng.percent(80) { "123456" } else { "000000" };
                request.json(json!({ "code": code }))
            }
        })
    }

    fn learn(&self, world: &mut World, request: &Request, body: &Value) -> Checked {
        if matches!(self, Self::ConfirmCustomerPhoneVerification) {
            keep(&mut world.tenants[request.tenant].sca.reachable, text(body, "id")?.parse()?);
        }
        match self {
            Self::SendCustomerEmailVerification | Self::SendCustomerPhoneVerification => Ok(()),
            // With the last of them the accounts may be usable.
            Self::ConfirmCustomerEmailVerification | Self::ConfirmCustomerPhoneVerification => {
                learn_accounts(world, request.tenant, Some(text(body, "id")?.parse()?))
            }
        }
    }

    fn verify(&self, request: &Request, _: &Value) -> Option<Shown> {
        match self {
            Self::SendCustomerEmailVerification | Self::SendCustomerPhoneVerification => None,
            Self::ConfirmCustomerEmailVerification | Self::ConfirmCustomerPhoneVerification => {
                let get = request.another(Operation::Customers(Customers::GetCustomerById));
                Some(Shown::Same(get.of(request.path_id()?)))
            }
        }
    }
}
