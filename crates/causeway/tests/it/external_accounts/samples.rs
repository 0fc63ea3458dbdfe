//! The fewest members that each type of account is registered with (money 4.3), and values that do not fit.

use serde_json::{Value, json};

/// The fewest members of one way to reach an account.
pub(super) struct Sample {
    pub(super) account_type: &'static str,
    pub(super) currency: &'static str,
    pub(super) members: Value,
    /// The rails, default first.
    pub(super) rails: &'static [&'static str],
    /// Mandatory members of every account of the type, below `accountInfo`.
    pub(super) needed: &'static [&'static str],
    /// Values that do not fit their member.
    pub(super) wrong: &'static [(&'static str, &'static str)],
}

const BANK: &[&str] = &["BANK_TRANSFER"];
const MOBILE: &[&str] = &["MOBILE_MONEY"];
const SEPA: &[&str] = &["SEPA_INSTANT", "SEPA"];
/// A mandatory member of all types with a named holder.
const NAME: &str = "beneficiary.fullName";
const WITH_SWIFT_CODE: &[&str] = &["bankName", "accountNumber", "swiftCode", NAME];
const WRONG_SWIFT_CODE: &[(&str, &str)] = &[("swiftCode", "HSBC"), ("accountNumber", "")];
const MOBILE_NEEDS: &[&str] = &["phoneNumber", "provider", NAME];
const EVM: &str = "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed";
const WRONG_EVM: &[(&str, &str)] = &[("address", "0x12"), ("vaspName", "Nobody")];

/// Returns every row of the table of types; a type that is reached in two ways has two.
pub(super) fn samples() -> Vec<Sample> {
    let mut all = banks();
    all.extend(banks_or_phones());
    all.extend(phones());
    all.extend(wallets());
    all
}

fn sample(
    account_type: &'static str,
    members: Value,
    rails: &'static [&'static str],
    needed: &'static [&'static str],
    wrong: &'static [(&'static str, &'static str)],
) -> Sample {
    let currency = account_type.split('_').next().unwrap_or_default();
    Sample { account_type, currency, members, rails, needed, wrong }
}

fn address() -> Value {
    json!({ "line1": "1 Main Street", "city": "Town", "postalCode": "10000", "country": "AE" })
}

/// Returns a person with further members beside the name.
fn person(more: Value) -> Value {
    let mut person = json!({ "beneficiaryType": "INDIVIDUAL", "fullName": "Erika Musterfrau" });
    for (name, value) in more.as_object().expect("members") {
        person[name] = value.clone();
    }
    person
}

fn banks() -> Vec<Sample> {
    let usd = json!({ "accountNumber": "000123456789", "routingNumber": "123456789" });
    let eur = json!({ "iban": "DE89370400440532013000", "beneficiary": person(json!({ "countryOfResidence": "DE" })) });
    let aed =
        json!({ "iban": "AE070331234567890123456", "beneficiary": person(json!({ "address": address() })) });
    let brl = json!({ "pixKey": "52998224725", "pixKeyType": "CPF", "taxId": "52998224725" });
    let swift_code = json!({ "bankName": "HSBC", "accountNumber": "1234567890", "swiftCode": "HSBCHKHH" });
    let idr = json!({ "bankName": "BCA", "accountNumber": "1234567890", "swiftCode": "CENAIDJA", "phoneNumber": "+6281234567890" });
    let gtq = json!({ "accountNumber": "1234567890", "bankAccountType": "CHECKING", "bankName": "Banco",
        "beneficiary": person(json!({ "countryOfResidence": "GT", "phoneNumber": "+50212345678" })) });
    let jmd = json!({ "accountNumber": "1234567890", "branchCode": "12345", "bankAccountType": "SAVINGS", "bankName": "Bank",
        "beneficiary": person(json!({ "address": address(), "phoneNumber": "+18761234567" })) });
    let number = |bank: &str, number: &str| json!({ "bankName": bank, "accountNumber": number });
    let iban = json!({ "country": "DE", "swiftCode": "DEUTDEFF", "bankName": "Bank", "iban": "DE89370400440532013000" });
    let abroad =
        json!({ "country": "US", "swiftCode": "CHASUS33", "bankName": "Bank", "accountNumber": "123456789" });
    const SWIFT: &[&str] = &["country", "swiftCode", "bankName", NAME];
    let mut all = vec![
        sample(
            "USD_ACCOUNT",
            usd,
            &["RTP", "FEDNOW", "ACH", "WIRE"],
            &["accountNumber", "routingNumber", NAME, "beneficiary"],
            &[("routingNumber", "12345678x"), ("bankAccountType", "X")],
        ),
        sample(
            "EUR_ACCOUNT",
            eur,
            SEPA,
            &["iban", NAME, "beneficiary.countryOfResidence"],
            &[("iban", "DE"), ("swiftCode", "X")],
        ),
        sample(
            "DKK_ACCOUNT",
            json!({ "iban": "DK5000400440116243" }),
            SEPA,
            &["iban", NAME],
            &[("iban", "DE89370400440532013000")],
        ),
        sample(
            "GBP_ACCOUNT",
            json!({ "sortCode": "123456", "accountNumber": "12345678" }),
            &["FASTER_PAYMENTS"],
            &["sortCode", "accountNumber", NAME],
            &[("sortCode", "12-34-56"), ("accountNumber", "1234567")],
        ),
        sample(
            "MXN_ACCOUNT",
            json!({ "clabeNumber": "123456789012345678" }),
            &["SPEI"],
            &["clabeNumber", NAME],
            &[("clabeNumber", "12345678901234567")],
        ),
        sample(
            "BRL_ACCOUNT",
            brl,
            &["PIX"],
            &["pixKey", "pixKeyType", "taxId", NAME],
            &[("pixKey", "ana@example.com"), ("pixKeyType", "X"), ("taxId", "1")],
        ),
        sample("INR_ACCOUNT", json!({ "vpa": "user@upi" }), &["UPI"], &["vpa", NAME], &[("vpa", "user")]),
        sample(
            "INR_ACCOUNT",
            json!({ "accountNumber": "123456789", "ifsc": "HDFC0001234", "rail": "NEFT" }),
            &["NEFT"],
            &["ifsc", "rail", NAME],
            &[("ifsc", "HDFC1234"), ("rail", "IMPS")],
        ),
        sample(
            "INR_ACCOUNT",
            json!({ "accountNumber": "223456789", "ifsc": "HDFC0001234", "rail": "RTGS" }),
            &["RTGS"],
            &[],
            &[("accountNumber", "12345678")],
        ),
        sample(
            "NGN_ACCOUNT",
            number("GTBank", "0123456789"),
            BANK,
            &["accountNumber", "bankName", NAME],
            &[("accountNumber", "123")],
        ),
        sample(
            "CAD_ACCOUNT",
            json!({ "bankCode": "001", "branchCode": "00012", "accountNumber": "1234567" }),
            BANK,
            &["bankCode", "branchCode", "accountNumber", NAME],
            &[("bankCode", "1"), ("branchCode", "x"), ("accountNumber", "123")],
        ),
        sample(
            "IDR_ACCOUNT",
            idr,
            BANK,
            &["bankName", "accountNumber", "swiftCode", "phoneNumber", NAME],
            &[("phoneNumber", "+14155552671")],
        ),
        sample(
            "SGD_ACCOUNT",
            json!({ "accountNumber": "1234567890", "swiftCode": "DBSSSGSG" }),
            &["FAST", "PAYNOW", "BANK_TRANSFER"],
            &["accountNumber", "swiftCode", NAME],
            &[("swiftCode", "dbss")],
        ),
        sample(
            "PHP_ACCOUNT",
            number("BDO Unibank", "12345678"),
            BANK,
            &["bankName", "accountNumber", NAME],
            &[("accountNumber", "1234567")],
        ),
        sample(
            "ZAR_ACCOUNT",
            number("Capitec", "123456789"),
            BANK,
            &["accountNumber", "bankName", NAME],
            &[("accountNumber", "12345678")],
        ),
        sample("AED_ACCOUNT", aed, BANK, &["iban", NAME, "beneficiary.address"], &[("iban", "AE07")]),
        sample(
            "GTQ_ACCOUNT",
            gtq,
            BANK,
            &[
                "accountNumber",
                "bankAccountType",
                "bankName",
                NAME,
                "beneficiary.countryOfResidence",
                "beneficiary.phoneNumber",
            ],
            &[("bankAccountType", "X")],
        ),
        sample(
            "JMD_ACCOUNT",
            jmd,
            BANK,
            &[
                "accountNumber",
                "branchCode",
                "bankAccountType",
                "bankName",
                NAME,
                "beneficiary.address",
                "beneficiary.phoneNumber",
            ],
            &[("branchCode", "1")],
        ),
        Sample {
            currency: "EUR",
            ..sample("SWIFT_ACCOUNT", iban, &["SWIFT"], SWIFT, &[("country", "XX"), ("iban", "DE")])
        },
        Sample {
            currency: "USD",
            ..sample("SWIFT_ACCOUNT", abroad, &["SWIFT"], &["accountNumber"], &[("swiftCode", "1")])
        },
    ];
    for account_type in ["HKD_ACCOUNT", "MYR_ACCOUNT", "THB_ACCOUNT", "VND_ACCOUNT"] {
        all.push(sample(account_type, swift_code.clone(), BANK, WITH_SWIFT_CODE, WRONG_SWIFT_CODE));
    }
    all
}

fn banks_or_phones() -> Vec<Sample> {
    let bank = json!({ "bankName": "Bank", "accountNumber": "1234567890" });
    let phone = json!({ "bankName": "Wallet", "phoneNumber": "+573001234567" });
    let checked = json!({ "bankName": "Bank", "accountNumber": "1234567890", "bankAccountType": "SAVINGS" });
    let company = json!({ "bankName": "Bank", "accountNumber": "1234567890",
        "beneficiary": { "beneficiaryType": "BUSINESS", "legalName": "Muster AG" } });
    const BANK_NEEDS: &[&str] = &["bankName", "accountNumber", NAME];
    const PHONE_NEEDS: &[&str] = &["bankName", NAME];
    const WRONG_PHONE: &[(&str, &str)] = &[("phoneNumber", "12345")];
    vec![
        sample("BDT_ACCOUNT", bank.clone(), BANK, BANK_NEEDS, &[("branchCode", "1"), ("swiftCode", "x")]),
        sample("BDT_ACCOUNT", phone.clone(), MOBILE, PHONE_NEEDS, WRONG_PHONE),
        sample(
            "COP_ACCOUNT",
            checked.clone(),
            BANK,
            &["bankName", "accountNumber", "bankAccountType", NAME],
            &[("bankAccountType", "X")],
        ),
        sample("COP_ACCOUNT", phone.clone(), MOBILE, PHONE_NEEDS, WRONG_PHONE),
        sample(
            "EGP_ACCOUNT",
            json!({ "bankName": "Bank", "iban": "EG380019000500000000263180002" }),
            BANK,
            &["bankName", "iban", NAME],
            &[("iban", "DE89370400440532013000")],
        ),
        sample("EGP_ACCOUNT", phone.clone(), MOBILE, PHONE_NEEDS, WRONG_PHONE),
        sample("GHS_ACCOUNT", bank.clone(), BANK, BANK_NEEDS, &[("bankName", "")]),
        sample("GHS_ACCOUNT", phone.clone(), MOBILE, PHONE_NEEDS, WRONG_PHONE),
        sample("PKR_ACCOUNT", bank, BANK, BANK_NEEDS, &[("accountNumber", "")]),
        sample(
            "PKR_ACCOUNT",
            json!({ "bankName": "Bank", "iban": "PK36SCBL0000001123456702" }),
            BANK,
            &["bankName", NAME],
            &[("iban", "PK36")],
        ),
        sample("PKR_ACCOUNT", phone, MOBILE, PHONE_NEEDS, WRONG_PHONE),
        Sample {
            currency: "USD",
            ..sample(
                "SLV_ACCOUNT",
                checked,
                BANK,
                &["accountNumber", "bankAccountType", NAME],
                &[("bankAccountType", "X")],
            )
        },
        Sample {
            currency: "USD",
            ..sample("SLV_ACCOUNT", json!({ "phoneNumber": "+50371234567" }), MOBILE, &[NAME], WRONG_PHONE)
        },
        sample(
            "CNY_ACCOUNT",
            company,
            BANK,
            &["bankName", "accountNumber", "beneficiary.legalName"],
            &[("accountNumber", "")],
        ),
        sample(
            "CNY_ACCOUNT",
            json!({ "bankName": "AliPay", "phoneNumber": "+8613812345678" }),
            MOBILE,
            PHONE_NEEDS,
            &[("bankName", "alipay")],
        ),
    ]
}

fn phones() -> Vec<Sample> {
    let phone = |number: &str| json!({ "phoneNumber": number, "provider": "MTN" });
    let regional =
        |number: &str, region: &str| json!({ "phoneNumber": number, "provider": "MTN", "region": region });
    const REGIONAL_NEEDS: &[&str] = &["phoneNumber", "provider", "region", NAME];
    let mut all: Vec<Sample> = [
        ("KES_ACCOUNT", "+254712345678"),
        ("RWF_ACCOUNT", "+250712345678"),
        ("TZS_ACCOUNT", "+255712345678"),
        ("ZMW_ACCOUNT", "+260712345678"),
    ]
    .into_iter()
    .map(|(account_type, number)| {
        sample(account_type, phone(number), MOBILE, MOBILE_NEEDS, &[("phoneNumber", "+14155552671")])
    })
    .collect();
    for account_type in ["MWK_ACCOUNT", "UGX_ACCOUNT", "BWP_ACCOUNT"] {
        all.push(sample(
            account_type,
            phone("+256772123456"),
            MOBILE,
            MOBILE_NEEDS,
            &[("phoneNumber", "0772")],
        ));
    }
    all.push(sample(
        "XOF_ACCOUNT",
        regional("+221771234567", "SN"),
        MOBILE,
        REGIONAL_NEEDS,
        &[("region", "CM")],
    ));
    all.push(sample(
        "XAF_ACCOUNT",
        regional("+237671234567", "CM"),
        MOBILE,
        REGIONAL_NEEDS,
        &[("region", "SN")],
    ));
    all.push(sample(
        "HTG_ACCOUNT",
        json!({ "phoneNumber": "+50934567890" }),
        MOBILE,
        &["phoneNumber", NAME],
        &[("phoneNumber", "x")],
    ));
    all
}

fn wallets() -> Vec<Sample> {
    let spark = "spark1pgss8fw3zyytsd9jx3yqqmg7djm8t4yrsgqqsyqcyq5rq002";
    let mut all = Vec::new();
    for (account_type, currency, members, wrong) in [
        ("SPARK_WALLET", "BTC", json!({ "address": spark }), &[("address", "invalid_address")] as &[_]),
        ("SPARK_WALLET", "USDB", json!({ "address": spark }), &[("vaspName", "Nobody")]),
        (
            "LIGHTNING",
            "BTC",
            json!({ "invoice": "lnbc15u1p3xnhl2pp5jptserfk3zk4qy42tlucycrfwxhydvlemu9pqr93" }),
            &[("invoice", "bc1")],
        ),
        (
            "LIGHTNING",
            "BTC",
            json!({ "bolt12": "lno1pgphgetpzcssyzgfpyysjzgfpyysjzgfpyysjzgfpyysjzgfpyysjzgfpyysjzgf" }),
            &[("bolt12", "lnbc1x")],
        ),
        (
            "LIGHTNING",
            "BTC",
            json!({ "lightningAddress": "ada@wallet.example.com" }),
            &[("lightningAddress", "ada")],
        ),
        (
            "SOLANA_WALLET",
            "USDC",
            json!({ "address": "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v" }),
            &[("address", EVM)],
        ),
        ("SOLANA_WALLET", "USDT", json!({ "address": "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v" }), &[]),
        ("ETHEREUM_WALLET", "USDC", json!({ "address": EVM }), WRONG_EVM),
        ("ETHEREUM_WALLET", "USDT", json!({ "address": EVM }), &[]),
        ("BASE_WALLET", "USDC", json!({ "address": EVM }), WRONG_EVM),
        ("POLYGON_WALLET", "USDC", json!({ "address": EVM }), WRONG_EVM),
        ("PLASMA_WALLET", "USDT", json!({ "address": EVM }), WRONG_EVM),
        (
            "TRON_WALLET",
            "USDT",
            json!({ "address": "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t" }),
            &[("address", "TR7")],
        ),
    ] {
        let needed: &[&str] = if account_type == "LIGHTNING" { &[] } else { &["address"] };
        all.push(Sample { currency, ..sample(account_type, members, &[], needed, wrong) });
    }
    all
}
