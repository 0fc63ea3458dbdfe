//! Files of customers over HTTP (customers 3).

use causeway_store::platforms::Environment;
use causeway_store::{Error, Tx};
use causeway_testing::http::{Form, Response};
use causeway_testing::wait;
use serde_json::{Value, json};

use super::walks::fields;
use crate::harness::{Platform, Service, journey, on_engines};

pub(super) const HEADER: &str = "umaAddress,platformCustomerId,customerType,fullName,birthDate,businessLegalName,\
                                 addressLine1,city,state,postalCode,country,businessTaxId";

/// Returns the line of a person.
pub(super) fn person(domain: &str, own_id: &str) -> String {
    format!(
        "$in.{own_id}@{domain},{own_id},INDIVIDUAL,Jane Doe,1990-01-15,,1 Main St,Springfield,IL,62701,US,"
    )
}

fn company(domain: &str, own_id: &str) -> String {
    format!("$co.{own_id}@{domain},{own_id},BUSINESS,,,\"Acme, Inc.\",1 Main St,Springfield,IL,62701,US,")
}

/// Returns the domain of the platform's UMA addresses.
pub(super) async fn domain(platform: &Platform) -> String {
    let customer = platform.customer(&["USD"]).await;
    customer["umaAddress"].as_str().unwrap().split_once('@').unwrap().1.to_owned()
}

async fn upload(platform: &Platform, file: &[u8]) -> Response {
    platform.post("/customers/bulk/csv").form(Form::default().file("customers.csv", file)).send().await
}

/// Imports a file and returns the job once it has ended.
async fn import(platform: &Platform, file: &[u8]) -> Value {
    let accepted = upload(platform, file).await.expect(202);
    assert_eq!(accepted["status"], "PENDING");
    wait_for_end(platform, &accepted).await
}

async fn wait_for_end(platform: &Platform, accepted: &Value) -> Value {
    let path = format!("/customers/bulk/jobs/{}", accepted["jobId"].as_str().unwrap());
    wait::until("the import has ended", wait::PATIENCE, || async {
        let job = platform.get(&path).send().await.expect(200);
        if job.get("completedAt").is_some() { Ok(job) } else { Err(job.to_string()) }
    })
    .await
}

fn progress(job: &Value) -> [i64; 4] {
    ["total", "processed", "successful", "failed"].map(|name| job["progress"][name].as_i64().unwrap())
}

/// Returns the correlation id and the code of each error.
fn errors(job: &Value) -> Vec<(&str, &str)> {
    let all = job["errors"].as_array().unwrap().iter();
    all.map(|error| (error["correlationId"].as_str().unwrap(), error["code"].as_str().unwrap())).collect()
}

async fn own_ids(platform: &Platform) -> Vec<String> {
    let list = platform.get("/customers?limit=100").send().await.expect(200);
    let ids = list["data"].as_array().unwrap().iter().map(|one| one["platformCustomerId"].as_str().unwrap());
    let mut ids: Vec<String> = ids.filter(|id| id.len() < 20).map(str::to_owned).collect();
    ids.sort_unstable();
    ids
}

/// Counts the pieces of uploaded files in the database.
async fn files(service: &Service) -> i64 {
    let count = |tx: &mut Tx<'_>| {
        tx.query_one("SELECT count(*) AS n FROM upload_chunk", &[], |row| row.get::<i64>("n"))
    };
    service.app().store.read::<_, Error, _>(count).await.unwrap()
}

journey! {
    /// Checks 2 valid individuals, 1 valid business, 1 duplicate, 1 bad date; a missing column; an unknown
    /// job; no file.
    async fn customers_k19_bulk(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let domain = domain(&platform).await;
        let receiver = platform.receiver().await;
        let bad_date = person(&domain, "u5").replace("1990-01-15", "1990-13-01");
        let lines = [
            HEADER.to_owned(), person(&domain, "u1"), person(&domain, "u2"), company(&domain, "u3"),
            person(&domain, "u1").replace("$in.u1@", "$other@"), bad_date,
        ];

        let job = import(&platform, lines.join("\n").as_bytes()).await;
        assert_eq!((&job["status"], progress(&job)), (&json!("COMPLETED"), [5, 5, 3, 2]), "{job}");
        assert_eq!(errors(&job), [("u1", "CONFLICT"), ("u5", "INVALID_INPUT")]);
        assert_eq!(fields(&job["errors"][1]), ["birthDate"]);
        assert!(job["errors"][0]["details"]["customerId"].is_string(), "{job}");
        assert_eq!(receiver.wait_for_event("BULK_UPLOAD.COMPLETED").await.json()["data"], job);
        assert_eq!(own_ids(&platform).await, ["u1", "u2", "u3"]);

        platform.settled().await;
        let approved = receiver.received().iter().filter(|event| event.event() == "CUSTOMER.KYC_APPROVED").count();
        assert_eq!(approved, 2, "each new person has its own event");

        let company = platform.get("/customers?platformCustomerId=u3").send().await.expect(200)["data"][0].clone();
        assert_eq!(company["businessInfo"]["legalName"], "Acme, Inc.");
        assert!(["taxId", "incorporatedOn"].iter().all(|name| company["businessInfo"].get(name).is_none()), "{company}");
        assert_eq!(company["kybStatus"], "UNVERIFIED");

        let without = [HEADER.replace("umaAddress,", ""), "x".to_owned(), "y".to_owned()].join("\n");
        let job = import(&platform, without.as_bytes()).await;
        assert_eq!((&job["status"], progress(&job)), (&json!("FAILED"), [2, 2, 0, 2]));
        assert_eq!(errors(&job), [("row_1", "invalid_csv_format")]);
        let details = json!({ "reason": "missing_required_column", "column": "umaAddress" });
        assert_eq!(job["errors"][0]["details"], details);
        assert_eq!(receiver.wait_for_event("BULK_UPLOAD.FAILED").await.json()["data"], job);

        let unknown = "/customers/bulk/jobs/Job:01890a5d-ac96-774b-bcce-b302099a8057";
        platform.get(unknown).send().await.expect_error(404, "BULK_UPLOAD_JOB_NOT_FOUND");
        let stranger = service.platform(Environment::Sandbox).await;
        let path = format!("/customers/bulk/jobs/{}", job["id"].as_str().unwrap());
        stranger.get(&path).send().await.expect_error(404, "BULK_UPLOAD_JOB_NOT_FOUND");
        let nothing = platform.post("/customers/bulk/csv").form(Form::default().text("other", "x")).send().await;
        nothing.expect_error(400, "INVALID_REQUEST_FORMAT");
        platform.post("/customers/bulk/csv").json(&json!({})).send().await.expect_error(400, "INVALID_REQUEST_FORMAT");
        assert_eq!(files(service).await, 0, "what has ended needs no file");
    }
}

on_engines! {
    async fn an_invalid_csv_file_fails_as_a_whole(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let domain = domain(&platform).await;
        let row = person(&domain, "u1");
        let plain_utf_16 = format!("{HEADER}\n{row}").encode_utf16().flat_map(u16::to_be_bytes).collect();
        let cases: [(Vec<u8>, &str, i64); 8] = [
            (plain_utf_16, "not_utf8", 0),
            (Vec::new(), "empty_file", 0),
            (format!("{HEADER}\n\n\n").into_bytes(), "empty_file", 0),
            ([HEADER.as_bytes(), b"\n\xff\xfe"].concat(), "not_utf8", 1),
            ([b"PK\x03\x04\x14\0\x06\0", row.as_bytes()].concat(), "workbook", 0),
            (format!("\u{feff}{HEADER}\n{row}").encode_utf16().flat_map(u16::to_le_bytes).collect(), "not_utf8", 0),
            (format!("{HEADER},city\n{row},x").into_bytes(), "malformed_csv", 1),
            (format!("{HEADER}\n{row}\n\"{}", "x".repeat(600_000)).into_bytes(), "malformed_csv", 1),
        ];

        for (file, reason, rows) in cases {
            let job = import(&platform, &file).await;
            assert_eq!((&job["status"], progress(&job)), (&json!("FAILED"), [rows, rows, 0, rows]), "{job}");
            assert_eq!(job["errors"][0]["details"]["reason"], reason, "{job}");
        }

        let job = import(&platform, format!("{HEADER}\n{}", row.replace("INDIVIDUAL", "PERSON")).as_bytes()).await;
        assert_eq!((&job["status"], progress(&job)), (&json!("FAILED"), [1, 1, 0, 1]), "no row has become a customer");
        assert_eq!(fields(&job["errors"][0]), ["customerType"]);
        assert_eq!(own_ids(&platform).await, [""; 0]);
    }
}

on_engines! {
    /// Checks files of spreadsheets, which separate cells by semicolons or tabs, name the delimiter, leave
    /// blank rows, and add empty cells.
    async fn csv_files_of_spreadsheets_are_imported(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let domain = domain(&platform).await;
        let header = HEADER.replace(',', ";");
        let with_semicolons = person(&domain, "semi").replace(',', ";");
        let with_tabs = format!("{}\n{}", HEADER.replace(',', "\t"), person(&domain, "tabs").replace(',', "\t"));
        let blank = ",".repeat(HEADER.matches(',').count());

        for (file, rows) in [
            (format!("\u{feff}{header}\r\n{with_semicolons}\r\n"), 1),
            (with_tabs, 1),
            (format!("sep=,\r\n{HEADER}\r\n{}\r\n", person(&domain, "named")), 1),
            (format!("{HEADER}\n{}\n{blank}\n  ,\t{blank}\n{}\n{blank}\n\u{1a}", person(&domain, "one"), person(&domain, "two")), 2),
            (format!("{HEADER}\n{},,\n", person(&domain, "wide")), 1),
            (format!("Sep=;\r{header};;;\r{}\r", person(&domain, "old").replace(',', ";")), 1),
            (format!("{HEADER}\n{}\n", person(&domain, "loose").replace(',', " ,\t")), 1),
        ] {
            let job = import(&platform, file.as_bytes()).await;
            assert_eq!((&job["status"], progress(&job)), (&json!("COMPLETED"), [rows, rows, rows, 0]), "{job}");
        }
    }
}

on_engines! {
    /// Checks that a line with too few or too many cells is one failed row, named by its line, and that the
    /// others are imported.
    async fn a_ragged_line_fails_alone(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let domain = domain(&platform).await;
        let rows = ["first", "second", "third"].map(|own_id| person(&domain, own_id));
        let short = person(&domain, "short").rsplit_once(',').unwrap().0.to_owned();
        let file = format!("{HEADER}\r\n{}\r\n\r\n{short}\r\n{}\r\n{},more\r\n{}", rows[0], rows[1], person(&domain, "long"), rows[2]);

        let job = import(&platform, file.as_bytes()).await;
        assert_eq!((&job["status"], progress(&job)), (&json!("COMPLETED"), [5, 5, 3, 2]), "{job}");
        assert_eq!(errors(&job), [("row_2", "INVALID_INPUT"), ("row_4", "INVALID_INPUT")]);

        let columns = HEADER.matches(',').count() + 1;
        let details = |line: i64, cells: usize| json!({ "reason": "ROW_DOES_NOT_FIT_HEADER", "line": line, "cells": cells, "columns": columns });
        assert_eq!(job["errors"][0]["details"], details(4, columns - 1));
        assert_eq!(job["errors"][1]["details"], details(6, columns + 1));
        assert_eq!(own_ids(&platform).await, ["first", "second", "third"]);
    }
}

journey! {
    /// Checks that a dry run reports the result of an import, also for rows that contradict each other, and
    /// changes nothing.
    async fn a_dry_run_reports_the_result_and_changes_nothing(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let domain = domain(&platform).await;
        let receiver = platform.receiver().await;
        let wrong = person(&domain, "wrong").replace("1990-01-15", "1990-02-31");
        let same_address = person(&domain, "other").replace("$in.other@", "$in.first@");
        let rows = [person(&domain, "first"), wrong, person(&domain, "first"), same_address, person(&domain, "last")];
        let file = format!("{HEADER}\n{}", rows.join("\n"));

        let form = |switch: &str| Form::default().text("dryRun", switch).file("customers.csv", file.as_bytes());
        let accepted = platform.post("/customers/bulk/csv").form(form("true")).send().await.expect(202);
        let rehearsed = wait_for_end(&platform, &accepted).await;
        assert_eq!(rehearsed["dryRun"], true);
        assert_eq!(own_ids(&platform).await, [""; 0]);

        let accepted = platform.post("/customers/bulk/csv").form(form("false")).send().await.expect(202);
        let job = wait_for_end(&platform, &accepted).await;
        assert_eq!((&job["status"], &job["progress"]), (&rehearsed["status"], &rehearsed["progress"]));
        assert_eq!(errors(&job), errors(&rehearsed));
        let mut new_errors = job["errors"].clone();
        assert!(new_errors[1]["details"].as_object_mut().unwrap().remove("customerId").is_some());
        assert_eq!(new_errors, rehearsed["errors"], "but for customers that a dry run does not make");
        assert_eq!(errors(&job), [("wrong", "INVALID_INPUT"), ("first", "CONFLICT"), ("other", "UMA_ADDRESS_EXISTS")]);
        assert_eq!((progress(&job), job.get("dryRun")), ([5, 5, 2, 3], None));
        assert_eq!(own_ids(&platform).await, ["first", "last"]);
        assert_eq!(receiver.wait_for_event("BULK_UPLOAD.COMPLETED").await.json()["data"], job, "the only one");

        let error = platform.post("/customers/bulk/csv").form(form("maybe")).send().await.expect_error(400, "INVALID_INPUT");
        assert_eq!(fields(&error), ["dryRun"]);
    }
}

journey! {
    /// Checks the order of files, rows across the borders of chunks, texts in other spellings, and mandatory
    /// cells that are empty.
    async fn long_files_are_imported_row_by_row(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let domain = domain(&platform).await;
        let wide = "n".repeat(4_000);
        let mut file = format!("\u{feff}{HEADER},note\r\n");
        let count = 150;
        for number in 0..count {
            let line = person(&domain, &format!("u{number:03}"));
            // Most rows fail cheaply, and each failure is listed.
            let line = if number % 10 == 0 { line } else { line.replace("US,", "XX,") };
            file.push_str(&format!("{line},\"{wide}\r\n\"\"{number}\"\r\n\r\n"));
        }
        assert!(file.len() > 2 * 256 * 1024, "the file is longer than two chunks");

        let first = upload(&platform, file.as_bytes()).await.expect(202);
        let second = format!("{HEADER}\n{}\n", person(&domain, "later").replace("$in.later", "in.LATER"));
        let second = upload(&platform, second.as_bytes()).await.expect(202);
        let first = wait_for_end(&platform, &first).await;
        let second = wait_for_end(&platform, &second).await;

        assert_eq!((&first["status"], progress(&first)), (&json!("COMPLETED"), [count, count, 15, count - 15]));
        let failed: Vec<&str> = errors(&first).into_iter().map(|(own, _)| own).collect();
        let expected: Vec<String> = (0..count).filter(|number| number % 10 != 0).map(|number| format!("u{number:03}")).collect();
        assert_eq!(failed, expected);

        assert_eq!(progress(&second), [1, 1, 1, 0]);
        assert!(second["completedAt"].as_str() >= first["completedAt"].as_str(), "the imports run one after the other");
        let later = platform.get("/customers?platformCustomerId=later").send().await.expect(200);
        assert_eq!(later["data"][0]["umaAddress"], format!("$in.later@{domain}"));
        assert_eq!(later["totalCount"], 1);

        let blank = person(&domain, "").replace("Jane Doe,1990-01-15", ",").replace("Springfield,IL", ",");
        let job = import(&platform, format!("{HEADER}\n{blank}").as_bytes()).await;
        assert_eq!(errors(&job), [("row_1", "INVALID_INPUT")]);
        assert_eq!(fields(&job["errors"][0]), ["platformCustomerId", "address.city", "fullName", "birthDate"]);
        assert_eq!(files(service).await, 0);
    }
}

journey! {
    /// Checks that blank lines do not use up the room of a row that begins late in a piece.
    async fn a_row_behind_many_blank_lines_is_imported(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let domain = domain(&platform).await;
        let blank = "\n".repeat(480 * 1024);
        let note = "x".repeat(100_000);
        let rows = [format!("{},", person(&domain, "before")), format!("{},{note}", person(&domain, "behind")), format!("{},", person(&domain, "last"))];
        let file = format!("{HEADER},description\n{}\n{blank}{}\r\n\r\n{}", rows[0], rows[1], rows[2]);
        let job = import(&platform, file.as_bytes()).await;
        assert_eq!((&job["status"], progress(&job)), (&json!("COMPLETED"), [3, 3, 3, 0]), "{job}");
    }
}

journey! {
    /// Checks a file of more pieces than are read in one go.
    async fn a_long_file_is_looked_through_in_parts(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let domain = domain(&platform).await;
        let note = "x".repeat(200_000);
        let line = |number: u32| format!("{},{note}", person(&domain, &format!("long{number}")));
        let lines: Vec<String> = (0..12).map(line).collect();
        let file = format!("{HEADER},description\n{}", lines.join("\n"));
        let job = import(&platform, file.as_bytes()).await;
        assert_eq!((&job["status"], progress(&job)), (&json!("COMPLETED"), [12, 12, 12, 0]), "{job}");
    }
}

on_engines! {
    /// Checks that a stray quote never drops rows silently: the row fails by its line, or the file as a
    /// whole, in dry runs too.
    async fn quotes_swallow_no_rows(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let domain = domain(&platform).await;
        let quoted = |own_id: &str| person(&domain, own_id).replace("Springfield", "\"Springfield\"");
        let rows = ["first", "second", "third"].map(quoted);
        let open = rows[1].replace("\"Springfield\"", "\"Springfield");

        for (file, line) in [
            (format!("{HEADER}\n{}\n{}\n{}", rows[0], rows[1], rows[2].replace("\"Springfield\"", "\"Springfield")), 4),
            (format!("{HEADER}\n{}\n{open}\n{}\n", rows[0], rows[2]), 3),
            (format!("{HEADER}\n{}\n{open}\n", rows[0]), 3),
        ] {
            for switch in ["true", "false"] {
                let form = Form::default().text("dryRun", switch).file("customers.csv", file.as_bytes());
                let accepted = platform.post("/customers/bulk/csv").form(form).send().await.expect(202);
                let job = wait_for_end(&platform, &accepted).await;
                assert_eq!((&job["status"], errors(&job)), (&json!("FAILED"), vec![("row_1", "invalid_csv_format")]), "{job}");
                assert_eq!(job["errors"][0]["details"], json!({ "reason": "malformed_csv", "line": line }), "{file}");
            }
        }
        assert_eq!(own_ids(&platform).await, [""; 0]);

        let stray = rows[1].replace("\"Springfield\"", "\"Spring\"field");
        let job = import(&platform, format!("{HEADER}\n{}\n{stray}\n{}", rows[0], rows[2]).as_bytes()).await;
        assert_eq!((&job["status"], progress(&job)), (&json!("COMPLETED"), [3, 3, 2, 1]), "{job}");
        assert_eq!(errors(&job), [("row_2", "INVALID_INPUT")]);
        assert_eq!(job["errors"][0]["details"], json!({ "reason": "TEXT_BEHIND_QUOTE", "line": 3 }));
        assert_eq!(own_ids(&platform).await, ["first", "third"]);
    }
}
