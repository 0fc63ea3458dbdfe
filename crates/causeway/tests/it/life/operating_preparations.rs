//! Preparations of the sandboxes in which the commands on the pages for operators run.

/// A second platform with a deposit of its own: commands without an id have to name the platform.
pub(super) const SECOND_PLATFORM: &str = r#"
causeway platform create --environment sandbox --name Beside
BESIDE=$(causeway account list --platform Beside --currency USD --json | grep -o 'InternalAccount:[0-9a-f-]*' | head -1)
causeway deposit push $BESIDE --amount 5000 --rail RTP
"#;

/// An alert about money that matches nothing, and a receiver.
pub(super) const ALERT: &str = r#"
causeway deposit push --platform Sandbox --reference "INVOICE 2" --amount 5000 --currency EUR --rail SEPA --payer "Some Payer"
until causeway alert list | grep DEPOSIT_UNMATCHED; do sleep 0.1; done
ALERT=$(causeway alert list --json | grep -o 'Alert:[0-9a-f-]*' | head -1)
SINK=$(causeway alert-sink add webhook http://localhost:9/alerts --json | grep -o 'AlertSink:[0-9a-f-]*' | head -1)
"#;

/// A payout whose rail reports no outcome. The page sets the fault once more.
pub(super) const REHEARSAL: &str = r#"
api $BASE/sandbox/internal-accounts/$ACCOUNT/fund -d '{"amount": 200000}'
causeway clock freeze --platform Sandbox
causeway sandbox fault hide-outcomes --platform Sandbox
PAYMENT=$(api -X POST $BASE/quotes/$(quote $SLOW)/execute | grep -o 'Transaction:[0-9a-f-]*' | head -1)
"#;

/// Three payouts that the rail does not settle, and two refunds about which it has not decided: the clock is
/// frozen.
pub(super) const STUCK_PAYMENTS: &str = r#"
api $BASE/sandbox/internal-accounts/$ACCOUNT/fund -d '{"amount": 200000}'
causeway clock freeze --platform Sandbox
pay() { api -X POST $BASE/quotes/$(quote $1)/execute | grep -o 'Transaction:[0-9a-f-]*' | head -1; }
REFUSING=$(bank DE89370400440532013007)
RELEASED=$(pay $REFUSING) && KEPT=$(pay $REFUSING)
causeway clock advance 600ms --platform Sandbox
ARRIVED=$(pay $SLOW) && FAILED=$(pay $SLOW) && UNKNOWN=$(pay $SLOW)
"#;

/// A deposit, the reference of a payment, and a customer with contacts.
pub(super) const PAYMENTS_TO_FIND: &str = r#"
api $BASE/customers -d '{"customerType": "INDIVIDUAL", "fullName": "Ada Lovelace", "currencies": ["USD"],
  "email": "ada@example.com", "phoneNumber": "+14155550123"}'
DEPOSIT=$(causeway deposit push $ACCOUNT --amount 5000 --rail RTP --json | grep -o 'Transaction:[0-9a-f-]*' | head -1)
REFERENCE=$(causeway payment list --platform Sandbox --type OUTGOING --limit 1 --json | grep -o '"reference": "[^"]*' | cut -d'"' -f4)
"#;

/// A customer with contacts, the end of its id, a rate, and an unmatched deposit.
pub(super) const TO_FIND: &str = r#"
ADA=$(api $BASE/customers -d '{"customerType": "INDIVIDUAL", "fullName": "Ada Lovelace", "currencies": ["USD"],
  "email": "ada@example.com", "phoneNumber": "+14155550123"}' | id)
END=$(echo $ADA | grep -o '......$')
causeway rate set USD EUR 0.92 --confirm 0.92
causeway deposit push --platform Sandbox --reference "INVOICE 7" --amount 5000 --currency EUR --rail SEPA --payer "Some Payer"
until causeway suspense list --platform Sandbox | grep "INVOICE 7"; do sleep 0.1; done
"#;

/// A deposit to a frozen account, unmatched money, and two deposits of coins that wait.
pub(super) const DEPOSITS: &str = r#"
first() { grep -o 'Transaction:[0-9a-f-]*' | head -1; }
causeway account freeze $ACCOUNT
SUSPENDED=$(causeway deposit push $ACCOUNT --amount 5000 --rail RTP --json | first)
until causeway suspense list --platform Sandbox | grep $SUSPENDED; do sleep 0.1; done
causeway account release $ACCOUNT
UNMATCHED=$(causeway deposit push --platform Sandbox --reference "INVOICE 2" --amount 5000 --currency EUR --rail SEPA --payer "Some Payer" --json | first)
causeway deposit push --platform Sandbox --reference "INVOICE 3" --amount 7000 --currency EUR --rail SEPA --payer "Another Payer"
causeway setting set counterparty_requirements on --platform Sandbox
OWNER=$(api $BASE/customers -d '{"customerType": "INDIVIDUAL", "fullName": "Hedy Lamarr", "currencies": ["USDC"]}' | id)
WALLET=$(api "$BASE/customers/internal-accounts?customerId=$OWNER&currency=USDC" | id)
coins() { causeway deposit push $WALLET --amount 1000000 --network ETHEREUM --from 0x000000000000000000000000000000000000000$1 --json | first; }
FIRST=$(coins 1) && SECOND=$(coins 2)
"#;

/// A customer.
pub(super) const CUSTOMER: &str = r#"
CUSTOMER=$(api $BASE/customers -d '{"customerType": "INDIVIDUAL", "fullName": "Jane Doe", "currencies": ["USD"]}' | id)
"#;

/// The end of the id of a payment, and the reference of one.
pub(super) const TO_NAME: &str = r#"
END=$(echo $PAYMENT | grep -o '......$')
REFERENCE=$(causeway payment list --platform Sandbox --type OUTGOING --limit 1 --json | grep -o '"reference": "[^"]*' | cut -d'"' -f4)
"#;

/// The directories of the sandbox, in files.
pub(super) const DIRECTORIES: &str = r#"
cat > entries.py <<'END'
import json, sys
entries = json.load(sys.stdin)["data"]
for entry in entries:
    entry.pop("allowListStatus", None)
    if "supportedCurrencies" in entry:
        entry["supportedCurrencies"] = [currency["code"] for currency in entry["supportedCurrencies"]]
json.dump(entries, sys.stdout)
END
api $BASE/discoveries | python3 entries.py > banks.json
api $BASE/vasps | python3 entries.py > vasps.json
api $BASE/uma-providers | python3 entries.py > providers.json
"#;

/// A customer to reject, a card, and an account without money.
pub(super) const TO_STOP: &str = r#"
OTHER=$(api $BASE/customers -d '{"customerType": "INDIVIDUAL", "fullName": "Hedy Lamarr", "currencies": ["USD"]}' | id)
EMPTY=$(causeway account add --currency USD --customer $CUSTOMER --json | grep -o 'InternalAccount:[0-9a-f-]*' | head -1)
causeway setting set card_eligible_currencies '["USD"]'
CARD=$(api $BASE/cards -d '{"cardholderId": "'$CUSTOMER'", "form": "VIRTUAL", "fundingSources": ["'$ACCOUNT'"]}' | id)
until api $BASE/cards/$CARD | grep '"state":"ACTIVE"'; do sleep 0.1; done
"#;

/// An account without money, and the version of a customer.
pub(super) const TO_ACT_ON: &str = r#"
EMPTY=$(causeway account add --currency USD --customer $CUSTOMER --json | grep -o 'InternalAccount:[0-9a-f-]*' | head -1)
until causeway account show $EMPTY | grep ACTIVE; do sleep 0.1; done
VERSION=$(causeway customer show $CUSTOMER --json | grep -o '"version": "[^"]*' | cut -d'"' -f4)
"#;

/// A card whose holder has an address and a telephone, and a message.
pub(super) const CARDHOLDER: &str = r#"
causeway setting set card_eligible_currencies '["USD"]'
CUSTOMER=$(api $BASE/customers -d '{"customerType": "INDIVIDUAL", "fullName": "Jane Doe", "currencies": ["USD"],
  "email": "jane@example.com", "phoneNumber": "+14155550123"}' | id)
ACCOUNT=$(api "$BASE/customers/internal-accounts?customerId=$CUSTOMER&currency=USD" | id)
CARD=$(api $BASE/cards -d '{"cardholderId": "'$CUSTOMER'", "form": "VIRTUAL", "fundingSources": ["'$ACCOUNT'"]}' | id)
until api $BASE/cards/$CARD | grep '"state":"ACTIVE"'; do sleep 0.1; done
causeway card tokenize $CARD
until causeway mailbox list --platform Sandbox --json | grep jane@example.com; do sleep 0.1; done
MESSAGE=$(causeway mailbox list --platform Sandbox --json | grep -o '"message": "[^"]*' | cut -d'"' -f4)
"#;

/// Returns the shell commands for two verifications, each with one document, and an external account, all under review.
macro_rules! verification {
    () => {
        r#"
person() { api $BASE/customers -d '{"customerType": "INDIVIDUAL", "fullName": "Vera Rubin 001", "currencies": ["USD"],
  "birthDate": "1990-01-15", "nationality": "US", "idType": "SSN", "identifier": "111-22-3333",
  "address": {"line1": "1 Main Street", "city": "Springfield", "state": "IL", "postalCode": "62701", "country": "US"}}' | id; }
printf '\x89PNG\r\n\x1a\n' > pixel.png
printf '\0\0\0\x0dIHDR\0\0\0\x01\0\0\0\x01\x08\0\0\0\0\x3a\x7e\x9b\x55' >> pixel.png
printf '\0\0\0\x0aIDAT\x78\x9c\x63\x60\0\0\0\x02\0\x01\x48\xaf\xa4\x71' >> pixel.png
printf '\0\0\0\0IEND\xae\x42\x60\x82' >> pixel.png
passport() { curl -sS -u "$AUTH" $BASE/documents -F file=@pixel.png -F documentHolder=$1 -F documentType=PASSPORT \
  -F country=US -F documentNumber=X1234567 -F 'issuingAuthority=Department of State' | id; }
submit() { api $BASE/verifications -d '{"customerId": "'$1'"}' | id; }
OTHER=$(person)
passport $OTHER
COMPLETE=$(submit $OTHER)
CUSTOMER=$(person)
DOCUMENT=$(passport $CUSTOMER)
VERIFICATION=$(submit $CUSTOMER)
causeway external-account review $BANK --reason "a test"
"#
    };
}

pub(super) const VERIFICATION: &str = verification!();

/// The same, and a token for a compliance officer, through which later commands go.
pub(super) const COMPLIANCE_DAY: &str = concat!(
    verification!(),
    r"
causeway operator-token create officer --roles compliance
export SVC_OPERATOR_URL=http://127.0.0.1:9090 SVC_OPERATOR_TOKEN_FILE=causeway-data/operator-token-officer
"
);
