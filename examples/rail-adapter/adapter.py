"""An adapter: takes Causeway's orders, gives them to a bank, and tells what became of them.

An order is written down before it is answered, and before the bank hears of it. The bank knows a
payment by the reference of its order, and is asked for it before it is told to pay.
"""

import http.client
import json
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import crp
import crp_values as values
from crp_store import Store
from crp_values import CrpError

CAPABILITIES = json.loads(Path(__file__).with_name("capabilities.json").read_text())
STATES = {name: name for name in ("ACCEPTED", "SETTLED", "CANCELLED", "RETURNED")}
STATES["REJECTED"] = "FAILED"  # the bank's word: ours
REASONS = {"AC01": "ACCOUNT_INVALID", "AM04": "INSUFFICIENT_LIQUIDITY"}
REASONS |= {"AG01": "ACCOUNT_CANNOT_RECEIVE", "RR04": "COMPLIANCE_REJECTED"}


class Adapter:
    def __init__(self, options):
        self.options, self.store = options, Store(Path(options.data, "adapter.db"))
        self.memory, self.changes = self.store.memory, self.store.changes
        self.busy, self.pool = set(), ThreadPoolExecutor(8)

    # Causeway asks:

    def capabilities(self):
        return CAPABILITIES | {"push": bool(self.options.push)}

    def precheck(self, kind, question):
        reason = refusal(kind, question)
        return {"available": not reason, "expectedSettlementAt": None, "reason": reason}

    def submit(self, target, body):
        with self.store.commit():
            if record := self.store.known(target, body):
                return record
            order = values.parse(body)
            payment = payment_of(target, order)
            reason = refusal(target.kind, order)
            state, due = ("FAILED", None) if reason else ("RECEIVED", time.time())
            record = values.new_record(target, state, body, order) | {"reason": reason}
            return self.store.write(target.reference, record, due, payment)

    def status(self, target):
        with self.store.commit():
            if record := self.store.order(target.reference):
                return record
            raise CrpError(404, "ORDER_NOT_FOUND", "There is no such order.")

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

    # The bank is asked:

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

    def give(self):
        """Takes up the orders that are due."""
        with self.store.commit():
            due = self.store.take_due(self.options.patience) - self.busy
        self.busy |= due
        for reference in due:
            self.pool.submit(self.advance, reference)
        return 0.05

    def advance(self, reference):
        """Asks the bank for a payment, and gives it one that it has never had."""
        try:
            status, told = self.bank("GET", f"/payments/{reference}")
            with self.store.commit():
                record, payment = self.store.order(reference), None
                if status == 404 and not record["partnerReference"]:
                    # Until then, a request that was lost may still reach the bank.
                    due = time.time() + self.options.patience
                    record = self.store.move(reference, record, due, state="SENT")
                    if record["state"] == "SENT":
                        payment = self.store.payment(reference)
            if payment:
                status, told = self.bank("POST", "/payments", payment)
            with self.store.commit():
                self.learn(reference, self.store.order(reference), status, told)
        except Exception as problem:
            crp.log(f"advance: {type(problem).__name__}")
        finally:
            self.busy.discard(reference)

    def learn(self, reference, record, status, told):
        """Takes in an answer of the bank. Without one, the order is in doubt if it was sent."""
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


def refusal(kind, order):
    """Returns the reason for which an order or a precheck is refused, or `None`."""
    corridor = values.corridor_of(CAPABILITIES, kind, order)
    if not corridor:
        return None
    if not corridor["minimum"] <= order["amount"]["amount"] <= corridor["maximum"]:
        return "LIMIT_EXCEEDED"
    text = str(order.get("remittanceInformation") or "")
    return "INVALID_FORMAT" if len(text) > corridor["remittanceMaximum"] else None


def payment_of(target, order):
    """Returns what the bank is told: about the payee, the debited account, or the payer."""
    values.check_order(target, order, CAPABILITIES)
    direction = "DEBIT" if target.kind == "COLLECTION" else "CREDIT"
    payment = {"reference": target.reference, "direction": direction}
    payment |= {"text": order.get("remittanceInformation")} | values.money_of(order)
    try:
        if target.kind == "REFUND":
            payer = order["deposit"]["payer"]
            party = {"name": payer.get("name"), "bank": payer.get("bank")}
            party["account"] = payer.get("account") or order["deposit"]["depositId"]
        else:
            account = order["source" if target.kind == "COLLECTION" else "destination"]
            holder = account["accountInfo"].get("beneficiary") or {}
            party = {"name": holder.get("fullName") or holder.get("legalName")}
            party |= account["method"]
            party["account"] = party.get("iban") or party["accountNumber"]
        party["account"].encode()  # a text
        return values.serialize(party | payment).decode()
    except (KeyError, TypeError, AttributeError):
        raise CrpError(
            422, "INVALID_ORDER", "The bank knows no such account."
        ) from None


if __name__ == "__main__":
    crp.main(Adapter, steps=["give", "follow"])
