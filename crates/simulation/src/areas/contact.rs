use causeway_wire::table::{Contact, Customers, Operation};
use serde_json::{Value, json};

use super::area::{Area, ReadBack, text};
use super::{Caller, learn_accounts};
use crate::requests::Request;
use crate::violation::CheckResult;
use crate::world::{World, push_latest};

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

    fn learn(&self, world: &mut World, request: &Request, body: &Value) -> CheckResult {
        if matches!(self, Self::ConfirmCustomerPhoneVerification) {
            push_latest(&mut world.tenants[request.tenant].sca.reachable, text(body, "id")?.parse()?);
        }
        match self {
            Self::SendCustomerEmailVerification | Self::SendCustomerPhoneVerification => Ok(()),
            // The last confirmation may activate the accounts.
            Self::ConfirmCustomerEmailVerification | Self::ConfirmCustomerPhoneVerification => {
                learn_accounts(world, request.tenant, Some(text(body, "id")?.parse()?))
            }
        }
    }

    fn verify(&self, request: &Request, _: &Value) -> Option<ReadBack> {
        match self {
            Self::SendCustomerEmailVerification | Self::SendCustomerPhoneVerification => None,
            Self::ConfirmCustomerEmailVerification | Self::ConfirmCustomerPhoneVerification => {
                let get = request.another(Operation::Customers(Customers::GetCustomerById));
                Some(ReadBack::Same(get.of(request.path_id()?)))
            }
        }
    }
}
