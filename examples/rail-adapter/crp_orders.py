"""The orders of an adapter: what is the same for every bank.

An order is stored with its digest, and what the bank will be told, in one commit. Only
then it is answered, and only then the bank hears of it.
"""

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import crp
import crp_values as values
from crp_store import Store
from crp_values import CrpError


class Orders:
    """Answers Causeway from the store, and gives orders to the bank when they are due.

    An adapter adds `payment_of`, `cancel` and `advance`.
    """

    def __init__(self, options, capabilities):
        self.options, self.offered = options, capabilities
        self.store = Store(Path(options.data, "adapter.db"))
        self.memory, self.changes = self.store.memory, self.store.changes
        self.busy, self.pool = set(), ThreadPoolExecutor(8)

    def capabilities(self):
        return self.offered | {"push": bool(self.options.push)}

    def precheck(self, kind, question):
        reason = refusal(self.offered, kind, question)
        return {"available": not reason, "expectedSettlementAt": None, "reason": reason}

    def submit(self, target, body):
        with self.store.commit():
            if record := self.store.known(target, body):
                return record
            order = values.parse(body)
            values.check_order(target, order, self.offered)
            payment = values.serialize(self.payment_of(target, order)).decode()
            reason = refusal(self.offered, target.kind, order)
            state, due = ("FAILED", None) if reason else ("RECEIVED", time.time())
            record = values.new_record(target, state, body, order) | {"reason": reason}
            return self.store.write(target.reference, record, due, payment)

    def status(self, target):
        with self.store.commit():
            if record := self.store.order(target.reference):
                return record
            raise CrpError(404, "ORDER_NOT_FOUND", "There is no such order.")

    def give(self):
        """Takes up the orders that are due."""
        with self.store.commit():
            due = self.store.take_due(self.options.patience) - self.busy
        self.busy |= due
        for reference in due:
            self.pool.submit(self.take_up, reference)
        return 0.05

    def take_up(self, reference):
        try:
            self.advance(reference)
        except Exception as problem:
            crp.log(f"advance: {type(problem).__name__}")
        finally:
            self.busy.discard(reference)


def refusal(capabilities, kind, order):
    """Returns the reason to refuse an order or a precheck, or `None`."""
    corridor = values.corridor_of(capabilities, kind, order)
    if not corridor:
        return None
    if not corridor["minimum"] <= order["amount"]["amount"] <= corridor["maximum"]:
        return "LIMIT_EXCEEDED"
    text = str(order.get("remittanceInformation") or "")
    return "INVALID_FORMAT" if len(text) > corridor["remittanceMaximum"] else None
