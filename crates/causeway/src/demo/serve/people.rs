//! Customers with money and a bank account to pay to.

use serde_json::json;

use super::super::DemoError;
use super::super::members::text_at;
use super::filler::Filler;

/// Money of each customer at the beginning, in US cents.
const FUNDS: i64 = 2_000_000;

/// A person to become a customer.
pub(super) struct Person {
    name: &'static str,
    email: &'static str,
    payee: &'static str,
    /// End of the payee's IBAN, which the sandbox takes for one that can be paid to.
    iban_end: &'static str,
}

const fn person(
    name: &'static str,
    email: &'static str,
    payee: &'static str,
    iban_end: &'static str,
) -> Person {
    Person { name, email, payee, iban_end }
}

/// The customers of the first platform.
pub(super) const PEOPLE: [Person; 6] = [
    person("Ada Lovelace", "ada@example.com", "Erika Musterfrau", "210"),
    person("Grace Hopper", "grace@example.com", "Hans Beispiel", "220"),
    person("Alan Turing", "alan@example.com", "Atelier Exemple", "230"),
    person("Katherine Johnson", "katherine@example.com", "Mario Esempio", "240"),
    person("Edsger Dijkstra", "edsger@example.com", "Voorbeeld BV", "250"),
    person("Barbara Liskov", "barbara@example.com", "Ejemplo SL", "260"),
];

/// The customers of the second platform.
pub(super) const OTHERS: [Person; 2] = [
    person("Donald Knuth", "donald@example.org", "Erika Musterfrau", "270"),
    person("Frances Allen", "frances@example.org", "Hans Beispiel", "280"),
];

/// A customer who can pay.
pub(super) struct Payer {
    pub(super) customer: String,
    /// Internal account in US dollars.
    pub(super) source: String,
    /// External account in euro.
    pub(super) destination: String,
}

/// Adds a customer.
pub(super) async fn add(filler: &mut Filler<'_>, person: &Person) -> Result<Payer, DemoError> {
    let request = json!({
        "customerType": "INDIVIDUAL",
        "fullName": person.name,
        "email": person.email,
        "currencies": ["USD"],
    });
    let customer = filler.client.post("/customers", &request, 201).await?;
    let customer = text_at(&customer, "/id")?.to_owned();
    let path = format!("/customers/internal-accounts?customerId={customer}&currency=USD");
    let accounts = filler.client.get(&path).await?;
    let source = text_at(&accounts, "/data/0/id")?.to_owned();
    let path = format!("/sandbox/internal-accounts/{source}/fund");
    filler.client.post(&path, &json!({ "amount": FUNDS }), 200).await?;
    let destination = bank_account(filler, &customer, person.payee, person.iban_end).await?;
    Ok(Payer { customer, source, destination })
}

/// Registers the bank account of a payee, by the end of its IBAN (money 13.1).
pub(super) async fn bank_account(
    filler: &mut Filler<'_>,
    customer: &str,
    payee: &str,
    iban_end: &str,
) -> Result<String, DemoError> {
    let request = json!({
        "customerId": customer,
        "currency": "EUR",
        "accountInfo": {
            "accountType": "EUR_ACCOUNT",
            "iban": format!("DE89370400440532013{iban_end}"),
            "beneficiary": {
                "beneficiaryType": "INDIVIDUAL",
                "fullName": payee,
                "countryOfResidence": "DE",
            },
        },
    });
    let account = filler.client.post("/customers/external-accounts", &request, 201).await?;
    Ok(text_at(&account, "/id")?.to_owned())
}
