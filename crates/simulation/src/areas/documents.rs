use causeway_domain::ids::DocumentId;
use causeway_store::documents;
use causeway_wire::table::{Documents, Operation};
use serde_json::{Value, json};

use super::Caller;
use super::area::{Area, ReadBack, learn_cursor, text};
use crate::requests::{Expectation, Request};
use crate::violation::CheckResult;
use crate::world::World;

/// The smallest valid PDF file.
const PDF: &[u8] = b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\nstartxref\n9\n%%EOF\n";

impl Area for Documents {
    fn weight(&self) -> u32 {
        match self {
            Self::UploadDocument => 6,
            Self::ReplaceDocument => 4,
            Self::DeleteDocument => 1,
            Self::ListDocuments | Self::GetDocument => 2,
        }
    }

    fn request(&self, caller: &Caller<'_>) -> Option<Request> {
        let operation = Operation::Documents(*self);
        let any = || caller.rng.pick(&caller.tenant.documents).copied();
        Some(match self {
            Self::UploadDocument => {
                let mut texts = details(caller);
                texts["documentHolder"] = json!(caller.customer()?.id.to_string());
                caller.request(operation).form(&texts, &file(caller))
            }
            Self::ReplaceDocument => {
                // Valid fields, so that for another platform the only error is that the document is unknown.
                let mut texts = details(caller);
                texts["documentNumber"] = json!("X1000");
                texts["issuingAuthority"] = json!("Department of State");
                texts["side"] = json!("FRONT");
                caller.request(operation).of(any()?).form(&texts, PDF)
            }
            Self::ListDocuments => {
                caller.list(operation, &[("documentHolder", caller.customer()?.id.to_string())])
            }
            Self::GetDocument => caller.request(operation).of(any()?).expecting(Expectation::Success),
            Self::DeleteDocument => caller.request(operation).of(any()?),
        })
    }

    fn learn(&self, world: &mut World, request: &Request, body: &Value) -> CheckResult {
        match self {
            Self::UploadDocument => {
                world.tenants[request.tenant].documents.push(text(body, "id")?.parse()?);
            }
            Self::DeleteDocument => forget(world, request),
            Self::ListDocuments => learn_cursor(world, request, body),
            Self::GetDocument | Self::ReplaceDocument => {}
        }
        Ok(())
    }

    fn verify(&self, request: &Request, body: &Value) -> Option<ReadBack> {
        let get = request.another(Operation::Documents(Self::GetDocument));
        match self {
            Self::UploadDocument | Self::ReplaceDocument => {
                Some(ReadBack::Same(get.of(body["id"].as_str()?)))
            }
            Self::DeleteDocument => Some(ReadBack::Gone(get.of(request.path_id()?))),
            Self::ListDocuments | Self::GetDocument => None,
        }
    }

    fn resolve(&self, world: &mut World, request: &Request) -> CheckResult {
        if let (Self::DeleteDocument, Ok(id)) = (self, request.path_id().unwrap_or_default().parse()) {
            let platform = world.tenants[request.tenant].id;
            if world.read(move |tx| documents::find(tx, platform, id))?.is_none() {
                forget(world, request);
            }
        }
        Ok(())
    }
}

/// Removes the document of the request's path.
fn forget(world: &mut World, request: &Request) {
    let id: Option<DocumentId> = request.path_id().and_then(|id| id.parse().ok());
    world.tenants[request.tenant].documents.retain(|one| Some(*one) != id);
}

/// Builds the details of a document; the suffix of its number decides if it is accepted (customers 11).
fn details(caller: &Caller<'_>) -> Value {
    let types = ["PASSPORT", "DRIVERS_LICENSE", "UTILITY_BILL", "TRUST_AGREEMENT"];
    let mut details = json!({ "documentType": caller.rng.pick(&types), "country": "US" });
    let number = caller.rng.pick(&["X1000", "X1000", "X1000", "X1000", "X901"]).copied();
    caller.sometimes(90, &mut details, "documentNumber", number);
    caller.sometimes(90, &mut details, "issuingAuthority", "Department of State");
    caller.sometimes(60, &mut details, "side", "FRONT");
    details
}

/// Returns a small PDF, sometimes an invalid file.
fn file(caller: &Caller<'_>) -> Vec<u8> {
    match caller.rng.between(0, 19) {
        0 => Vec::new(),
        1 => b"no document at all".to_vec(),
        _ => PDF.to_vec(),
    }
}
