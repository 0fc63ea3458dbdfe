"""How the money moves between UMA providers: an interface, and a simulated Lightning network behind HTTP. README.md has its endpoints."""

from abc import ABC, abstractmethod

import requests


class Settlement(ABC):
    """How the money moves between the providers. A payment request (`pr`) is opaque here."""

    @abstractmethod
    def create_invoice(self, amount_msats: int, description_hash: str, expiry: int) -> dict:
        """Returns `pr` and `paymentHash`."""

    @abstractmethod
    def pay(self, pr: str) -> dict:
        """Returns `status`, `paymentHash` and `preimage`."""

    @abstractmethod
    def status(self, payment_hash: str) -> str:
        """The status of an own invoice."""


class HttpSettlement(Settlement):
    """A simulated Lightning network behind three HTTP endpoints."""

    def __init__(self, base: str):
        self.base = base.rstrip("/")

    def call(self, method: str, path: str, body=None) -> dict:
        answer = requests.request(method, self.base + path, json=body, timeout=10)
        answer.raise_for_status()
        return answer.json()

    def create_invoice(self, amount_msats, description_hash, expiry):
        return self.call("POST", "/invoices", {"amountMsats": amount_msats, "descriptionHash": description_hash, "expirySeconds": expiry})

    def pay(self, pr):
        return self.call("POST", "/payments", {"pr": pr})

    def status(self, payment_hash):
        return self.call("GET", f"/invoices/{payment_hash}")["status"]
