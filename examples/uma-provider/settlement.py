"""How the money moves between UMA providers: an interface, and a Lightning node behind an adapter.

The protocol of adapters is in docs/operating/lightning.md.
"""

import base64
import hashlib
import hmac
import json
import re
import time
from abc import ABC, abstractmethod

import requests

TIMEOUT = 10
PAYMENT_SECONDS = 30
MSATS_PER_BITCOIN = 100_000_000_000
BITCOIN_PARTS = {"": 1, "m": 10**3, "u": 10**6, "n": 10**9, "p": 10**12}


class Settlement(ABC):
    """How the money moves between the providers. The same `id` is the same invoice, or the same payment."""

    @abstractmethod
    def create_invoice(self, id: str, amount_msats: int, description_hash: str, expiry: int) -> dict:
        """Returns `pr` and `paymentHash`."""

    @abstractmethod
    def invoice_state(self, id: str) -> str:
        """Returns OPEN, PAID or CANCELLED."""

    @abstractmethod
    def pay(self, id: str, pr: str) -> dict:
        """Returns `state`, and `preimage` if that is PAID."""

    @abstractmethod
    def amount_msats(self, pr: str) -> int:
        """Returns the amount of a payment request."""


class LightningAdapter(Settlement):
    """A Lightning node behind the adapter protocol. `secret` is in Base64, and signs the requests."""

    def __init__(self, url: str, secret: str, platform: str):
        self.url, self.secret, self.platform = url.rstrip("/"), base64.b64decode(secret), platform

    def call(self, path: str, id: str, **members) -> dict:
        body = json.dumps({"id": id, "platformId": self.platform, **members}).encode()
        signed_id, now = f"{path}:{id}", str(int(time.time()))
        signature = hmac.new(self.secret, f"{signed_id}.{now}.".encode() + body, hashlib.sha256).digest()
        headers = {"Content-Type": "application/json", "webhook-id": signed_id, "webhook-timestamp": now,
                   "webhook-signature": "v1," + base64.b64encode(signature).decode()}
        answer = requests.post(f"{self.url}/{path}", data=body, headers=headers, timeout=TIMEOUT)
        answer.raise_for_status()
        return answer.json()

    def create_invoice(self, id, amount_msats, description_hash, expiry):
        terms = {"amountMsat": amount_msats, "descriptionHash": description_hash, "expirySeconds": expiry}
        made = self.call("invoices", id, **terms)
        return {"pr": made["paymentRequest"], "paymentHash": made["paymentHash"]}

    def invoice_state(self, id):
        return self.call("invoices/state", id)["state"]

    def pay(self, id, pr):
        amount = self.amount_msats(pr)
        payment = self.call("payments", id, paymentRequest=pr, amountMsat=amount, maxFeeMsat=max(amount // 100, 10_000))
        end = time.monotonic() + PAYMENT_SECONDS
        while payment["state"] == "PENDING" and time.monotonic() < end:
            time.sleep(0.2)
            payment = self.call("payments/state", id)
        return payment

    def amount_msats(self, pr):
        # A BOLT 11 invoice begins with the network, a number, the part of a bitcoin that it counts, and a 1.
        match = re.match(r"ln(?:bcrt|bc)(\d+)([munp]?)1", pr)
        if not match:
            raise ValueError("The payment request is no Lightning invoice with an amount.")
        return int(match[1]) * MSATS_PER_BITCOIN // BITCOIN_PARTS[match[2]]
