"""Values and messages of Causeway Rail Protocol 1, and its table of states."""

import base64
import hashlib
import json
import time
from collections import namedtuple
from datetime import datetime, timezone

DEPTH_LIMIT = 32  # of objects and lists in each other
AMOUNT_LIMIT = 2**53 - 1
PAGE_ITEMS = 500

# An order: its kind, its transaction, and the `endToEndId` that follows from both.
Target = namedtuple("Target", "kind id reference")

RECORD = """transactionId kind orderDigest amount state revision reason partnerCode
    partnerText partnerReference askAt expectedSettlementAt settledAt returnedAmount
    onChain payeeVerification evidence updatedAt"""
RECORD = dict.fromkeys(RECORD.split()) | {"revision": 0, "evidence": []}

# The states that free the money, the end states, and the states that each may become.
RELEASED = {"FAILED", "CANCELLED", "RETURNED"}
ENDS = RELEASED | {"SETTLED"}
MOVES = {
    "RECEIVED": ENDS | {"RECEIVED", "SENT", "ACCEPTED", "IN_DOUBT"},
    "SENT": ENDS | {"SENT", "ACCEPTED", "IN_DOUBT"},
    "ACCEPTED": ENDS | {"ACCEPTED", "IN_DOUBT"},
    "IN_DOUBT": ENDS | {"SENT", "ACCEPTED", "IN_DOUBT"},
    "SETTLED": {"SETTLED", "RETURNED"},
    "FAILED": set(),
    "CANCELLED": set(),
    "RETURNED": set(),
}


class CrpError(Exception):
    """An answer that is an error, with its status and code."""

    def __init__(self, status, code, message, field=None, details=None):
        super().__init__(message)
        self.status, self.code = status, code
        self.field, self.details = field, details

    def content(self):
        error = {"code": self.code, "message": str(self)}
        return {"error": error | {"field": self.field, "details": self.details}}


def instant(seconds=None):
    """Returns a time of the wall clock as text; without one, the present."""
    now = time.time() if seconds is None else seconds
    text = datetime.fromtimestamp(now, timezone.utc).isoformat(timespec="milliseconds")
    return text.replace("+00:00", "Z")


def serialize(content):
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


def parse(body):
    """Returns the object in a body. Refuses what two readers could read differently."""

    def members(pairs):
        if len(dict(pairs)) != len(pairs):
            raise ValueError("a member occurs twice")
        return dict(pairs)

    def constant(name):
        raise ValueError(f"{name} is not JSON")

    try:
        text = body.decode()
        value = json.loads(text, object_pairs_hook=members, parse_constant=constant)
        serialize(value)  # fails for half of a surrogate pair
        if not isinstance(value, dict):
            raise ValueError("not an object")
        if depth(value) > DEPTH_LIMIT:
            raise ValueError(f"deeper than {DEPTH_LIMIT}")
    except (ValueError, RecursionError) as problem:
        # The text of other errors may have personal data.
        cause = problem if type(problem) is ValueError else "not JSON in UTF-8"
        raise CrpError(400, "MALFORMED", f"Unreadable body: {cause}.") from None
    return value


def depth(value):
    """Returns how deep objects and lists lie in each other."""
    if not isinstance(value, (dict, list)):
        return 0
    inner = value.values() if isinstance(value, dict) else value
    return 1 + max(map(depth, inner), default=0)


def digest(body):
    """Returns the value of the header `Content-Digest`."""
    return f"sha-256=:{base64.b64encode(hashlib.sha256(body).digest()).decode()}:"


def money_of(order):
    """Returns the amount of an order or of a precheck, in the smallest unit."""
    value = order.get("amount")
    if isinstance(value, dict) and isinstance(value.get("currency"), str):
        amount = value.get("amount")
        if type(amount) is int and 1 <= amount <= AMOUNT_LIMIT:
            return {"amount": amount, "currency": value["currency"]}
    message = f"amount needs a currency, and an integer from 1 to {AMOUNT_LIMIT}."
    raise CrpError(422, "INVALID_ORDER", message, "amount")


def check_order(target, order, capabilities):
    """Raises unless an order is that of its path, and has an amount of our account."""
    references = order.get("references")
    seen = references.get("endToEndId") if isinstance(references, dict) else None
    if (order.get("kind"), order.get("transactionId"), seen) != target:
        message = (
            "kind, transactionId and references.endToEndId are not those of the path."
        )
        raise CrpError(422, "INVALID_ORDER", message, "transactionId")
    currencies = {one["id"]: one["currency"] for one in capabilities["accounts"]}
    if currencies.get(str(order.get("account"))) != money_of(order)["currency"]:
        message = "There is no such account in this currency."
        raise CrpError(422, "INVALID_ORDER", message, "account")
    if not isinstance(order.get("remittanceInformation") or "", str):
        message = "remittanceInformation is a text."
        raise CrpError(422, "INVALID_ORDER", message, "remittanceInformation")


def corridor_of(capabilities, kind, order):
    """Returns the corridor of an order or of a precheck. Refunds have none."""
    if kind == "REFUND":
        return None
    corridors = capabilities["payouts" if kind == "PAYOUT" else "collections"]
    for corridor in corridors:
        is_named = corridor["corridor"] == order.get("corridor")
        if is_named and corridor["currency"] == money_of(order)["currency"]:
            return corridor
    message = "There is no such corridor in this currency."
    raise CrpError(422, "NO_SUCH_CORRIDOR", message, "corridor")


def new_record(target, state, body=None, order=None):
    """Returns the first record of an order. One without an order is a tombstone."""
    told = {"transactionId": target.id, "kind": target.kind, "state": state}
    if order:
        told |= {"orderDigest": digest(body), "amount": money_of(order)}
    return RECORD | told


def outcome(record):
    """Returns the answer to a cancel."""
    kept = "KEPT" if record["state"] == "SETTLED" else "PENDING"
    word = "RELEASED" if record["state"] in RELEASED else kept
    return {"outcome": word, "askAt": record["askAt"], "order": record}
