//! `POST /customers`.

use causeway_service::platforms::NewPlatform;
use causeway_store::platforms::Environment;
use serde_json::{Value, json};

use super::walks::{accounts, each, events, fields, path, person, post, set_for, three, typed};
use crate::harness::{Service, journey, on_engines};

fn company(fields: Value) -> Value {
    let mut info = json!({ "legalName": "Acme", "country": "US", "taxId": "12-3456789", "incorporatedOn": "2001-02-03" });
    for (name, value) in fields.as_object().unwrap() {
        info[name] = value.clone();
    }
    json!({ "customerType": "BUSINESS", "businessInfo": info })
}

journey! {
    async fn customers_k01_approved_individual(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let receiver = platform.receiver().await;
        let new_customer = person(&platform, json!({
            "platformCustomerId": "u1", "fullName": "Jane Doe", "birthDate": "1990-01-15", "nationality": "US",
            "email": "jane@example.com",
        })).await;
        assert!(new_customer["id"].as_str().unwrap().starts_with("Customer:"));
        assert_eq!((&new_customer["platformCustomerId"], &new_customer["kycStatus"]), (&json!("u1"), &json!("APPROVED")));

        let (local, domain) = new_customer["umaAddress"].as_str().unwrap().split_once('@').unwrap();
        assert!(local.len() > 1 && local.starts_with('$') && !domain.is_empty());
        assert!(local[1..].bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()));
        assert_eq!((&new_customer["region"], &new_customer["currencies"]), (&json!("US"), &json!(["USD", "USDC", "USDB"])));
        assert_eq!((&new_customer["isDeleted"], &new_customer["createdAt"]), (&json!(false), &new_customer["updatedAt"]));
        for absent in ["identifier", "contactVerification", "endUserTermsConsent"] {
            assert!(new_customer.get(absent).is_none(), "{absent}");
        }

        let customer = platform.get(&path(&new_customer)).send().await.expect(200);
        assert_eq!(customer, new_customer);
        platform.settled().await;
        assert_eq!(events(&receiver, "CUSTOMER.KYC_APPROVED", 1).await, [customer]);

        let accounts = accounts(&platform, &new_customer).await;
        assert_eq!(
            each(&accounts, &["type", "status", "customerId"]),
            json!([
                ["INTERNAL_FIAT", "ACTIVE", new_customer["id"]],
                ["INTERNAL_CRYPTO", "ACTIVE", new_customer["id"]],
                ["EMBEDDED_WALLET", "ACTIVE", new_customer["id"]],
            ])
        );
        let codes: Vec<&Value> = accounts.iter().map(|account| &account["balance"]["currency"]["code"]).collect();
        assert_eq!(codes, ["USD", "USDC", "USDB"]);
        assert!(accounts.iter().all(|account| account["balance"]["amount"] == 0));

        assert_eq!(receiver.received().len(), 1, "accounts that are created active announce nothing");
    }
}

journey! {
    async fn customers_k02_minimal_and_generated_ids(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let customer = person(&platform, json!({})).await;
        let own_id = customer["platformCustomerId"].as_str().unwrap();
        assert!(own_id.len() == 32 && own_id.bytes().all(|b| b.is_ascii_hexdigit() && !b.is_ascii_uppercase()));
        assert!(customer["umaAddress"].as_str().unwrap().starts_with('$'));

        let error = post(&platform, &json!({})).await.expect_error(400, "INVALID_INPUT");
        assert_eq!(fields(&error), ["customerType"]);
        assert_eq!(error["details"]["errors"][0]["constraint"], json!({ "enum": ["INDIVIDUAL", "BUSINESS"] }));
        let error = post(&platform, &json!({ "customerType": "BUSINESS" })).await.expect_error(400, "INVALID_INPUT");
        assert_eq!(fields(&error), ["businessInfo"]);

        let empty = json!({ "customerType": "BUSINESS", "businessInfo": {} });
        let error = post(&platform, &empty).await.expect_error(400, "INVALID_INPUT");
        let mut field_names = fields(&error);
        field_names.sort_unstable();
        assert_eq!(
            field_names,
            ["businessInfo.country", "businessInfo.incorporatedOn", "businessInfo.legalName", "businessInfo.taxId"]
        );
    }
}

journey! {
    async fn customers_k03_conflicts(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let first = person(&platform, json!({ "platformCustomerId": "u1" })).await;
        let again = post(&platform, &typed("INDIVIDUAL", json!({ "platformCustomerId": "u1" }))).await;
        let error = again.expect_error(409, "CONFLICT");
        assert_eq!(error["details"], json!({ "field": "platformCustomerId", "customerId": first["id"] }));

        let domain = first["umaAddress"].as_str().unwrap().split_once('@').unwrap().1;
        let with = |address: String| typed("INDIVIDUAL", json!({ "umaAddress": address }));
        let jane = post(&platform, &with(format!("$jane@{domain}"))).await.expect(201);
        assert_eq!(jane["umaAddress"], json!(format!("$jane@{domain}")));
        for taken in [format!("$jane@{domain}"), format!("$JANE@{domain}")] {
            post(&platform, &with(taken)).await.expect_error(409, "UMA_ADDRESS_EXISTS");
        }
        for bad in [format!("jane@{domain}"), format!("$ja ne@{domain}"), "$jane@other.example".to_owned()] {
            post(&platform, &with(bad)).await.expect_error(400, "INVALID_UMA_ADDRESS");
        }

        // The same name on another platform is another address.
        let other = service.platform(Environment::Sandbox).await;
        let theirs = person(&other, json!({})).await;
        let domain = theirs["umaAddress"].as_str().unwrap().split_once('@').unwrap().1;
        post(&other, &with(format!("$jane@{domain}"))).await.expect(201);
    }
}

journey! {
    async fn customers_k04_status_suffixes(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let receiver = platform.receiver().await;
        for (name, status) in [("001", "PENDING"), ("002", "REJECTED"), ("003", "UNVERIFIED")] {
            let customer = person(&platform, json!({ "fullName": format!("Jane Doe {name}") })).await;
            assert_eq!(customer["kycStatus"], status);
            for account in accounts(&platform, &customer).await {
                assert_eq!(account["status"], "PENDING");
                assert_eq!(account["fundingPaymentInstructions"], json!([]));
            }
        }

        events(&receiver, "CUSTOMER.KYC_PENDING", 1).await;
        events(&receiver, "CUSTOMER.KYC_REJECTED", 1).await;
        assert_eq!(receiver.received().len(), 2, "an account that stays pending sends no event");

        for name in ["Jane Doe", "Jane Doe 002"] {
            let decided = person(&platform, json!({ "fullName": name })).await;
            let body = json!({ "customerId": decided["id"] });
            let error = platform.post("/verifications").json(&body).send().await.expect_error(400, "INVALID_INPUT");
            assert_eq!(error["details"]["reason"], "ALREADY_DECIDED");
        }
    }
}

on_engines! {
    /// Checks that all fields of a business are returned, and that all errors in one are reported at once.
    async fn business(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let info = json!({
            "doingBusinessAs": "A", "registrationNumber": "5523041", "entityType": "LLC",
            "businessType": "FINANCE_AND_INSURANCE", "countriesOfOperation": ["US", "DE"],
            "purposeOfAccount": "OTHER", "purposeOfAccountOtherDescription": "art", "sourceOfFunds": "sales",
            "sourceOfFundsCategories": ["LOANS", "OTHER"], "sourceOfFundsOtherDescription": "gifts",
            "expectedMonthlyTransactionCount": "COUNT_UNDER_10", "expectedMonthlyTransactionVolume": "VOLUME_OVER_10M",
            "expectedRecipientJurisdictions": ["MX"], "expectedCounterpartyCountries": ["BR"], "naicsCode": "5221",
            "primaryContactFirstName": "Ann", "primaryContactLastName": "Lee",
        });
        let mut body = company(info);
        body["address"] = json!({ "line1": "1 Main St", "city": "Reno", "postalCode": "89501", "country": "US" });

        let customer = post(&platform, &body).await.expect(201);
        assert_eq!(customer["businessInfo"], body["businessInfo"]);
        assert_eq!(customer["address"], body["address"]);
        assert_eq!((&customer["kybStatus"], &customer["beneficialOwners"]), (&json!("UNVERIFIED"), &json!([])));
        assert_eq!(customer["customerType"], "BUSINESS");
        assert_eq!(each(&accounts(&platform, &customer).await, &["status"]), three("PENDING"));

        let bad = company(json!({
            "taxId": "12", "incorporatedOn": "2999-01-01",
            "purposeOfAccountOtherDescription": "art", "sourceOfFundsCategories": ["OTHER"],
        }));
        let error = post(&platform, &bad).await.expect_error(400, "INVALID_INPUT");
        let mut field_names = fields(&error);
        field_names.sort_unstable();
        assert_eq!(
            field_names,
            [
                "businessInfo.incorporatedOn",
                "businessInfo.purposeOfAccountOtherDescription",
                "businessInfo.sourceOfFundsOtherDescription",
                "businessInfo.taxId",
            ]
        );
    }
}

on_engines! {
    /// Checks that an identification number is accepted and never returned.
    async fn identification(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let customer = person(&platform, json!({ "idType": "SSN", "identifier": "111-22-3333" })).await;
        assert_eq!((&customer["idType"], &customer["countryOfIssuance"]), (&json!("SSN"), &json!("US")));
        assert!(customer.get("identifier").is_none());

        for (sent, named) in [
            (json!({ "idType": "SSN" }), "identifier"),
            (json!({ "identifier": "111-22-3333" }), "idType"),
            (json!({ "idType": "EIN", "identifier": "12-3456789" }), "idType"),
            (json!({ "idType": "ITIN", "identifier": "111-22-3333" }), "identifier"),
            (json!({ "idType": "SSN", "identifier": "111-22-3333", "countryOfIssuance": "DE" }), "countryOfIssuance"),
            (json!({ "fullName": "Jane  Doe" }), "fullName"),
            (json!({ "birthDate": "1899-12-31" }), "birthDate"),
            (json!({ "region": "XX" }), "region"),
        ] {
            let error = post(&platform, &typed("INDIVIDUAL", sent)).await.expect_error(400, "INVALID_INPUT");
            assert_eq!(fields(&error), [named]);
        }
    }
}

async fn regulated(service: &Service) -> crate::harness::Platform {
    let new = NewPlatform { regulated: Some(true), ..NewPlatform::default_of(Environment::Sandbox, "Bank") };
    service.platform_like(new).await
}

journey! {
    /// Checks that a regulated platform has verified its customers itself: magic values and contact data do
    /// not matter.
    async fn regulated_platform(service) {
        let platform = regulated(service).await;
        let receiver = platform.receiver().await;
        let customer = person(&platform, json!({ "fullName": "Jane Doe 002", "region": "DE" })).await;
        assert_eq!((&customer["kycStatus"], customer.get("contactVerification")), (&json!("APPROVED"), None));

        let customer = post(&platform, &company(json!({}))).await.expect(201);
        assert_eq!(customer["kybStatus"], "APPROVED");
        assert_eq!(each(&accounts(&platform, &customer).await, &["status"]), three("ACTIVE"));
        events(&receiver, "CUSTOMER.KYC_APPROVED", 1).await;
        events(&receiver, "CUSTOMER.KYB_APPROVED", 1).await;
    }
}

on_engines! {
    /// Checks that contact data is mandatory if it must be verified, and that the outcome of the name waits
    /// for it.
    async fn contact_verification(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let only_mail = json!({ "region": "DE", "email": "jane@example.com" });
        let error = post(&platform, &typed("INDIVIDUAL", only_mail)).await.expect_error(400, "MISSING_MANDATORY_USER_INFO");
        assert_eq!(fields(&error), ["phoneNumber"]);

        let both = json!({ "region": "DE", "email": "jane@example.com", "phoneNumber": "+4930123456" });
        let customer = person(&platform, both).await;
        assert_eq!(customer["contactVerification"], json!({ "email": "PENDING", "phone": "PENDING" }));
        assert_eq!(customer["kycStatus"], "UNVERIFIED");
        assert_eq!(each(&accounts(&platform, &customer).await, &["status"]), three("PENDING"));
    }
}

journey! {
    /// Checks that the fields required by the provider of a currency are required with that currency.
    async fn provider_required_fields(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let required = json!({ "USD": { "customer": ["FULL_NAME", "TAX_ID", "COUNTRY_OF_RESIDENCE"], "counterparty": [] } });
        set_for(service, platform.id, "provider_required_fields", required).await;
        let named = typed("INDIVIDUAL", json!({ "currencies": ["USD"], "fullName": "Jane Doe" }));
        let error = post(&platform, &named).await.expect_error(400, "MISSING_MANDATORY_USER_INFO");
        assert_eq!(fields(&error), ["identifier", "address.country"]);

        person(&platform, json!({ "currencies": ["USDC"] })).await;
        person(&platform, json!({})).await;
    }
}
