use causeway_wire::table::{Documents, Operation};
use serde_json::{Value, json};

use super::{Facts, MANAGE, Resource, VIEW, World};
use crate::transport::ask::Ask;

pub(super) const FACTS: Facts = Facts {
    resource: Some(Resource {
        type_name: "Document",
        not_found: "REFERENCE_NOT_FOUND",
        own: |world| &world.document["id"],
    }),
    shown: |_| vec!["/documents".to_owned()],
    filters: |world| vec![("documentHolder", world.customer["id"].clone())],
};

pub(super) fn needed(operation: Documents) -> &'static [&'static str] {
    match operation {
        Documents::ListDocuments | Documents::GetDocument => VIEW,
        Documents::UploadDocument | Documents::ReplaceDocument | Documents::DeleteDocument => MANAGE,
    }
}

pub(super) async fn complete(operation: Documents, world: &World, ask: Ask) -> Ask {
    match operation {
        Documents::UploadDocument => {
            let mut texts = passport();
            texts["documentHolder"] = world.customer["id"].clone();
            ask.body(texts)
        }
        Documents::GetDocument => ask.at(&world.document["id"]),
        Documents::ReplaceDocument => ask.at(&world.document["id"]).body(passport()),
        Documents::DeleteDocument => {
            let made = world.carry_out(Operation::Documents(Documents::UploadDocument)).await;
            ask.at(&made["id"])
        }
        Documents::ListDocuments => ask,
    }
}

fn passport() -> Value {
    json!({
        "documentType": "PASSPORT",
        "country": "US",
        "documentNumber": "X1234567",
        "issuingAuthority": "Department of State",
    })
}
