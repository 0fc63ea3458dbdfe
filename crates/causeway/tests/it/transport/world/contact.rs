use causeway_wire::table::Contact;
use serde_json::{Value, json};

use super::{AreaInfo, MANAGE, World};
use crate::transport::call::Call;

pub(super) const INFO: AreaInfo = AreaInfo { resource: None, shown: |_| Vec::new(), filters: |_| Vec::new() };

pub(super) fn needed(operation: Contact) -> &'static [&'static str] {
    match operation {
        Contact::SendCustomerEmailVerification
        | Contact::ConfirmCustomerEmailVerification
        | Contact::SendCustomerPhoneVerification
        | Contact::ConfirmCustomerPhoneVerification => MANAGE,
    }
}

pub(super) async fn complete(operation: Contact, world: &World, call: Call) -> Call {
    let call = call.at(&to_be_confirmed(world).await);
    match operation {
        Contact::SendCustomerEmailVerification | Contact::SendCustomerPhoneVerification => call,
        Contact::ConfirmCustomerEmailVerification | Contact::ConfirmCustomerPhoneVerification => {
            call.body(json!({ "code": "123456" }))
        }
    }
}

/// Creates a customer with unconfirmed contact data and returns its id.
async fn to_be_confirmed(world: &World) -> Value {
    let body = json!({
        "customerType": "INDIVIDUAL", "region": "DE", "email": "erika@example.com", "phoneNumber": "+4930123456",
    });
    let customer = world.platform.post("/customers").json(&body).send().await.expect(201);
    customer["id"].clone()
}
