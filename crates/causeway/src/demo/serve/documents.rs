//! Documents of a customer: a picture and a PDF that say that they are specimens, made here.

use std::fmt::Write;

use axum::http::Method;

use super::super::DemoError;
use super::super::caller::{Call, CallBody};
use super::filler::Filler;
use super::picture::specimen;
use crate::router::BASE_PATH;

const CONTENT_TYPE: &str = "multipart/form-data; boundary=end-of-part-of-the-demonstration";
const BOUNDARY: &str = "end-of-part-of-the-demonstration";

/// The text of the PDF.
const PAGE: &str = "BT /F1 24 Tf 72 720 Td (SPECIMEN: a proof of address) Tj ET";

/// Uploads both documents.
pub(super) async fn upload(filler: &mut Filler<'_>, customer: &str) -> Result<(), DemoError> {
    send(filler, customer, "PASSPORT", "passport.png", &specimen()).await?;
    send(filler, customer, "PROOF_OF_ADDRESS", "address.pdf", &pdf()).await
}

async fn send(
    filler: &mut Filler<'_>,
    customer: &str,
    document_type: &str,
    file_name: &str,
    file: &[u8],
) -> Result<(), DemoError> {
    let texts = [
        ("documentHolder", customer),
        ("documentType", document_type),
        ("country", "US"),
        ("documentNumber", "X1234567"),
        ("issuingAuthority", "Department of State"),
    ];
    let part = |disposition: &str| {
        format!("--{BOUNDARY}\r\nContent-Disposition: form-data; {disposition}\r\n\r\n").into_bytes()
    };
    let mut bytes = Vec::new();
    for (name, text) in texts {
        bytes.extend(part(&format!("name=\"{name}\"")));
        bytes.extend_from_slice(text.as_bytes());
        bytes.extend_from_slice(b"\r\n");
    }
    bytes.extend(part(&format!("name=\"file\"; filename=\"{file_name}\"")));
    bytes.extend_from_slice(file);
    bytes.extend(format!("\r\n--{BOUNDARY}--\r\n").into_bytes());
    let path = format!("{BASE_PATH}/documents");
    let body = CallBody::Form { content_type: CONTENT_TYPE, bytes: &bytes };
    let call = Call { method: &Method::POST, path: &path, body, key: None, status: 201 };
    filler.client.caller.send(call).await.map(drop)
}

/// Returns a PDF of one page.
fn pdf() -> Vec<u8> {
    let objects = [
        "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
        "<</Type/Pages/Kids[3 0 R]/Count 1>>".to_owned(),
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>"
            .to_owned(),
        format!("<</Length {}>>\nstream\n{PAGE}\nendstream", PAGE.len()),
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>".to_owned(),
    ];
    let mut file = "%PDF-1.7\n".to_owned();
    let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for (number, object) in (1..).zip(&objects) {
        let _ = writeln!(table, "{:010} 00000 n ", file.len());
        let _ = write!(file, "{number} 0 obj\n{object}\nendobj\n");
    }
    let start = file.len();
    let size = objects.len() + 1;
    let _ = write!(file, "{table}trailer\n<</Size {size}/Root 1 0 R>>\nstartxref\n{start}\n%%EOF\n");
    file.into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_the_pdf_points_at_its_objects() {
        let file = String::from_utf8(pdf()).unwrap();
        let offsets = file.lines().filter_map(|line| line.strip_suffix(" 00000 n ")?.parse::<usize>().ok());
        let found: Vec<bool> = (1..)
            .zip(offsets)
            .map(|(number, at)| file[at..].starts_with(&format!("{number} 0 obj")))
            .collect();
        assert_eq!(found, [true; 5]);
    }
}
