//! Messages of this crate as JSON, for the programs beside `testdata` that check them with the public SDKs.
//!
//! All keys are fixed test keys.

use std::error::Error;
use std::io::Write;

use causeway_uma::addresses::{Callback, Host, Identifier};
use causeway_uma::amounts::Multiplier;
use causeway_uma::certificates::{CertificateTerms, PublicKeyResponse, self_signed_certificate};
use causeway_uma::counterparty::CounterpartyDataOptions;
use causeway_uma::discovery::{DiscoveryRequest, DiscoveryResponse, ReceiverCompliance, metadata};
use causeway_uma::errors::{ErrorBody, WireCode};
use causeway_uma::invoice::{InvoiceCurrency, SignedUmaInvoice, UmaInvoice};
use causeway_uma::keys::PrivateKey;
use causeway_uma::pay::{
    ConvertedAmount, PayAmount, PayRequest, PayResponse, PayeeCompliance, PayeeData, PayerCompliance,
    PayerData,
};
use causeway_uma::signing::{BackingSignature, MessageSignature, Nonce, payload};
use causeway_uma::travel_rule::{EncryptionRandomness, TravelRuleFormat, encrypt};
use causeway_uma::{
    Currency, ProtocolVersion, SettlementChoice, TransactionHook, UtxoAmount, WireCurrencyCode, WireKycStatus,
};
use serde_json::{Map, Value, json};

type Outcome<T> = Result<T, Box<dyn Error>>;

const NOW: i64 = 1_795_780_800;
const TRAVEL_RULE: &str = r#"{"originator":{"name":"Zoë Tester"}}"#;

/// The keys and addresses of both sides.
struct Parties {
    signing: PrivateKey,
    encryption: PrivateKey,
    backing: PrivateKey,
    alice: Identifier,
    bob: Identifier,
    sender: Host,
}

fn main() -> Outcome<()> {
    let parties = Parties {
        signing: PrivateKey::from_bytes(&[0x11; 32])?,
        encryption: PrivateKey::from_bytes(&[0x22; 32])?,
        backing: PrivateKey::from_bytes(&[0x33; 32])?,
        alice: Identifier::parse("$alice@sender.example")?,
        bob: Identifier::parse("$bob@receiver.example")?,
        sender: Host::parse("sender.example")?,
    };
    let mut messages = vec![parties.keys()?];
    messages.extend(parties.discovery_requests()?);
    messages.extend(parties.discovery_responses()?);
    messages.extend(parties.pay_requests()?);
    messages.extend(parties.pay_responses()?);
    messages.extend([parties.hook()?, parties.invoice()?, parties.signature(), parties.ciphertext()?]);
    messages.extend(errors()?);
    let text = serde_json::to_string_pretty(&json!({ "now": NOW, "messages": messages }))?;
    writeln!(std::io::stdout(), "{text}")?;
    Ok(())
}

fn nonce(number: u8) -> Nonce {
    Nonce::from_random([number; 16])
}

/// Returns a test key in hexadecimal digits.
fn digits(key: &PrivateKey) -> String {
    key.to_bytes().iter().map(|byte| format!("{byte:02x}")).collect()
}

fn code(text: &str) -> Outcome<WireCurrencyCode> {
    Ok(WireCurrencyCode::parse(text)?)
}

impl Parties {
    fn public_key(&self) -> String {
        self.signing.public_key().to_uncompressed_hex()
    }

    fn keys(&self) -> Outcome<Value> {
        let certificate = |key: &PrivateKey, serial: u8| {
            let terms = CertificateTerms {
                host: &self.sender,
                serial: [serial; 16],
                not_before: 1_700_000_000,
                not_after: 4_102_444_800,
            };
            self_signed_certificate(key, terms)
        };
        let signing = certificate(&self.signing, 1)?;
        let encryption = certificate(&self.encryption, 2)?;
        let answer = PublicKeyResponse::new(&[signing], &[encryption], NOW + 3_600)?;
        Ok(json!({
            "name": "keys", "kind": "pubkeyResponse", "wire": answer.to_json(),
            "signingKey": self.public_key(),
            "encryptionKey": self.encryption.public_key().to_uncompressed_hex(),
        }))
    }

    fn discovery_requests(&self) -> Outcome<Vec<Value>> {
        let sign = |receiver: &str, number: u8| -> Outcome<DiscoveryRequest> {
            let receiver = Identifier::parse(receiver)?;
            Ok(DiscoveryRequest::sign(&self.signing, receiver, self.sender.clone(), nonce(number), NOW))
        };
        let plain = sign(self.bob.as_str(), 1)?;
        let symbols = sign("$bob.b-c_d+e@receiver.example", 2)?;
        let mut backed = sign(self.bob.as_str(), 3)?;
        backed.backing_signatures =
            vec![BackingSignature::sign(&self.backing, "backing.example", &backed.payload())];
        let mut forged = sign(self.bob.as_str(), 4)?;
        forged.signature.timestamp += 1;
        let message = |name: &str, request: &DiscoveryRequest| {
            json!({
                "name": name, "kind": "lnurlpRequest", "wire": request.to_url(), "publicKey": self.public_key(),
                "receiverAddress": request.receiver.as_str(), "vaspDomain": request.vasp_domain.as_str(),
                "nonce": request.signature.nonce.as_str(), "timestamp": request.signature.timestamp,
                "umaVersion": request.uma_version.to_string(), "isSubjectToTravelRule": true,
            })
        };
        let mut with_backing = message("discovery, backing signature", &backed);
        with_backing["backing"] = self.backing_keys();
        let mut refused = message("discovery, changed timestamp", &forged);
        refused["expect"] = json!("reject");
        Ok(vec![message("discovery", &plain), message("discovery, symbols", &symbols), with_backing, refused])
    }

    fn backing_keys(&self) -> Value {
        json!({ "backing.example": self.backing.public_key().to_compressed_hex() })
    }

    fn discovery_responses(&self) -> Outcome<Vec<Value>> {
        let currencies: Vec<Currency> = serde_json::from_value(json!([
            { "code": "USD", "name": "US Dollar", "symbol": "$", "decimals": 2, "multiplier": 8330, "convertible": { "min": 1, "max": 1_000_000 } },
            { "code": "JPY", "name": "Japanese Yen", "symbol": "¥", "decimals": 0, "multiplier": 6623.75, "convertible": { "min": 1, "max": 5_000_000 } },
        ]))?;
        let receiver = self.bob.clone();
        let mut payer_data = CounterpartyDataOptions::required();
        payer_data.add("name", true);
        payer_data.add("email", false);
        let mut response = DiscoveryResponse {
            callback: Callback::parse("https://receiver.example/uma/payreq/abc")?,
            sendable: Currency::sendable_range(&currencies).ok_or("no currencies")?,
            metadata: metadata(&receiver),
            currencies,
            payer_data,
            compliance: ReceiverCompliance::sign(
                &self.signing,
                receiver,
                WireKycStatus::Verified,
                nonce(5),
                NOW,
            ),
            uma_version: ProtocolVersion::OWN,
            settlement_options: serde_json::from_value(json!([
                { "settlementLayer": "spark", "assets": [{ "identifier": "USDB", "multipliers": { "USD": 10_000 } }] },
            ]))?,
            comment_allowed: 140,
        };
        let expected: Vec<Value> = response
            .currencies
            .iter()
            .map(|currency| {
                json!({
                    "code": currency.code, "decimals": currency.decimals,
                    "multiplier": currency.multiplier.to_string().parse::<f64>().unwrap_or_default(),
                    "min": currency.convertible.min, "max": currency.convertible.max,
                })
            })
            .collect();
        let message = |name: &str, response: &DiscoveryResponse| {
            json!({
                "name": name, "kind": "lnurlpResponse", "wire": response.to_json(), "publicKey": self.public_key(),
                "receiverAddress": self.bob.as_str(), "umaVersion": "1.0", "currencies": expected,
            })
        };
        let plain = message("receiver", &response);
        let payload = response.compliance.payload();
        let backing = BackingSignature::sign(&self.backing, "backing.example", &payload);
        response.compliance.backing_signatures = vec![backing];
        let mut backed = message("receiver, backing signature", &response);
        backed["backing"] = self.backing_keys();
        response.compliance.receiver_identifier = Identifier::parse("$bot@receiver.example")?;
        let mut forged = message("receiver, changed address", &response);
        forged["expect"] = json!("reject");
        forged["receiverAddress"] = json!("$bot@receiver.example");
        Ok(vec![plain, backed, forged])
    }

    fn payer_data(&self, number: u8, travel_rule: Option<String>) -> PayerData {
        let nonce = nonce(number);
        let payload = payload::pay_request(&self.alice, &nonce, NOW);
        let mut fields = Map::new();
        fields.insert("name".to_owned(), json!("Zoë \"Tester\""));
        let compliance = PayerCompliance {
            kyc_status: WireKycStatus::Verified,
            signature: MessageSignature::sign(&self.signing, &payload, nonce, NOW),
            utxos: vec![],
            node_pub_key: None,
            utxo_callback: None,
            travel_rule_format: travel_rule.is_some().then(TravelRuleFormat::ivms101),
            encrypted_travel_rule_info: travel_rule,
            backing_signatures: vec![BackingSignature::sign(&self.backing, "backing.example", &payload)],
        };
        PayerData::new(self.alice.clone(), compliance, fields)
    }

    fn pay_requests(&self) -> Outcome<Vec<Value>> {
        let randomness =
            EncryptionRandomness { ephemeral_key: PrivateKey::from_bytes(&[0x44; 32])?, nonce: [7; 16] };
        let travel_rule = encrypt(&self.encryption.public_key(), &randomness, TRAVEL_RULE.as_bytes())?;
        let receiving = PayRequest {
            amount: PayAmount::parse("5000.USD")?,
            convert: code("USD")?,
            payer_data: self.payer_data(6, Some(travel_rule)),
            payee_data: CounterpartyDataOptions::required(),
            settlement: Some(SettlementChoice { layer: "spark".into(), asset_identifier: "USDB".into() }),
            comment: Some("thanks".into()),
            invoice_uuid: Some("c7c07fec-cf00-431c-916f-6c13fc4b69f9".into()),
            uma_version: Some(ProtocolVersion::OWN),
        };
        let sending = PayRequest {
            amount: PayAmount::Settlement(1_000_000),
            payer_data: self.payer_data(7, None),
            settlement: None,
            comment: None,
            invoice_uuid: None,
            ..receiving.clone()
        };
        let message = |name: &str, request: &PayRequest| {
            json!({
                "name": name, "kind": "payRequest", "wire": request.to_json(), "publicKey": self.public_key(),
                "payerIdentifier": self.alice.as_str(), "convert": "USD", "backing": self.backing_keys(),
            })
        };
        let mut first = message("pay request, receiving amount", &receiving);
        first["amount"] = json!(5_000);
        first["amountCurrency"] = json!("USD");
        first["travelRule"] = json!(TRAVEL_RULE);
        first["decryptionKey"] = json!(digits(&self.encryption));
        let mut second = message("pay request, sending amount", &sending);
        second["amount"] = json!(1_000_000);
        let mut forged = message("pay request, changed sender", &sending);
        let wire = sending.to_json().replacen("$alice", "$alicf", 1);
        forged["wire"] = json!(wire);
        forged["payerIdentifier"] = json!("$alicf@sender.example");
        forged["expect"] = json!("reject");
        Ok(vec![first, second, forged])
    }

    fn pay_responses(&self) -> Outcome<Vec<Value>> {
        let nonce = nonce(8);
        let payload = payload::pay_response(&self.alice, &self.bob, &nonce, NOW);
        let mut fields = Map::new();
        fields.insert("nationality".to_owned(), json!("DE"));
        let response = PayResponse {
            pr: "lntest41650100".into(),
            converted: ConvertedAmount {
                amount: 5_000,
                currency_code: code("USD")?,
                decimals: 2,
                multiplier: Multiplier::parse("8330")?,
                fee: 100,
            },
            payee_data: PayeeData {
                identifier: Some(self.bob.clone()),
                compliance: PayeeCompliance {
                    signature: MessageSignature::sign(&self.signing, &payload, nonce, NOW),
                    utxos: vec![],
                    node_pub_key: None,
                    utxo_callback: Some(Callback::parse("https://receiver.example/uma/utxo/abc")?),
                    backing_signatures: vec![BackingSignature::sign(
                        &self.backing,
                        "backing.example",
                        &payload,
                    )],
                },
                fields,
            },
            uma_version: Some(ProtocolVersion::OWN),
        };
        let message = json!({
            "name": "pay response", "kind": "payResponse", "wire": response.to_json(),
            "publicKey": self.public_key(), "payerIdentifier": self.alice.as_str(),
            "payeeIdentifier": self.bob.as_str(), "pr": response.pr, "convertedAmount": 5_000,
            "backing": self.backing_keys(),
        });
        let mut forged = message.clone();
        forged["name"] = json!("pay response, other sender");
        forged["payerIdentifier"] = json!("$mallory@sender.example");
        forged["expect"] = json!("reject");
        Ok(vec![message, forged])
    }

    fn hook(&self) -> Outcome<Value> {
        let utxos = vec![UtxoAmount { utxo: "abcdef12345:1".into(), amount_msats: 1_000 }];
        let hook = TransactionHook::sign(&self.signing, self.sender.clone(), utxos, nonce(9), NOW);
        Ok(json!({
            "name": "hook", "kind": "postTransactionCallback", "wire": hook.to_json(),
            "publicKey": self.public_key(), "vaspDomain": self.sender.as_str(),
        }))
    }

    fn invoice(&self) -> Outcome<Value> {
        let invoice = UmaInvoice {
            receiver_uma: self.bob.clone(),
            invoice_uuid: "c7c07fec-cf00-431c-916f-6c13fc4b69f9".into(),
            amount: 32_768,
            receiving_currency: InvoiceCurrency {
                code: code("USD")?,
                name: "US Dollar".into(),
                symbol: "$".into(),
                decimals: 2,
            },
            expiration: 1_795_784_400,
            is_subject_to_travel_rule: true,
            required_payer_data: Some(CounterpartyDataOptions::required()),
            uma_versions: vec![ProtocolVersion::OWN],
            comment_chars_allowed: Some(140),
            sender_uma: Some(self.alice.clone()),
            max_num_payments: Some(1),
            kyc_status: Some(WireKycStatus::Verified),
            callback: Callback::parse("https://receiver.example/uma/payreq/abc")?,
        };
        let text = SignedUmaInvoice::sign(&self.signing, invoice)?.to_text()?;
        Ok(json!({
            "name": "invoice", "kind": "invoice", "wire": text, "publicKey": self.public_key(),
            "receiverUma": self.bob.as_str(), "amount": 32_768,
        }))
    }

    fn signature(&self) -> Value {
        let payload = "$zoë@sender.example|1|1";
        json!({
            "name": "signature", "kind": "signature", "payload": payload, "publicKey": self.public_key(),
            "signature": self.signing.sign(payload.as_bytes()).to_hex(),
        })
    }

    fn ciphertext(&self) -> Outcome<Value> {
        let randomness =
            EncryptionRandomness { ephemeral_key: PrivateKey::from_bytes(&[0x55; 32])?, nonce: [8; 16] };
        let text = "Zoë ₿ 名前";
        Ok(json!({
            "name": "ciphertext", "kind": "ecies", "privateKey": digits(&self.encryption), "plaintext": text,
            "ciphertext": encrypt(&self.encryption.public_key(), &randomness, text.as_bytes())?,
        }))
    }
}

/// Returns the errors that both SDKs know.
fn errors() -> Outcome<Vec<Value>> {
    const OTHERS: [WireCode; 3] = [
        WireCode::UnsupportedUmaVersion,
        WireCode::MissingMandatoryPayeeData,
        WireCode::UmaConfigurationFetchError,
    ];
    let mut messages: Vec<Value> = WireCode::ALL
        .iter()
        .filter(|code| !OTHERS.contains(code))
        .map(|code| {
            let body = ErrorBody::new(*code, "a reason");
            json!({
                "name": format!("error {code}"), "kind": "error", "wire": body.to_json(),
                "code": code.as_str(), "httpStatus": code.status(),
            })
        })
        .collect();
    let body = ErrorBody::unsupported_version(ProtocolVersion::parse("2.0")?);
    messages.push(json!({
        "name": "error of another version", "kind": "error", "wire": body.to_json(),
        "code": body.code, "httpStatus": 412, "supportedMajorVersions": [1],
    }));
    Ok(messages)
}
