"""Starts Causeway, a provider on the public Python SDK and a simulated Lightning node on this machine, lets the two pay
each other, and checks the outcomes. README.md has the command. Exit code 0: everything held."""

import argparse
import json
import signal
import sys
import tempfile
import traceback
from pathlib import Path
from urllib.parse import quote as escaped

from loopback import Causeway, Node, Processes, SdkProvider, Webhooks, install, wait_for

TARGET = Path(__file__).resolve().parents[2] / "target" / "debug"
FUNDS = 10_000_000  # cents
FEE_MSATS = 100  # of provider.py, as the rates
RATES = {"USD": 8330, "EUR": 9054.5, "XOF": 1388.33333333, "USDC": 0.833}
SENDER_INFO = {"NATIONALITY": "GB"}  # the provider wants it, and Ada's record does not have it
TRAVEL_RULE = {"originator": {"name": "Alice Tester", "address": "7 Secret Lane, Springfield"}}


class Results:
    """The outcomes, printed one line each."""

    def __init__(self):
        self.held, self.failed = 0, 0

    def check(self, subject: str, holds: bool, *seen):
        self.held, self.failed = self.held + bool(holds), self.failed + (not holds)
        print(f"{'ok    ' if holds else 'FAILED'} {subject}", flush=True)
        if not holds:
            print(f"       seen: {json.dumps(seen, ensure_ascii=False, default=str)}", flush=True)

    def equal(self, subject: str, seen, expected):
        self.check(subject, seen == expected, seen, "instead of", expected)

    def run(self, part, *arguments):
        """Runs a part. An exception ends the part, and counts as a failure."""
        print(f"\n{part.__doc__}")
        try:
            part(self, *arguments)
        except Exception:
            traceback.print_exc()
            self.check("the part has run to its end", False)


class World:
    """Causeway with the customers Ada (who pays) and Bob (who is paid), and the provider with its users."""

    def __init__(self, processes: Processes, webhooks: Webhooks, args):
        node = Node(processes, args.lightning_node, ["causeway", "provider"])
        self.webhooks = webhooks
        self.causeway = causeway = Causeway(processes, args.causeway, node.wallets["causeway"])
        refusals = ["--refuse", "carol=COUNTERPARTY_NOT_ALLOWED", "--refuse", "dave=SENDER_NOT_ACCEPTED",
                    "--refuse", "erin=MISSING_MANDATORY_PAYER_DATA"]
        self.provider = SdkProvider(processes, install(args.environment), node.wallets["provider"],
                                    ["--require", "name", "--require", "nationality", *refusals])

        fields = [{"name": "FULL_NAME", "mandatory": True}]
        types = ["INCOMING", "OUTGOING"]
        currencies = [{"currencyCode": code, "minAmount": 1, "maxAmount": 1_000_000, "enabledTransactionTypes": types,
                       "requiredCounterpartyFields": fields} for code in ["USD", "EUR", "XOF"]]
        expect(200, causeway.call("PATCH", "/config", {
            "umaDomain": causeway.domain, "webhookEndpoint": webhooks.url, "supportedCurrencies": currencies}))
        causeway.operator("uma-provider", "allow", self.provider.domain, "--reason", "example")
        self.ada, self.bob = self.customer("Ada", "USD"), self.customer("Bob", "EUR", "XOF")
        self.dollars = self.account(self.ada, "USD")
        expect(200, causeway.post(f"/sandbox/internal-accounts/{self.dollars['id']}/fund", {"amount": FUNDS}))

    def customer(self, name: str, *currencies) -> dict:
        address = {"line1": "1 Main Street", "city": "London", "postalCode": "EC1A 1BB", "country": "GB"}
        return expect(201, self.causeway.post("/customers", {
            "customerType": "INDIVIDUAL", "fullName": f"{name} Example", "currencies": currencies, "address": address,
            "umaAddress": f"${name.lower()}@{self.causeway.domain}"}))

    def account(self, customer: dict, currency: str) -> dict:
        path = f"/customers/internal-accounts?customerId={customer['id']}&currency={currency}"
        return expect(200, self.causeway.get(path))["data"][0]

    def adas_dollars(self) -> int:
        """Ada's balance, in cents."""
        return self.account(self.ada, "USD")["balance"]["amount"]

    def bobs(self, currency: str) -> int:
        """Bob's balance, in smallest units of a currency."""
        return self.account(self.bob, currency)["balance"]["amount"]

    def look_up(self, user: str) -> dict:
        address = escaped(f"${user}@{self.provider.domain}", safe="")
        return self.causeway.get(f"/receiver/uma/{address}?customerId={self.ada['id']}")

    def quote(self, user: str, currency: str, side: str, amount: int, sender_info: dict) -> dict:
        lookup = expect(200, self.look_up(user))
        return self.causeway.post("/quotes", {
            "lookupId": lookup["lookupId"], "source": {"sourceType": "ACCOUNT", "accountId": self.dollars["id"]},
            "destination": {"destinationType": "UMA_ADDRESS", "currency": currency,
                            "umaAddress": f"${user}@{self.provider.domain}"},
            "lockedCurrencySide": side, "lockedCurrencyAmount": amount, "senderCustomerInfo": sender_info})

    def transaction(self, id: str, status: str) -> dict:
        """Waits until a transaction has a status, and returns it."""
        path = f"/transactions/{id}"
        wait_for(lambda: self.causeway.get(path).get("status") == status)
        return self.causeway.get(path)

    def incoming(self) -> list:
        """The incoming UMA payments, the newest first."""
        found = expect(200, self.causeway.get("/transactions?type=INCOMING&limit=100"))["data"]
        return [payment for payment in found if payment.get("senderUmaAddress")]


def expect(status: int, answer):
    if answer.status != status:
        raise AssertionError(f"status {answer.status} instead of {status}: {answer}")
    return answer


def causeway_pays(results: Results, world: World):
    """Causeway pays a user of the SDK provider"""
    lookup = world.look_up("bob")
    results.equal("look-up: 200", lookup.status, 200)
    found = [one["currency"]["code"] for one in lookup["supportedCurrencies"]]
    results.equal("look-up: the currencies of the provider, without JPY, which Causeway does not have", found,
                  list(RATES))
    wanted = [{"name": name, "mandatory": True} for name in ["FULL_NAME", "NATIONALITY"]]
    results.equal("look-up: the payer data that the provider wants", lookup["requiredPayerDataFields"], wanted)
    payments = [("EUR", "SENDING", 20_000), ("EUR", "RECEIVING", 12_345), ("USD", "RECEIVING", 5_000),
                ("XOF", "SENDING", 777), ("XOF", "RECEIVING", 777), ("USDC", "SENDING", 77),
                ("USDC", "RECEIVING", 765_432), ("EUR", "SENDING", 300_000)]
    for currency, side, amount in payments:
        pay_one(results, world, currency, side, amount)


def pay_one(results: Results, world: World, currency: str, side: str, amount: int):
    name = f"{side} {amount} to {currency}"
    before, number = world.adas_dollars(), len(world.provider.payments())
    quote = world.quote("bob", currency, side, amount, SENDER_INFO)
    results.check(f"{name}: quote PENDING", (quote.status, quote.get("status")) == (201, "PENDING"), quote)
    locked = quote["totalSendingAmount" if side == "SENDING" else "totalReceivingAmount"]
    results.equal(f"{name}: the quote has the locked amount", locked, amount)
    results.equal(f"{name}: the quote has the payee data", quote["counterpartyInformation"].get("FULL_NAME"),
                  f"Test $bob@{world.provider.domain}")
    expect(200, world.causeway.post(f"/quotes/{quote['id']}/execute"))
    payment = world.transaction(quote["transactionId"], "COMPLETED")
    results.equal(f"{name}: the payment is COMPLETED", payment["status"], "COMPLETED")
    told = world.webhooks.find("OUTGOING_PAYMENT.COMPLETED", payment["id"])
    results.check(f"{name}: the platform is told", told is not None)
    results.equal(f"{name}: the exact amount has left the account", before - world.adas_dollars(),
                  quote["totalSendingAmount"])

    received = world.provider.payments()[number:]
    results.equal(f"{name}: the provider has one payment, PAID", [one["state"] for one in received], ["PAID"])
    [received] = received
    results.equal(f"{name}: amount and currency at the provider", (received["amount"], received["currency"]),
                  (quote["totalReceivingAmount"], currency))
    if side == "RECEIVING":
        price = round(amount * RATES[currency] + FEE_MSATS)
        results.equal(f"{name}: the invoice has the provider's price", received["amountMsats"], price)
    payer = world.ada["umaAddress"]
    results.equal(f"{name}: payer data at the provider", received["payerData"],
                  {"identifier": payer, "name": "Ada Example", "nationality": "GB"})
    hash = payment.get("reconciliationInstructions", {}).get("transactionHash")
    results.equal(f"{name}: both sides have the payment hash", hash, received["paymentHash"])

    if quote["totalSendingAmount"] < 100_000:
        results.equal(f"{name}: no Travel Rule data below the threshold", received["travelRule"], None)
    else:
        data = json.loads(received["travelRule"])
        originator = data["originator"]["originatorPerson"][0]
        person = originator["naturalPerson"]
        seen = [person["name"]["nameIdentifier"][0]["primaryIdentifier"], originator["accountNumber"],
                person["geographicAddress"][0]["country"], data["beneficiary"]["beneficiaryPerson"][0]["accountNumber"]]
        expected = ["Ada Example", [payer], "GB", [f"$bob@{world.provider.domain}"]]
        results.equal(f"{name}: the provider decrypts the Travel Rule data", seen, expected)
    hook = world.provider.hook(received["id"]) or {}
    results.equal(f"{name}: the provider has Causeway's hook, signed", hook.get("vaspDomain"), world.causeway.domain)


def provider_pays(results: Results, world: World):
    """The SDK provider pays a customer of Causeway"""
    payments = [("receiving", 5_000, "EUR"), ("sending", 123_456_789, "EUR"), ("receiving", 777, "XOF"),
                ("sending", 7_654_321, "XOF")]
    for lock, amount, currency in payments:
        receive_one(results, world, lock, amount, currency)
    payment = receive_one(results, world, "receiving", 200_000, "EUR", "--travel-rule", json.dumps(TRAVEL_RULE))
    shown = world.causeway.operator("uma-payment", "travel-rule", payment["id"], "--reason", "example")
    results.equal("the operator sees the Travel Rule data", (shown["transaction"], shown["content"]),
                  (payment["id"], TRAVEL_RULE))
    visible = json.dumps([payment, world.incoming(), world.webhooks.events])
    results.check("nobody else sees the Travel Rule data", "Secret Lane" not in visible)


def receive_one(results: Results, world: World, lock: str, amount: int, currency: str, *options) -> dict:
    name = f"{lock} {amount} in {currency}" + (" with Travel Rule data" if options else "")
    before = world.bobs(currency)
    terms = ["--currency", currency, "--amount", amount, "--lock", lock, *options]
    sent = world.provider.send(world.bob["umaAddress"], *terms)
    results.check(f"{name}: the provider has paid", sent.get("payment", {}).get("state") == "PAID", sent)
    price = sent["converted"]
    credit = price["amount"]
    if lock == "receiving":
        results.equal(f"{name}: Causeway answers with the locked amount", credit, amount)
    else:
        results.equal(f"{name}: the invoice has the locked amount", sent["amountMsats"], amount)
        results.equal(f"{name}: Causeway converts it at its rate, rounded down", credit,
                      int((amount - price["fee"]) // price["multiplier"]))
    payment = world.transaction(world.incoming()[0]["id"], "COMPLETED")
    results.equal(f"{name}: the payment is COMPLETED", payment["status"], "COMPLETED")
    results.equal(f"{name}: the payment has the amount", payment["receivedAmount"]["amount"], credit)
    results.equal(f"{name}: the exact balance", world.bobs(currency), before + credit)
    asked = world.webhooks.find("INCOMING_PAYMENT.PENDING", payment["id"])
    results.equal(f"{name}: the platform was asked with the payer's name", asked["counterpartyInformation"],
                  {"FULL_NAME": "Alice Tester"})
    results.equal(f"{name}: the payer", payment["senderUmaAddress"], f"$alice@{world.provider.domain}")
    told = world.webhooks.find("INCOMING_PAYMENT.COMPLETED", payment["id"])
    results.check(f"{name}: the platform is told", told is not None)
    results.equal(f"{name}: the payee data at the provider", sent["payeeData"],
                  {"identifier": world.bob["umaAddress"], "name": "Bob Example"})
    results.equal(f"{name}: Causeway takes the provider's hook", sent["hookStatus"], 200)
    hook = world.provider.hook(sent["id"]) or {}
    results.equal(f"{name}: the provider has Causeway's hook, signed", hook.get("vaspDomain"), world.causeway.domain)
    return payment


def provider_refuses(results: Results, world: World):
    """The SDK provider refuses payments of Causeway"""
    before = world.adas_dollars()
    unknown = world.look_up("nobody")
    results.equal("an unknown user: 404 UMA_NOT_FOUND", (unknown.status, unknown["code"]), (404, "UMA_NOT_FOUND"))
    for user, status, code in [("carol", 403, "COUNTERPARTY_NOT_ALLOWED"), ("dave", 400, "SENDER_NOT_ACCEPTED"),
                               ("erin", 400, "MISSING_MANDATORY_USER_INFO")]:
        refused = world.quote(user, "EUR", "RECEIVING", 1_000, SENDER_INFO)
        results.equal(f"a refused pay request to ${user}: {status} {code}", (refused.status, refused.get("code")),
                      (status, code))
    refused = world.quote("bob", "EUR", "RECEIVING", 1_000, {})
    seen = (refused.status, refused.get("code"), refused.get("details"))
    results.equal("without the payer's nationality: 400 MISSING_MANDATORY_USER_INFO", seen,
                  (400, "MISSING_MANDATORY_USER_INFO", {"missingFields": ["NATIONALITY"]}))
    refused = world.quote("bob", "EUR", "RECEIVING", 1_000_001, SENDER_INFO)
    results.equal("more than the provider takes: 400", refused.status, 400)
    results.equal("no money has moved", world.adas_dollars(), before)


def causeway_refuses(results: Results, world: World):
    """Causeway refuses payments of the SDK provider"""
    before = world.bobs("EUR")
    send = lambda receiver, *options: world.provider.send(receiver, "--currency", "EUR", "--amount", 1_000, *options)
    refused = send(f"$nobody@{world.causeway.domain}")
    results.equal("an unknown user: 404 USER_NOT_FOUND", outcome(refused), ("discovery", 404, "USER_NOT_FOUND"))
    refused = send(world.bob["umaAddress"], "--name", "")
    results.equal("without the payer's name: 400 MISSING_MANDATORY_PAYER_DATA", outcome(refused),
                  ("pay request", 400, "MISSING_MANDATORY_PAYER_DATA"))
    fields = {"requiredFields": [{"name": "TAX_ID", "mandatory": True}]}
    decisions = [((403, {"reason": "no"}), "SENDER_NOT_ACCEPTED"), ((422, fields), "MISSING_MANDATORY_PAYER_DATA")]
    for decision, code in decisions:
        world.webhooks.decision = decision
        refused = send(world.bob["umaAddress"])
        world.webhooks.decision = (200, {})
        name = f"the platform answers {decision[0]}"
        results.equal(f"{name}: 400 {code}", outcome(refused), ("pay request", 400, code))
        payment = world.transaction(world.incoming()[0]["id"], "REJECTED")
        results.equal(f"{name}: the payment is REJECTED", payment["status"], "REJECTED")
    world.causeway.operator("uma-provider", "block", world.provider.domain, "--reason", "example")
    refused = send(world.bob["umaAddress"])
    results.equal("a blocked provider: 403 COUNTERPARTY_NOT_ALLOWED", outcome(refused),
                  ("discovery", 403, "COUNTERPARTY_NOT_ALLOWED"))
    world.causeway.operator("uma-provider", "allow", world.provider.domain, "--reason", "example")
    results.equal("no money has moved", world.bobs("EUR"), before)


def outcome(refusal: dict) -> tuple:
    return refusal.get("step"), refusal.get("status"), refusal.get("body", {}).get("code")


def books(results: Results, world: World):
    """The books of Causeway"""
    verified = world.causeway.operator("ledger", "verify")
    results.check("the ledger is sound", verified.get("is_sound") is True, verified)
    alerts = world.causeway.operator("alert", "list")
    results.check("no alert is open", not (alerts.get("alerts") if isinstance(alerts, dict) else alerts), alerts)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--causeway", type=Path, default=TARGET / "causeway", help="default: target/debug/causeway")
    parser.add_argument("--lightning-node", type=Path, default=TARGET / "lightning-node",
                        help="default: target/debug/lightning-node")
    parser.add_argument("--environment", type=Path, help="keeps the virtual environment; default: a temporary folder")
    args = parser.parse_args()
    for program in [args.causeway, args.lightning_node]:
        if not program.exists():
            parser.error(f"{program} does not exist; README.md tells how to build it")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))

    results = Results()
    with tempfile.TemporaryDirectory(prefix="uma-provider-") as folder:
        args.environment = args.environment or Path(folder)
        processes, webhooks = Processes(Path(folder)), Webhooks()
        try:
            world = World(processes, webhooks, args)
            for part in [causeway_pays, provider_pays, provider_refuses, causeway_refuses, books]:
                results.run(part, world)
            if results.failed:
                for name in ["causeway", "provider"]:
                    print(f"\nThe log of {name}:\n{processes.log(name)[-8000:]}")
        finally:
            processes.stop()
            webhooks.stop()
    print(f"\n{results.held} outcomes held, {results.failed} failed")
    return 1 if results.failed else 0


if __name__ == "__main__":
    sys.exit(main())
