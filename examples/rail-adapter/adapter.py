"""An adapter: gives Causeway's orders to a bank, and tells what becomes of them.

The bank knows a payment by the reference of its order, and is asked for it each time
before it is told to pay. `crp_orders.py` has what is the same for every bank.
"""

import http.client
import json
import time
from pathlib import Path

import crp
import crp_values as values
from crp_orders import Orders
from crp_values import CrpError

CAPABILITIES = json.loads(Path(__file__).with_name("capabilities.json").read_text())
STATES = {name: name for name in ("ACCEPTED", "SETTLED", "CANCELLED", "RETURNED")}
STATES["REJECTED"] = "FAILED"  # the bank's word: ours
REASONS = {"AC01": "ACCOUNT_INVALID", "AM04": "INSUFFICIENT_LIQUIDITY"}
REASONS |= {"AG01": "ACCOUNT_CANNOT_RECEIVE", "RR04": "COMPLIANCE_REJECTED"}


class Adapter(Orders):
    def __init__(self, options):
        super().__init__(options, CAPABILITIES)

    def bank(self, method, path, body=None):
        """Returns the bank's status and answer, or status 0 if there was no answer."""
        timeout = min(4, self.options.patience / 2)
        connection = http.client.HTTPConnection(self.options.partner, timeout=timeout)
        try:
            connection.request(method, path, body and body.encode())
            answer = connection.getresponse()
            return answer.status, values.parse(answer.read(crp.PAGE_LIMIT))
        except (OSError, http.client.HTTPException, CrpError):
            return 0, {}
        finally:
            connection.close()

    def advance(self, reference):
        """Asks the bank for a payment, and gives it one that it has never had."""
        status, told = self.bank("GET", f"/payments/{reference}")
        with self.store.commit():
            record, payment = self.store.order(reference), None
            if status == 404 and not record["partnerReference"]:
                # Until it is due, a request that was lost may still reach the bank.
                due = time.time() + self.options.patience
                record = self.store.move(reference, record, due, state="SENT")
                if record["state"] == "SENT":
                    payment = self.store.payment(reference)
        if payment:
            status, told = self.bank("POST", "/payments", payment)
        with self.store.commit():
            self.learn(reference, self.store.order(reference), status, told)

    def cancel(self, target, _):
        """Has the bank stop a payment. It bars a reference that it does not know."""
        status, told = self.bank("POST", f"/payments/{target.reference}/cancel")
        with self.store.commit():
            record = self.store.order(target.reference)
            if record and status == 200:
                record = self.learn(target.reference, record, status, told)
            elif not record and told.get("state") == "CANCELLED":
                tombstone = values.new_record(target, "CANCELLED")
                record = self.store.write(target.reference, tombstone)
            elif not record:
                raise CrpError(503, "UNAVAILABLE", "The bank has not barred the order.")
            return values.outcome(record)

    def follow(self):
        """Takes in what has changed at the bank."""
        with self.store.commit():
            after = self.store.followed()
        status, page = self.bank("GET", f"/payments?after={after}")
        if status != 200:
            return 1
        with self.store.commit():
            for told in page["payments"]:
                if record := self.store.order(told["reference"]):
                    self.learn(told["reference"], record, status, told)
            if page["through"] != after:
                self.store.set_followed(page["through"])
        return 0.05 if page["payments"] else 0.2

    def learn(self, reference, record, status, told):
        """Takes in an answer. Without one, an order that was sent is in doubt."""
        amount, due = record["amount"], time.time() + self.options.patience
        state = STATES.get(told.get("state")) if status == 200 else None
        if not state or told["amount"] not in (None, amount and amount["amount"]):
            doubt = "RECEIVED" if record["state"] == "RECEIVED" else "IN_DOUBT"
            return self.store.move(reference, record, due, state=doubt)
        news = {"state": state, "partnerReference": told["id"]}
        news |= {"partnerCode": told["code"], "settledAt": told["settled"]}
        if state == "FAILED":
            news["reason"] = REASONS.get(told["code"], "OTHER")
        if state == "RETURNED":
            news["returnedAmount"] = amount | {"amount": told["returned"]}
            news["reason"] = "RETURNED"
        due = None if state in values.ENDS else due
        return self.store.move(reference, record, due, **news)

    def payment_of(self, target, order):
        """Returns what the bank is told: with the payee, debited account or payer."""
        direction = "DEBIT" if target.kind == "COLLECTION" else "CREDIT"
        payment = {"reference": target.reference, "direction": direction}
        payment |= {"text": order.get("remittanceInformation")} | values.money_of(order)
        try:
            if target.kind == "REFUND":
                payer = order["deposit"]["payer"]
                party = {"name": payer.get("name"), "bank": payer.get("bank")}
                party["account"] = payer.get("account") or order["deposit"]["depositId"]
            else:
                side = "source" if target.kind == "COLLECTION" else "destination"
                holder = order[side]["accountInfo"].get("beneficiary") or {}
                party = {"name": holder.get("fullName") or holder.get("legalName")}
                party |= order[side]["method"]
                party["account"] = party.get("iban") or party["accountNumber"]
            party["account"].encode()  # a text
            return party | payment
        except (KeyError, TypeError, AttributeError):
            message = "The bank knows no such account."
            raise CrpError(422, "INVALID_ORDER", message) from None


if __name__ == "__main__":
    crp.main(Adapter, steps=["give", "follow"])
