//! Account numbers, banks and telephone numbers of the world, as production knows them (money 4.3).

use causeway_store::platforms::Environment;
use serde_json::{Value, json};

use super::walks::{account, create, register};
use crate::harness::{Platform, on_engines};

fn euro(iban: &str) -> Value {
    account(
        "EUR_ACCOUNT",
        "EUR",
        &json!({ "iban": iban, "beneficiary": {
        "beneficiaryType": "INDIVIDUAL", "fullName": "Erika Musterfrau", "countryOfResidence": "DE",
    } }),
    )
}

fn swift(country: &str, code: &str, more: &Value) -> Value {
    let mut body = account(
        "SWIFT_ACCOUNT",
        "USD",
        &json!({ "country": country, "swiftCode": code, "bankName": "Bank" }),
    );
    for (name, value) in more.as_object().expect("members") {
        body["accountInfo"][name] = value.clone();
    }
    body
}

fn pix(key: &str, tax_id: &str) -> Value {
    account("BRL_ACCOUNT", "BRL", &json!({ "pixKey": key, "pixKeyType": "CNPJ", "taxId": tax_id }))
}

fn mobile(currency: &str, number: &str, region: &str) -> Value {
    let members = json!({ "phoneNumber": number, "provider": "MTN", "region": region });
    account(&format!("{currency}_ACCOUNT"), currency, &members)
}

async fn check_checksum_failed(platform: &Platform, body: &Value) {
    let error = create(platform, body).await.expect_error(400, "INVALID_BANK_ACCOUNT");
    assert_eq!(error["details"]["reason"], "CHECKSUM_FAILED", "{body}");
}

async fn check_invalid(platform: &Platform, body: &Value, field: &str) {
    let error = create(platform, body).await.expect_error(400, "INVALID_INPUT");
    assert_eq!(error["details"]["errors"][0]["field"], format!("accountInfo.{field}"), "{body}");
}

on_engines! {
    /// Checks numbers by the structure and the check digits of their country; where none is known, they are
    /// refused.
    async fn account_numbers_of_the_world(service) {
        let production = service.platform(Environment::Production).await;
        for wrong in [
            // Twins of right numbers: 99 for 02, 00 for 97, 01 for 98.
            "AT011904300234573020", "AT001904300234573038",
            // Letters in place of digits, and wrong check digits of the country's own.
            "AT3419O43002345732O1", "BE41539007547035", "ES5621000418440200051332",
        ] {
            check_checksum_failed(&production, &euro(wrong)).await;
        }

        for right in ["AT611904300234573201", "BE68539007547034", "MT84MALT011000012345MTLCAST001S", "RS35260005601001611379"] {
            register(&production, &euro(right)).await;
        }
        for unreached in ["SA0380000000608010167519", "GE29NB0000000101904917", "FO6264600001631634"] {
            check_invalid(&production, &euro(unreached), "iban").await;
        }

        for (country, code, iban) in [
            ("CI", "SGCICIAB", "CI93CI0080111301134291200589"),
            ("MA", "BMCEMAMC", "MA64011519000001205000534921"),
            ("IM", "CELLIMDX", "GB33BUKB20201555555555"),
            ("MQ", "AGRIMQMX", "FR7630006000011234567890189"),
            ("RE", "AGRIFRPP", "FR1420041010050500013M02606"),
        ] {
            register(&production, &swift(country, code, &json!({ "iban": iban }))).await;
        }

        register(&production, &swift("MA", "BMCEMAMC", &json!({ "accountNumber": "011-519 0000012050005349" }))).await;
        check_checksum_failed(&production, &swift("MA", "BMCEMAMC", &json!({ "iban": "MA65011519000001205000534921" }))).await;
        check_invalid(&production, &swift("IM", "CELLIMDX", &json!({ "accountNumber": "55555555" })), "iban").await;
        check_invalid(&production, &swift("AX", "AABAFI22", &json!({ "iban": "SE4550000000058398257466" })), "iban").await;
        check_invalid(&production, &swift("JE", "CRESCHZZ", &json!({ "iban": "GB33BUKB20201555555555" })), "swiftCode").await;
    }
}

on_engines! {
    /// Checks that a bank's code names a country, though not always that of the account.
    async fn a_bank_is_in_a_country(service) {
        let production = service.platform(Environment::Production).await;
        let coded = |kind: &str, code: &str| {
            let number = json!({ "bankName": "Bank", "accountNumber": "0720035001", "swiftCode": code });
            account(&format!("{kind}_ACCOUNT"), kind, &number)
        };
        let mut paris = euro("FR1420041010050500013M02606");
        paris["accountInfo"]["swiftCode"] = json!("PSSTQQPP");
        for wrong in [paris.clone(), coded("HKD", "BKCHZZHH"), coded("SGD", "OCBCZZSGXXX")] {
            check_invalid(&production, &wrong, "swiftCode").await;
        }

        paris["accountInfo"]["swiftCode"] = json!("PSSTFRPP");
        for right in [paris, coded("HKD", "BKCHCNBJ"), coded("SGD", "OCBCMYKL")] {
            register(&production, &right).await;
        }
    }
}

on_engines! {
    /// Checks that the same account in another spelling is a duplicate.
    async fn one_account_in_two_spellings(service) {
        let platform = service.platform(Environment::Production).await;
        let swiss = |code: &str, number: &str| swift("US", code, &json!({ "accountNumber": number }));
        let hongkong = |kind: &str, code: &str, number: &str| {
            account(&format!("{kind}_ACCOUNT"), kind, &json!({ "bankName": "Bank", "accountNumber": number, "swiftCode": code }))
        };
        for (one, other) in [
            (swiss("CITIUS33XXX", "12-345.678"), swiss("CITIUS33", "12345678")),
            (hongkong("SGD", "DBSSSGSG", "0720035001"), hongkong("SGD", "DBSSSGSGXXX", "072-003500-1")),
            (hongkong("THB", "BKKBTHBKXXX", "1234567890"), hongkong("THB", "BKKBTHBK", "123 4567890")),
            (mobile("XOF", "+22997112233", "BJ"), mobile("XOF", "+2290197112233", "BJ")),
        ] {
            let first = register(&platform, &one).await;
            let error = create(&platform, &other).await.expect_error(409, "CONFLICT");
            assert_eq!(error["details"]["reason"], "DUPLICATE_EXTERNAL_ACCOUNT");
            assert_eq!(error["details"]["externalAccountId"], first["id"]);
        }

        register(&platform, &hongkong("THB", "BKKBTHBK001", "1234567890")).await;
        for pasted in ["tel:12345678", "<12345678>", "Acct 1234: 5678", "1234--5678"] {
            check_invalid(&platform, &swiss("CITIUS33", pasted), "accountNumber").await;
        }
    }
}

on_engines! {
    /// Checks that routing numbers, tax numbers and telephone numbers must be assigned ones.
    async fn numbers_that_are_given_out(service) {
        let platform = service.platform(Environment::Production).await;
        let dollars = |routing: &str| account("USD_ACCOUNT", "USD", &json!({ "accountNumber": "77", "routingNumber": routing }));
        for unassigned in ["000000000", "130000006", "570000006", "990000000"] {
            check_checksum_failed(&platform, &dollars(unassigned)).await;
        }
        for right in ["011000015", "322271627", "000000518"] {
            register(&platform, &dollars(right)).await;
        }

        for (key, tax_id) in [("00000000000191", "52998224725"), ("1A2B3C4D5E6F34", "1A2B3C4D5E6F34")] {
            register(&platform, &pix(key, tax_id)).await;
        }
        check_checksum_failed(&platform, &pix("1A2B3C4D5E6F35", "52998224725")).await;
        check_invalid(&platform, &pix("1a2b3c4d5e6f34", "52998224725"), "pixKey").await;
        check_invalid(&platform, &pix("1A2B3C4D5E6F3X", "52998224725"), "pixKey").await;

        for (currency, number, region) in [
            ("XOF", "+2290145678901", "BJ"), ("XOF", "+2250501020304", "CI"), ("XOF", "+22870123456", "TG"),
            ("XAF", "+237670112233", "CM"),
        ] {
            register(&platform, &mobile(currency, number, region)).await;
        }
        for (currency, number, region) in [
            ("XOF", "+229014567890", "BJ"), ("XOF", "+22901456789012", "BJ"), ("XOF", "+2252722334455", "CI"),
            ("XAF", "+237222112233", "CM"), ("XAF", "+2290145678901", "CG"),
        ] {
            check_invalid(&platform, &mobile(currency, number, region), "phoneNumber").await;
        }
    }
}
