//! Beneficial owners of companies (customers 7).

use causeway_store::platforms::Environment;
use causeway_store::{Error, Tx};
use serde_json::{Value, json};

use super::people::{add_owner, company, owner_of, read_customer};
use crate::customers::walks::{fields, set_for};
use crate::harness::{Platform, journey, on_engines};
use crate::operator::acting::act;

async fn refused_fields(platform: &Platform, body: &Value) -> Vec<String> {
    let error =
        platform.post("/beneficial-owners").json(body).send().await.expect_error(400, "INVALID_INPUT");
    fields(&error).into_iter().map(str::to_owned).collect()
}

fn path(owner: &Value) -> String {
    format!("/beneficial-owners/{}", owner["id"].as_str().unwrap())
}

journey! {
    async fn customers_k17_beneficial_owners(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let individual = platform.customer(&["USD"]).await;
        assert_eq!(refused_fields(&platform, &owner_of(&individual, "Hopper")).await, ["customerId"]);
        let unknown_customer = json!({ "id": "Customer:01980000-0000-7000-8000-000000000000" });
        let unknown = platform.post("/beneficial-owners").json(&owner_of(&unknown_customer, "Hopper")).send().await;
        unknown.expect_error(404, "USER_NOT_FOUND");

        let acme = company(&platform, "5523041").await;
        let changed = |pointer: &str, value: Value| {
            let mut body = owner_of(&acme, "Hopper");
            *body.pointer_mut(pointer).unwrap() = value;
            body
        };
        for (pointer, value, field) in [
            ("/roles", json!([]), "roles"),
            ("/roles", json!(["UBO", "UBO"]), "roles"),
            ("/ownershipPercentage", json!(101), "ownershipPercentage"),
            ("/ownershipPercentage", json!(-1), "ownershipPercentage"),
            ("/ownershipPercentage", json!(12.5), "ownershipPercentage"),
            ("/personalInfo/idType", json!("EIN"), "personalInfo.idType"),
            ("/personalInfo/idType", json!("ITIN"), "personalInfo.identifier"),
            ("/personalInfo/idType", json!("NON_US_TAX_ID"), "personalInfo.countryOfIssuance"),
            ("/personalInfo/identifier", json!("123456789"), "personalInfo.identifier"),
            ("/personalInfo/birthDate", json!("1899-12-31"), "personalInfo.birthDate"),
            ("/personalInfo/firstName", json!("Gr<ce"), "personalInfo.firstName"),
            ("/personalInfo/nationality", json!("USA"), "personalInfo.nationality"),
        ] {
            assert_eq!(refused_fields(&platform, &changed(pointer, value)).await, [field]);
        }
        let mut several = changed("/roles", json!([]));
        several["personalInfo"]["birthDate"] = json!("2999-01-01");
        several["personalInfo"]["idType"] = json!("EIN");
        let mut field_names = refused_fields(&platform, &several).await;
        field_names.sort_unstable();
        assert_eq!(field_names, ["personalInfo.birthDate", "personalInfo.idType", "roles"], "all in one answer");

        let owner = add_owner(&platform, &acme, "Hopper").await;
        let info = &owner["personalInfo"];
        assert_eq!((&info["identifier"], &info["countryOfIssuance"]), (&json!("*******6789"), &json!("US")));
        assert_eq!(owner["kycStatus"], "UNVERIFIED");
        assert_eq!(platform.get(&path(&owner)).send().await.expect(200), owner);
        assert_eq!(read_customer(&platform, &acme).await["beneficialOwners"], json!([owner]));
        let listed = platform.get("/customers?customerType=BUSINESS").send().await.expect(200);
        assert_eq!(listed["data"][0]["beneficialOwners"], json!([owner]));

        let missing = platform.get("/beneficial-owners").send().await.expect_error(400, "INVALID_INPUT");
        assert_eq!(fields(&missing), ["customerId"]);
        let of = |customer: &Value| format!("/beneficial-owners?customerId={}", customer["id"].as_str().unwrap());
        let none = platform.get(&of(&unknown_customer)).send().await.expect(200);
        assert_eq!(none, json!({ "data": [], "hasMore": false, "totalCount": 0 }));
        let second = add_owner(&platform, &acme, "Lovelace").await;
        let list = platform.get(&of(&acme)).send().await.expect(200);
        assert_eq!((&list["data"], &list["totalCount"]), (&json!([second, owner]), &json!(2)));

        let patch = json!({ "personalInfo": { "email": "grace@example.com", "identifier": "*******6789" } });
        let patched = platform.patch(&path(&owner)).json(&patch).send().await.expect(200);
        let mut expected = owner.clone();
        expected["personalInfo"]["email"] = json!("grace@example.com");
        expected["updatedAt"] = patched["updatedAt"].clone();
        assert_eq!(patched, expected, "the rest is kept");
        let same = platform.patch(&path(&owner)).json(&json!({})).send().await.expect(200);
        assert_eq!(same, patched);
        platform.get(&path(&unknown_customer)).send().await.expect_error(404, "REFERENCE_NOT_FOUND");
    }
}

on_engines! {
    async fn an_identification_stays_whole(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let acme = company(&platform, "5523041").await;
        let owner = add_owner(&platform, &acme, "Hopper").await;
        let patch = async |info: Value| {
            platform.patch(&path(&owner)).json(&json!({ "personalInfo": info })).send().await
        };

        let wrong = patch(json!({ "idType": "ITIN" })).await.expect_error(400, "INVALID_INPUT");
        assert_eq!(fields(&wrong), ["personalInfo.identifier"], "the number that is kept has another form");
        patch(json!({ "idType": "ITIN", "identifier": "912-34-5678" })).await.expect(200);
        patch(json!({ "identifier": "*******6789" })).await.expect_error(400, "INVALID_INPUT");

        let moved = json!({ "idType": "NON_US_TAX_ID", "identifier": "DE 12/345", "countryOfIssuance": "DE" });
        let moved = patch(moved).await.expect(200);
        assert_eq!(moved["personalInfo"]["identifier"], "*****/345");
        assert_eq!(moved["personalInfo"]["countryOfIssuance"], "DE");

        patch(json!({ "identifier": null })).await.expect_error(400, "INVALID_INPUT");
        patch(json!({ "address": { "line1": "2 Main Street" } })).await.expect_error(400, "INVALID_INPUT");
        let roles = platform.patch(&path(&owner)).json(&json!({ "roles": ["TRUSTEE"] })).send().await.expect(200);
        assert_eq!((&roles["roles"], &roles["personalInfo"]), (&json!(["TRUSTEE"]), &moved["personalInfo"]));
    }
}

journey! {
    /// Checks that the database does not contain the number as it was sent.
    async fn numbers_are_stored_encrypted(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let acme = company(&platform, "5523041").await;
        let owner = add_owner(&platform, &acme, "Hopper").await;
        let stored = async || {
            let read = |tx: &mut Tx<'_>| {
                tx.query("/* all platforms */ SELECT doc FROM beneficial_owner", &[], |row| {
                    Ok(row.json::<Value>("doc")?.to_string())
                })
            };
            let docs: Result<Vec<String>, Error> = service.app().store.read(read).await;
            docs.unwrap().concat()
        };

        let before = stored().await;
        assert!(!before.contains("123-45-6789") && before.contains("*******6789"));
        act(service, "keys rotate", json!({})).await;
        assert_ne!(stored().await, before, "encrypted anew");

        let patch = json!({ "personalInfo": { "idType": "SSN", "email": "grace@example.com" } });
        platform.patch(&path(&owner)).json(&patch).send().await.expect(200);
    }
}

journey! {
    async fn an_owner_added_to_a_decided_company_is_decided_at_once(service) {
        let regulated = service.platform(Environment::Sandbox).await;
        set_for(service, regulated.id, "regulated", json!(true)).await;
        let acme = company(&regulated, "5523002").await;
        assert_eq!(acme["kybStatus"], "APPROVED");
        assert_eq!(add_owner(&regulated, &acme, "Smith002").await["kycStatus"], "APPROVED");
    }
}

on_engines! {
    async fn a_company_has_a_hundred_people_at_most(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let acme = company(&platform, "5523041").await;
        for _ in 0..100 {
            add_owner(&platform, &acme, "Hopper").await;
        }
        let more = platform.post("/beneficial-owners").json(&owner_of(&acme, "Hopper")).send().await;
        more.expect_error(400, "INVALID_INPUT");
    }
}

on_engines! {
    async fn a_deleted_company_accepts_no_owner(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let acme = company(&platform, "5523041").await;
        let owner = add_owner(&platform, &acme, "Hopper").await;
        let customer = format!("/customers/{}", acme["id"].as_str().unwrap());
        platform.delete(&customer).send().await.expect(200);
        let late_owner = platform.post("/beneficial-owners").json(&owner_of(&acme, "Lovelace")).send().await;
        late_owner.expect_error(404, "USER_NOT_FOUND");
        assert_eq!(platform.get(&path(&owner)).send().await.expect(200), owner, "kept and readable");
    }
}

journey! {
    /// Checks that a company's `updatedAt` rises if a beneficial owner is added or changed.
    async fn a_company_changes_with_its_people(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let acme = company(&platform, "5523041").await;
        platform.freeze().await;
        let mut instants = vec![acme["updatedAt"].to_string()];
        let mut look = async || instants.push(read_customer(&platform, &acme).await["updatedAt"].to_string());

        let owner = add_owner(&platform, &acme, "Hopper").await;
        look().await;
        platform.patch(&path(&owner)).json(&json!({ "ownershipPercentage": 33 })).send().await.expect(200);
        look().await;

        platform.patch(&path(&owner)).json(&json!({ "ownershipPercentage": 33 })).send().await.expect(200);
        assert_eq!(read_customer(&platform, &acme).await["updatedAt"].to_string(), instants[2], "the company is unchanged");
        assert!(instants.is_sorted_by(|before, after| before < after), "{instants:?}");
        platform.resume().await;
    }
}
