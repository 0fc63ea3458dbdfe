//! What the sandboxes have before the commands on the pages for operators are run.

/// An alert about money that matches nothing, and a receiver.
pub(super) const ALERT: &str = r#"
causeway deposit push --reference "INVOICE 2" --amount 5000 --currency EUR --rail SEPA --payer "Some Payer"
until causeway alert list | grep DEPOSIT_UNMATCHED; do sleep 0.1; done
ALERT=$(causeway alert list --json | grep -o 'Alert:[0-9a-f-]*' | head -1)
SINK=$(causeway alert-sink add webhook http://localhost:9/alerts --json | grep -o 'AlertSink:[0-9a-f-]*' | head -1)
"#;

/// A payout whose rail reports no outcome. The page sets the fault once more.
pub(super) const REHEARSAL: &str = r#"
api $BASE/sandbox/internal-accounts/$ACCOUNT/fund -d '{"amount": 200000}'
causeway clock freeze
causeway sandbox fault hide-outcomes
PAYMENT=$(api -X POST $BASE/quotes/$(quote $SLOW)/execute | grep -o 'Transaction:[0-9a-f-]*' | head -1)
"#;

/// Three payouts that the rail does not settle, and two refunds about which it has not decided: the clock is
/// frozen.
pub(super) const STUCK_PAYMENTS: &str = r#"
api $BASE/sandbox/internal-accounts/$ACCOUNT/fund -d '{"amount": 200000}'
causeway clock freeze
pay() { api -X POST $BASE/quotes/$(quote $1)/execute | grep -o 'Transaction:[0-9a-f-]*' | head -1; }
REFUSING=$(bank DE89370400440532013007)
RELEASED=$(pay $REFUSING) && KEPT=$(pay $REFUSING)
causeway clock advance 600ms
ARRIVED=$(pay $SLOW) && FAILED=$(pay $SLOW) && UNKNOWN=$(pay $SLOW)
"#;

/// A deposit, and the reference of a payment.
pub(super) const PAYMENTS_TO_FIND: &str = r#"
DEPOSIT=$(causeway deposit push $ACCOUNT --amount 5000 --rail RTP --json | grep -o 'Transaction:[0-9a-f-]*' | head -1)
REFERENCE=$(causeway payment list --type OUTGOING --limit 1 --json | grep -o '"reference": "[^"]*' | cut -d'"' -f4)
"#;

/// A customer with contacts, the end of its id, and an unmatched deposit.
pub(super) const TO_FIND: &str = r#"
ADA=$(api $BASE/customers -d '{"customerType": "INDIVIDUAL", "fullName": "Ada Lovelace", "currencies": ["USD"],
  "email": "ada@example.com", "phoneNumber": "+14155550123"}' | id)
END=$(echo $ADA | grep -o '......$')
causeway deposit push --reference "INVOICE 7" --amount 5000 --currency EUR --rail SEPA --payer "Some Payer"
until causeway suspense list | grep "INVOICE 7"; do sleep 0.1; done
"#;

/// A deposit to a frozen account, unmatched money, and two deposits of coins that wait.
pub(super) const DEPOSITS: &str = r#"
first() { grep -o 'Transaction:[0-9a-f-]*' | head -1; }
causeway account freeze $ACCOUNT
SUSPENDED=$(causeway deposit push $ACCOUNT --amount 5000 --rail RTP --json | first)
until causeway suspense list | grep $SUSPENDED; do sleep 0.1; done
causeway account release $ACCOUNT
UNMATCHED=$(causeway deposit push --reference "INVOICE 2" --amount 5000 --currency EUR --rail SEPA --payer "Some Payer" --json | first)
causeway setting set counterparty_requirements on --platform Sandbox
OWNER=$(api $BASE/customers -d '{"customerType": "INDIVIDUAL", "fullName": "Hedy Lamarr", "currencies": ["USDC"]}' | id)
WALLET=$(api "$BASE/customers/internal-accounts?customerId=$OWNER&currency=USDC" | id)
coins() { causeway deposit push $WALLET --amount 1000000 --network ETHEREUM --from 0x000000000000000000000000000000000000000$1 --json | first; }
FIRST=$(coins 1) && SECOND=$(coins 2)
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
until causeway mailbox list --json | grep jane@example.com; do sleep 0.1; done
MESSAGE=$(causeway mailbox list --json | grep -o '"message": "[^"]*' | cut -d'"' -f4)
"#;

/// Two verifications, each with one document, and an external account, all under review; and an account of the
/// customer that is approved.
pub(super) const VERIFICATION: &str = r#"
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
HELD=$(api "$BASE/customers/internal-accounts?customerId=$OTHER&currency=USD" | id)
CUSTOMER=$(person)
DOCUMENT=$(passport $CUSTOMER)
VERIFICATION=$(submit $CUSTOMER)
causeway external-account review $BANK --reason "a test"
"#;
