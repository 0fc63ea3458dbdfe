//! Documents over HTTP (customers 8).

use causeway_service::runtime::uploads::{key_of, open_chunk, rewrap_all};
use causeway_store::platforms::Environment;
use causeway_store::{Error, Tx, documents, uploads};
use causeway_testing::http::{Form, Request, Response, one_pixel};
use serde_json::{Value, json};

use super::walks::{fields, path};
use crate::harness::{Platform, Service, Setup, journey, on_engines};
use crate::operator::acting::act;

const PDF: &[u8] = b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\nstartxref\n9\n%%EOF\n";

/// Returns the fields of a passport of this holder.
fn passport(holder: &Value) -> Value {
    json!({
        "documentHolder": holder["id"],
        "documentType": "PASSPORT",
        "country": "US",
        "documentNumber": "X1234567",
        "issuingAuthority": "Department of State",
    })
}

/// Returns the fields with changes; `null` removes one.
fn with(mut texts: Value, changes: Value) -> Value {
    for (name, value) in changes.as_object().unwrap() {
        texts[name] = value.clone();
    }
    texts.as_object_mut().unwrap().retain(|_, value| !value.is_null());
    texts
}

async fn post(platform: &Platform, texts: &Value, file: &[u8]) -> Response {
    platform.post("/documents").form(Form::of(texts).file("passport.png", file)).send().await
}

fn put(platform: &Platform, document: &Value, texts: &Value, file: &[u8]) -> Request {
    let path = format!("/documents/{}", document["id"].as_str().unwrap());
    platform.client().put(&path).form(Form::of(texts).file("renewed.pdf", file))
}

async fn get(platform: &Platform, document: &Value) -> Response {
    platform.get(&format!("/documents/{}", document["id"].as_str().unwrap())).send().await
}

/// A document as stored in the database, and its file decrypted.
struct StoredDocument {
    /// The number of the root key that encrypts the file's own key.
    root_key: u32,
    plain: Vec<u8>,
    encrypted: Vec<u8>,
    chunks: u32,
}

async fn stored(service: &Service, platform: &Platform, document: &Value) -> StoredDocument {
    let app = service.app().clone();
    let id = document["id"].as_str().unwrap().parse().unwrap();
    let tenant = platform.id;
    let read = move |tx: &mut Tx<'_>| {
        let found = documents::find(tx, tenant, id)?.expect("the document");
        let upload = found.document.upload;
        let root_key = u32::from_be_bytes(*found.wrapped_key.first_chunk().unwrap());
        let mut encrypted = format!("{:?}", found.document.doc).into_bytes();
        let key = key_of(&app.keys(), upload, &found.wrapped_key)?;
        let mut plain = Vec::new();
        let mut chunks = 0;
        while let Some(chunk) = open_chunk(tx, tenant, upload, &key, chunks)? {
            plain.extend(chunk);
            encrypted.extend(uploads::chunk(tx, tenant, upload, chunks)?.expect("the chunk"));
            chunks += 1;
        }
        Ok::<_, causeway_service::ApiError>(StoredDocument { root_key, plain, encrypted, chunks })
    };
    service.app().store.read(read).await.unwrap()
}

/// Counts the files, and the chunks of files, in the database.
async fn files(service: &Service) -> (i64, i64) {
    let count = |tx: &mut Tx<'_>, sql: &str| tx.query_one(sql, &[], |row| row.get::<i64>("n"));
    let look = move |tx: &mut Tx<'_>| {
        let files = count(tx, "SELECT count(*) AS n FROM upload")?;
        Ok::<_, Error>((files, count(tx, "SELECT count(*) AS n FROM upload_chunk")?))
    };
    service.app().store.read(look).await.unwrap()
}

journey! {
    /// Checks text file → 400; 11 MiB → 400; passport without number → 400; licence without side → 400;
    /// unknown holder → 404; number X901 → 400 LOW_QUALITY; PUT keeps the id; DELETE, and again.
    async fn customers_k18_documents(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let customer = platform.customer(&["USD"]).await;
        let texts = passport(&customer);

        let error = post(&platform, &texts, b"just a text").await.expect_error(400, "INVALID_INPUT");
        assert_eq!(fields(&error), ["file"]);
        let error = post(&platform, &texts, &vec![b'x'; 11 * 1024 * 1024]).await.expect_error(400, "INVALID_INPUT");
        assert_eq!(fields(&error), ["file"]);
        let response = post(&platform, &with(texts.clone(), json!({ "documentNumber": null })), PDF).await;
        assert_eq!(fields(&response.expect_error(400, "INVALID_INPUT")), ["documentNumber"]);
        let licence = json!({ "documentType": "DRIVERS_LICENSE" });
        let error = post(&platform, &with(texts.clone(), licence), PDF).await.expect_error(400, "INVALID_INPUT");
        assert_eq!(fields(&error), ["side"]);

        for (holder, code) in [("Customer", "USER_NOT_FOUND"), ("BeneficialOwner", "REFERENCE_NOT_FOUND")] {
            let holder = json!({ "documentHolder": format!("{holder}:01890a5d-ac96-774b-bcce-b302099a8057") });
            post(&platform, &with(texts.clone(), holder), PDF).await.expect_error(404, code);
        }
        for (end, code) in [
            ("901", "LOW_QUALITY"), ("902", "DATA_MISMATCH"), ("903", "EXPIRED"), ("904", "SUSPECTED_FRAUD"),
            ("905", "UNSUITABLE_DOCUMENT"), ("906", "INCOMPLETE"),
        ] {
            let number = json!({ "documentNumber": format!("X{end}") });
            post(&platform, &with(texts.clone(), number), PDF).await.expect_error(400, code);
        }
        assert_eq!(files(service).await, (0, 0), "what was refused is gone");

        let document = post(&platform, &texts, &one_pixel()).await.expect(201);
        assert_eq!(document["fileName"], "passport.png");
        assert_eq!(with(document.clone(), json!({ "id": null, "fileName": null, "createdAt": null, "updatedAt": null })), texts);
        assert_eq!(get(&platform, &document).await.expect(200), document);
        let renewed = json!({ "documentType": "NATIONAL_ID", "country": "DE", "side": "BACK",
            "documentNumber": "Y7", "issuingAuthority": "Stadt Köln" });
        let put_one = put(&platform, &document, &renewed, PDF).send().await.expect(200);
        assert_eq!((&put_one["id"], &put_one["createdAt"], &put_one["fileName"]), (&document["id"], &document["createdAt"], &json!("renewed.pdf")));
        assert_eq!(put_one["documentHolder"], customer["id"]);

        let bill = json!({ "documentType": "UTILITY_BILL", "country": "US" });
        let cleared = put(&platform, &document, &bill, PDF).send().await.expect(200);
        assert!(["side", "documentNumber", "issuingAuthority"].iter().all(|name| cleared.get(name).is_none()), "{cleared}");
        assert_eq!(get(&platform, &document).await.expect(200), cleared);
        assert_eq!(files(service).await, (1, 1), "the replaced files are gone");

        let id = document["id"].as_str().unwrap();
        platform.delete(&format!("/documents/{id}")).send().await.expect(204);
        platform.delete(&format!("/documents/{id}")).send().await.expect_error(404, "REFERENCE_NOT_FOUND");
        get(&platform, &document).await.expect_error(404, "REFERENCE_NOT_FOUND");
        put(&platform, &document, &bill, PDF).send().await.expect_error(404, "REFERENCE_NOT_FOUND");
        assert_eq!(files(service).await, (0, 0), "and so is the file of what was deleted");
    }
}

on_engines! {
    /// Checks that the content of a file decides, not its name or type.
    async fn the_content_of_a_file_decides_its_type(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let customer = platform.customer(&["USD"]).await;
        let texts = passport(&customer);
        let pixel = one_pixel();
        let archive: &[u8] = b"PK\x03\x04 an archive PK\x05\x06";
        let wrong = [
            Vec::new(),
            pixel[..pixel.len() - 3].to_vec(),
            [&pixel, archive].concat(),
            [PDF, archive, b"\nstartxref\n9\n%%EOF"].concat(),
            PDF[..PDF.len() - 6].to_vec(),
            b"GIF89a and more of a picture".to_vec(),
            b"<html>%PDF-1.7 startxref 9 %%EOF".to_vec(),
        ];

        for file in wrong {
            let error = post(&platform, &texts, &file).await.expect_error(400, "INVALID_INPUT");
            assert_eq!(fields(&error), ["file"], "{error}");
        }

        let exactly = [&PDF[..9], &vec![b' '; 10 * 1024 * 1024 - PDF.len()], &PDF[9..]].concat();
        post(&platform, &texts, &exactly).await.expect(201);
        let names = [("../../etc/passwd", "passwd"), (r"C:\\me\\p.pdf", "p.pdf"), ("a\u{202e}b.pdf", "ab.pdf"), ("..", "document")];
        for (sent, kept) in names {
            let form = Form::of(&texts).file(sent, PDF);
            let document = platform.post("/documents").form(form).send().await.expect(201);
            assert_eq!(document["fileName"], kept, "{sent:?}");
        }

        let document = platform.post("/documents").form(Form::of(&texts).nameless_file(PDF)).send().await.expect(201);
        assert_eq!(document["fileName"], "document");
    }
}

on_engines! {
    /// Checks that a film behind a picture is cut off, that a spooled PDF is kept as it was sent, and that an
    /// encrypted document or one with a script is refused.
    async fn data_behind_a_picture_is_cut_off_and_unsafe_pdfs_are_refused(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let customer = platform.customer(&["USD"]).await;
        let texts = passport(&customer);
        let film: &[u8] = b"\0\0\0\x1cftypisom\0\0\x02\0isomiso2mp41";
        let document = post(&platform, &texts, &[&one_pixel(), film].concat()).await.expect(201);
        assert_eq!(stored(service, &platform, &document).await.plain, one_pixel());

        let spooled = [b"\x1b%-12345X@PJL SET DUPLEX=ON\r\n", PDF, b"\x1b%-12345X"].concat();
        let document = post(&platform, &texts, &spooled).await.expect(201);
        assert_eq!(stored(service, &platform, &document).await.plain, spooled, "offsets of a PDF count from its first byte");

        let with_objects = |objects: &[u8]| [&PDF[..9], objects, &PDF[9..]].concat();
        for (objects, word) in [
            (&b"trailer<</Encrypt 3 0 R>>\n"[..], "encrypted"),
            (b"2 0 obj<</S/JavaScript/JS(0)>>endobj\n", "script"),
            (b"2 0 obj<</S /Launch/F(a)>>endobj\n", "script"),
        ] {
            let error = post(&platform, &texts, &with_objects(objects)).await.expect_error(400, "INVALID_INPUT");
            assert_eq!(fields(&error), ["file"], "{error}");
            assert!(error.to_string().contains(word), "{error}");
        }
    }
}

on_engines! {
    /// Checks that a form is read like any body: all errors are in one response, and unknown fields are
    /// dropped.
    async fn a_form_is_read_like_any_other_body(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let customer = platform.customer(&["USD"]).await;
        let texts = passport(&customer);
        let all = json!({ "documentHolder": "Customer:x", "documentType": "LETTER", "country": "usa", "side": "TOP" });
        let error = platform.post("/documents").form(Form::of(&all)).send().await.expect_error(400, "INVALID_INPUT");
        let mut wrong = fields(&error);
        wrong.sort_unstable();
        assert_eq!(wrong, ["country", "documentHolder", "documentType", "file", "side"]);
        let national = json!({ "documentType": "NATIONAL_ID", "documentNumber": null, "issuingAuthority": "" });
        let error = post(&platform, &with(texts.clone(), national), b"text").await.expect_error(400, "INVALID_INPUT");
        assert_eq!(fields(&error), ["documentNumber", "issuingAuthority", "side", "file"]);

        let unknown = with(texts.clone(), json!({ "id": "Document:1", "foo": "bar" }));
        let document = post(&platform, &unknown, PDF).await.expect(201);
        assert_ne!(document["id"], "Document:1");
        let twice = Form::of(&texts).text("country", "DE").file("a", PDF);
        let two_files = Form::of(&texts).file("a", PDF).file("b", PDF);
        let many = (0..70).fold(Form::of(&texts), |form, at| form.text(&format!("n{at}"), "x")).file("a", PDF);
        for form in [twice, two_files, many] {
            platform.post("/documents").form(form).send().await.expect_error(400, "INVALID_REQUEST_FORMAT");
        }

        let long = Form::of(&texts).text("foo", &"x".repeat(70_000)).file("a", PDF);
        platform.post("/documents").form(long).send().await.expect_error(413, "INVALID_REQUEST_FORMAT");
        let head = Form::of(&texts).text(&"n".repeat(300_000), "x").file("a", PDF);
        platform.post("/documents").form(head).send().await.expect_error(400, "INVALID_REQUEST_FORMAT");
        let whole = Form::of(&texts).file("a", PDF).into_body();
        let cut = platform.post("/documents").raw(Form::CONTENT_TYPE, whole.slice(..whole.len() - 10));
        cut.send().await.expect_error(400, "INVALID_REQUEST_FORMAT");
        for content_type in ["application/json", "multipart/form-data", "multipart/form-data; boundary=other", "text/plain"] {
            let sent = platform.post("/documents").raw(content_type, whole.clone());
            sent.send().await.expect_error(400, "INVALID_REQUEST_FORMAT");
        }

        assert_eq!(files(service).await, (1, 1));
    }
}

on_engines! {
    async fn documents_stay_with_their_holder_and_its_platform(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let one = platform.customer(&["USD"]).await;
        let other = platform.customer(&["USD"]).await;
        let mut documents = Vec::new();
        for holder in [&one, &other, &one] {
            documents.push(post(&platform, &passport(holder), PDF).await.expect(201));
        }

        let list = async |holder: &str| {
            platform.client().get("/documents").query("documentHolder", holder).send().await.expect(200)
        };
        let own = list(one["id"].as_str().unwrap()).await;
        assert_eq!((&own["data"], &own["totalCount"]), (&json!([documents[2], documents[0]]), &json!(2)));
        assert_eq!(platform.get("/documents").send().await.expect(200)["data"], json!([documents[2], documents[1], documents[0]]));
        let response = platform.client().get("/documents").query("documentHolder", "Document:x").send().await;
        response.expect_error(400, "INVALID_INPUT");

        let stranger = service.platform(Environment::Sandbox).await;
        assert_eq!(stranger.get("/documents").send().await.expect(200)["totalCount"], 0);
        get(&stranger, &documents[0]).await.expect_error(404, "REFERENCE_NOT_FOUND");
        post(&stranger, &passport(&one), PDF).await.expect_error(404, "USER_NOT_FOUND");

        platform.delete(&path(&one)).send().await.expect(200);
        assert_eq!(get(&platform, &documents[0]).await.expect(200), documents[0], "documents of a deleted customer are kept");
        post(&platform, &passport(&one), PDF).await.expect_error(404, "USER_NOT_FOUND");
        put(&platform, &documents[0], &passport(&one), PDF).send().await.expect_error(404, "USER_NOT_FOUND");
    }
}

on_engines! {
    /// Checks that neither a file nor a number is readable in the database, and that both can be read with
    /// the key.
    async fn files_and_numbers_are_encrypted(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let customer = platform.customer(&["USD"]).await;
        let file = [PDF, &PDF[9..].repeat(10_000)].concat();
        let document = post(&platform, &passport(&customer), &file).await.expect(201);

        let StoredDocument { plain, encrypted, chunks, .. } = stored(service, &platform, &document).await;
        assert!(plain == file && chunks == 2, "{} bytes in {chunks} chunks", plain.len());
        for secret in [&b"%%EOF"[..], b"X1234567"] {
            assert!(!encrypted.windows(secret.len()).any(|window| window == secret));
        }
    }
}

/// Checks that files can be read after a rotation of the root key. One process only: of several that share a
/// root key, none can give the others a new one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_are_read_after_the_root_key_was_replaced() {
    let service = Service::start(Setup::Sqlite).await;
    let mut documents = Vec::new();
    for environment in [Environment::Sandbox, Environment::Production] {
        let platform = service.platform(environment).await;
        let customer = platform.customer(&["USD"]).await;
        let document = post(&platform, &passport(&customer), PDF).await.expect(201);
        documents.push((platform, document));
    }

    act(&service, "keys rotate", json!({})).await;
    for (platform, document) in &documents {
        let stored = stored(&service, platform, document).await;
        assert_eq!((stored.root_key, stored.plain.as_slice()), (2, PDF));
        assert_eq!(get(platform, document).await.expect(200), *document, "with its number");
    }

    assert_eq!(rewrap_all(service.app(), 1).await.map_err(|refusal| refusal.message), Ok(2), "in parts too");
    service.finish().await;
}

on_engines! {
    /// Checks that a person with the link to a customer's page cannot fill the disk. Most rows are inserted
    /// without files.
    async fn a_customer_has_six_hundred_documents_at_most(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let customer = platform.customer(&["USD"]).await;
        let document = post(&platform, &passport(&customer), &one_pixel()).await.expect(201);

        let tenant = platform.id;
        let id = document["id"].as_str().unwrap().parse().unwrap();
        let app = service.app().clone();
        let copy = move |tx: &mut Tx<'_>| {
            let found = documents::find(tx, tenant, id)?.ok_or(Error::Missing)?;
            for _ in 0..598 {
                let id = app.ids.next(found.document.created_at);
                documents::insert(tx, tenant, &documents::DocumentRecord { id, ..found.document.clone() })?;
            }
            Ok::<_, Error>(())
        };
        service.app().store.write(&[], copy).await.expect("they can be copied");

        let last = post(&platform, &passport(&customer), &one_pixel()).await.expect(201);
        let error = post(&platform, &passport(&customer), &one_pixel()).await.expect_error(400, "INVALID_INPUT");
        assert_eq!(error["details"]["reason"], "TOO_MANY_DOCUMENTS");
        put(&platform, &last, &passport(&customer), &one_pixel()).send().await.expect(200);
        let path = format!("/documents/{}", last["id"].as_str().unwrap());
        platform.delete(&path).send().await.expect(204);
        post(&platform, &passport(&customer), &one_pixel()).await.expect(201);
    }
}
