//! New external accounts that the directories accept or refuse (money 4.2).

use causeway_store::platforms::Environment;
use serde_json::{Value, json};

use crate::harness::{Platform, journey};
use crate::operator::acting::act;

async fn create(platform: &Platform, body: &Value) -> causeway_testing::http::Response {
    platform.post("/platform/external-accounts").json(body).send().await
}

fn account(account_type: &str, currency: &str, members: Value) -> Value {
    let mut info = json!({
        "accountType": account_type, "beneficiary": { "beneficiaryType": "INDIVIDUAL", "fullName": "Ada Example" },
    });
    for (name, value) in members.as_object().expect("members") {
        info[name] = value.clone();
    }
    json!({ "currency": currency, "accountInfo": info })
}

fn at_bank(name: &str, number: u32) -> Value {
    account("NGN_ACCOUNT", "NGN", json!({ "accountNumber": format!("{number:010}"), "bankName": name }))
}

journey! {
    async fn production_takes_only_banks_of_the_directory_where_there_is_one(service) {
        let production = service.platform(Environment::Production).await;
        let sandbox = service.platform(Environment::Sandbox).await;
        create(&production, &at_bank("Any Bank", 1)).await.expect(201);

        let entries = json!([
            { "country": "NG", "currency": "NGN", "bankName": "Zenith Bank" },
            { "country": "SN", "currency": "XOF", "bankName": "ORANGE" },
            { "country": "SV", "currency": "USD", "bankName": "Banco Ejemplo" },
        ]);
        let import = json!({ "directory": "banks", "environment": "production", "entries": entries });
        act(service, "directory import", import).await;

        create(&production, &at_bank("Zenith Bank", 2)).await.expect(201);
        for (other, number) in [("Any Bank", 3), ("zenith bank", 4)] {
            let error = create(&production, &at_bank(other, number)).await.expect_error(400, "INVALID_BANK_ACCOUNT");
            assert_eq!(error["details"]["field"], "accountInfo.bankName");
        }

        // The sandbox accepts any bank, because it does not ask the directory.
        create(&sandbox, &at_bank("Any Bank", 5)).await.expect(201);

        let mobile = |provider: &str, region: &str, number: &str| {
            account("XOF_ACCOUNT", "XOF", json!({ "phoneNumber": number, "provider": provider, "region": region }))
        };
        create(&production, &mobile("ORANGE", "SN", "+221771234567")).await.expect(201);
        let error = create(&production, &mobile("MTN", "SN", "+221771234568")).await.expect_error(400, "INVALID_BANK_ACCOUNT");
        assert_eq!(error["details"]["field"], "accountInfo.provider");
        create(&production, &mobile("MTN", "BJ", "+22990011234")).await.expect(201);

        let dollars = |number: &str| {
            account("USD_ACCOUNT", "USD", json!({ "accountNumber": number, "routingNumber": "021000021", "bankName": "Any Bank" }))
        };
        create(&production, &dollars("1000")).await.expect(201);

        let salvador = |bank: &str| {
            account("SLV_ACCOUNT", "USD", json!({ "accountNumber": "12345678", "bankAccountType": "CHECKING", "bankName": bank }))
        };
        create(&production, &salvador("Any Bank")).await.expect_error(400, "INVALID_BANK_ACCOUNT");
        create(&production, &salvador("Banco Ejemplo")).await.expect(201);
    }
}

journey! {
    async fn a_wallet_is_held_by_a_provider_of_the_directory(service) {
        let wallet = |vasp: &str| {
            json!({ "currency": "USDC", "accountInfo": {
                "accountType": "BASE_WALLET", "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "vaspName": vasp,
            } })
        };
        for environment in [Environment::Sandbox, Environment::Production] {
            let platform = service.platform(environment).await;
            let error = create(&platform, &wallet("Example")).await.expect_error(400, "INVALID_INPUT");
            assert_eq!(error["details"]["errors"][0]["field"], "accountInfo.vaspName");
            let entries = json!([{ "vaspName": "Example", "url": "https://example.com" }]);
            let import = json!({ "directory": "vasps", "environment": environment.as_str(), "entries": entries });
            act(service, "directory import", import).await;
            create(&platform, &wallet("example")).await.expect_error(400, "INVALID_INPUT");
            create(&platform, &wallet("Example")).await.expect(201);
        }
    }
}
