use causeway_wire::table::{Documents, Operation};
use serde_json::{Value, json};

use super::{AreaInfo, MANAGE, Resource, VIEW, World};
use crate::transport::call::Call;

pub(super) const INFO: AreaInfo = AreaInfo {
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

pub(super) async fn complete(operation: Documents, world: &World, call: Call) -> Call {
    match operation {
        Documents::UploadDocument => {
            let mut texts = passport();
            texts["documentHolder"] = world.customer["id"].clone();
            call.body(texts)
        }
        Documents::GetDocument => call.at(&world.document["id"]),
        Documents::ReplaceDocument => call.at(&world.document["id"]).body(passport()),
        Documents::DeleteDocument => {
            let document = world.perform(Operation::Documents(Documents::UploadDocument)).await;
            call.at(&document["id"])
        }
        Documents::ListDocuments => call,
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
