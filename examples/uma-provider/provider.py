"""A small UMA provider on the public Python SDK (uma-sdk 1.6.0): it is paid, and it pays. For tests on one machine only.

    python provider.py serve --domain localhost:8090 --port 8090
    python provider.py send  --domain localhost:8090 --receiver '$bob@localhost:8080' --currency USD --amount 1000

README.md explains the options and the settlement.
"""

import argparse
import hashlib
import json
import os
import sys
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from uuid import uuid4

import ecies
import requests
import uma
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from settlement import LightningAdapter, Settlement
from uma.exceptions import InvalidRequestException

LIGHTNING = "SVC_SANDBOX_LIGHTNING_"  # URL and SECRET in the environment, as the simulated node prints them
TIMEOUT = 10
INVOICE_SECONDS = 300
FEE_MSATS = 100
RANGE = (1, 1_000_000)
CURRENCIES = {  # code: (name, symbol, mSAT per smallest unit, decimals)
    "USD": ("US Dollar", "$", 8330, 2),
    "EUR": ("Euro", "€", 9054.5, 2),
    "XOF": ("West African CFA Franc", "CFA", 1388.33333333, 0),
    "USDC": ("USD Coin", "USDC", 0.833, 6),
    "JPY": ("Japanese Yen", "¥", 5500, 0),
}


class InvoiceCreator(uma.IUmaInvoiceCreator):
    """What the SDK wants in order to create the invoice of a pay response."""

    def __init__(self, settlement: Settlement, id: str):
        self.settlement, self.id = settlement, id

    def create_uma_invoice(self, amount_msats, metadata, receiver_identifier):
        description_hash = hashlib.sha256(metadata.encode()).hexdigest()
        made = self.settlement.create_invoice(self.id, amount_msats, description_hash, INVOICE_SECONDS)
        self.invoice = {"id": self.id, "amountMsats": amount_msats, **made}
        return made["pr"]


class Provider:
    """The keys and the memory of one provider. The keys follow from the domain: test keys, and the same in `serve` and `send`."""

    def __init__(self, domain: str, settlement: Settlement, users=(), required=(), refusals=None):
        self.domain, self.settlement, self.users, self.required = domain, settlement, users, required
        self.refusals = refusals or {}  # user: the error that its pay requests get
        self.base = f"{'http' if uma.is_domain_local(domain) else 'https'}://{domain}"
        self.signing_key, self.encryption_key = (hashlib.sha256(f"uma test {use} {domain}".encode()).digest() for use in ["signing", "encryption"])
        self.key_cache = uma.InMemoryPublicKeyCache()
        self.nonce_cache = uma.InMemoryNonceCache(datetime.now(timezone.utc))
        self.discoveries = {}  # token: (receiver, domain of the sender)
        self.payments = []
        self.hooks = {}  # id of the payment: the post-transaction hook of the other side

    def certificate(self, secret: bytes) -> str:
        key = ec.derive_private_key(int.from_bytes(secret, "big"), ec.SECP256K1())
        name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, f"test provider {self.domain}")])
        now = datetime.now(timezone.utc)
        builder = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
        builder = builder.serial_number(x509.random_serial_number()).not_valid_before(now - timedelta(days=1))
        cert = builder.not_valid_after(now + timedelta(days=30)).sign(key, hashes.SHA256())
        return cert.public_bytes(serialization.Encoding.PEM).decode()

    def keys(self) -> uma.PubkeyResponse:
        expires = datetime.now(timezone.utc) + timedelta(minutes=5)
        return uma.create_pubkey_response(self.certificate(self.signing_key), self.certificate(self.encryption_key), expires)

    def keys_of(self, domain: str) -> uma.PubkeyResponse:
        return uma.fetch_public_key_for_vasp(domain, self.key_cache)

    def nonces(self) -> uma.INonceCache:
        self.nonce_cache.purge_nonces_older_than(datetime.now(timezone.utc) - timedelta(minutes=5))
        return self.nonce_cache

    # --- It is paid ---

    def discovery(self, path: str) -> str:
        url = self.base + path
        if not uma.is_uma_lnurlp_query(url) and "signature=" not in path:
            raise InvalidRequestException("Only UMA requests are served.", uma.ErrorCode.NON_UMA_LNURL_NOT_SUPPORTED)
        request = uma.parse_lnurlp_request(url)
        if user_of(request.receiver_address) not in [*self.users, *self.refusals]:
            raise InvalidRequestException("Unknown user.", uma.ErrorCode.USER_NOT_FOUND)
        uma.verify_uma_lnurlp_query_signature(request, self.keys_of(request.vasp_domain), self.nonces())
        token = uuid4().hex
        self.discoveries[token] = (request.receiver_address, request.vasp_domain)
        return uma.create_uma_lnurlp_response(
            request, self.signing_key, True, f"{self.base}/payreq/{token}", self.metadata(request.receiver_address), 1, 10_000_000,
            uma.create_counterparty_data_options({field: True for field in self.required}),
            [uma.Currency(code, name, symbol, rate, *RANGE, decimals) for code, (name, symbol, rate, decimals) in CURRENCIES.items()],
            uma.KycStatus.VERIFIED).to_json()

    def metadata(self, receiver: str) -> str:
        return json.dumps([["text/plain", f"Pay to {receiver}"], ["text/identifier", receiver]])

    def pay_request(self, token: str, body: str) -> str:
        if token not in self.discoveries:
            raise InvalidRequestException("Unknown pay request.", uma.ErrorCode.REQUEST_NOT_FOUND)
        receiver, sender_domain = self.discoveries[token]
        try:
            request = uma.parse_pay_request(body)
        except Exception as problem:
            raise InvalidRequestException(f"Unreadable pay request: {problem}", uma.ErrorCode.PARSE_PAYREQ_REQUEST_ERROR) from problem
        uma.verify_pay_request_signature(request, self.keys_of(sender_domain), self.nonces())
        payer, code = request.payer_data["identifier"], request.receiving_currency_code
        if uma.uma.get_vasp_domain_from_uma_address(payer) != sender_domain:
            raise InvalidRequestException("Not the sender of the discovery.", uma.ErrorCode.SENDER_NOT_ACCEPTED)
        if user_of(receiver) in self.refusals:
            raise InvalidRequestException("Refused.", self.refusals[user_of(receiver)])
        missing = [field for field in self.required if not request.payer_data.get(field)]
        if missing:
            raise InvalidRequestException(f"Missing: {', '.join(missing)}", uma.ErrorCode.MISSING_MANDATORY_PAYER_DATA)
        if code not in CURRENCIES:
            raise InvalidRequestException("Unknown currency.", uma.ErrorCode.INVALID_CURRENCY)
        rate, decimals = CURRENCIES[code][2:]
        amount = request.amount if request.sending_amount_currency_code else (request.amount - FEE_MSATS) // rate
        if not RANGE[0] <= amount <= RANGE[1]:
            raise InvalidRequestException("Amount out of range.", uma.ErrorCode.AMOUNT_OUT_OF_RANGE)
        creator = InvoiceCreator(self.settlement, token)
        response = uma.create_pay_req_response(
            request, creator, self.metadata(receiver), code, decimals, rate, FEE_MSATS, None, f"{self.base}/utxo/{token}", receiver,
            self.signing_key, payee_data={"name": f"Test {receiver}"})
        self.discoveries.pop(token)
        box = uma.compliance_from_payer_data(request.payer_data).encrypted_travel_rule_info
        self.payments.append({
            **creator.invoice, "payer": payer, "receiver": receiver, "amount": response.payment_info.amount, "currency": code,
            "payerData": {key: value for key, value in request.payer_data.items() if key != "compliance"},
            "travelRule": ecies.decrypt(self.encryption_key, bytes.fromhex(box)).decode() if box else None})
        return response.to_json()

    def transaction_callback(self, id: str, body: str) -> str:
        callback = uma.uma.parse_post_transaction_callback(body)
        uma.verify_post_transaction_callback_signature(callback, self.keys_of(callback.vasp_domain), self.nonces())
        self.hooks[id] = callback.to_dict()
        return "{}"

    def payments_json(self) -> str:
        return json.dumps([{**payment, "state": self.settlement.invoice_state(payment["id"])} for payment in self.payments])

    # --- It pays ---

    def send(self, sender: str, receiver: str, amount: int, currency: str, lock: str, name: str, travel_rule=None) -> dict:
        payer, receiver_domain = f"${sender}@{self.domain}", uma.uma.get_vasp_domain_from_uma_address(receiver)
        id = uuid4().hex
        answer = self.ask(receiver)
        if answer.status_code == 412:  # once more, in a version that both know
            majors = answer.json().get("supportedMajorVersions", [])
            answer = self.ask(receiver, uma.select_highest_supported_version(majors))
        found = uma.parse_lnurlp_response(success("discovery", answer))
        their_keys = self.keys_of(receiver_domain)
        uma.verify_uma_lnurlp_response_signature(found, their_keys, self.nonces())
        if found.compliance.receiver_identifier != receiver or currency not in [c.code for c in found.currencies]:
            raise SystemExit(f"discovery: answer for {found.compliance.receiver_identifier} with {[c.code for c in found.currencies]}")

        compliance = uma.create_compliance_payer_data(
            their_keys.get_encryption_pubkey(), self.signing_key, payer, travel_rule, uma.KycStatus.VERIFIED, [], None,
            f"{self.base}/utxo/{id}")
        wanted = uma.create_counterparty_data_options({"compliance": True, "identifier": True, "name": False})
        request = uma.create_pay_request(currency, amount, lock == "receiving", payer, 1, name, None, compliance, wanted)
        answer = requests.post(found.callback, data=request.to_json(), headers={"Content-Type": "application/json"}, timeout=TIMEOUT)
        response = uma.parse_pay_req_response(success("pay request", answer))
        uma.verify_pay_req_response_signature(payer, receiver, response, their_keys, self.nonces())
        price, asked = response.payment_info, self.settlement.amount_msats(response.encoded_invoice)
        due = amount if lock == "sending" else price.amount * price.multiplier + price.exchange_fees_msats
        if abs(asked - due) > 1 or price.currency_code != currency:
            raise SystemExit(f"pay request: invoice over {asked} mSAT instead of {due}, {price.to_dict()}")
        payment = self.settlement.pay(id, response.encoded_invoice)

        hook, hook_status = response.get_compliance().utxo_callback, None
        if hook and payment["state"] == "PAID":
            done = uma.create_post_transaction_callback([], self.domain, self.signing_key, uma.TransactionStatus.COMPLETED)
            headers = {"Content-Type": "application/json"}
            hook_status = requests.post(hook, data=done.to_json(), headers=headers, timeout=TIMEOUT).status_code
        return {"id": id, "receiver": receiver, "umaVersion": found.uma_version, "amountMsats": asked, "converted": price.to_dict(),
                "payeeData": {key: value for key, value in response.payee_data.items() if key != "compliance"},
                "payment": payment, "hookStatus": hook_status}

    def ask(self, receiver: str, version=None):
        return requests.get(uma.create_uma_lnurlp_request_url(self.signing_key, receiver, self.domain, True, version), timeout=TIMEOUT)


def user_of(address: str) -> str:
    return address.split("@")[0].lstrip("$")


def success(step: str, answer) -> str:
    if answer.status_code != 200:
        raise SystemExit(f"{step}: {answer.status_code} {answer.text}")
    return answer.text


def handler(provider: Provider):
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            if self.path == "/.well-known/lnurlpubkey":
                self.reply(lambda: provider.keys().to_json())
            elif self.path.startswith("/.well-known/lnurlp/"):
                self.reply(lambda: provider.discovery(self.path))
            elif self.path == "/payments":
                self.reply(provider.payments_json)
            elif self.path == "/hooks":
                self.reply(lambda: json.dumps(provider.hooks))
            else:
                self.send_error(404)

        def do_POST(self):
            body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
            if self.path.startswith("/payreq/"):
                self.reply(lambda: provider.pay_request(self.path.removeprefix("/payreq/"), body))
            elif self.path.startswith("/utxo/"):
                self.reply(lambda: provider.transaction_callback(self.path.removeprefix("/utxo/"), body))
            else:
                self.send_error(404)

        def reply(self, make):
            try:
                status, text = 200, make()
            except uma.UmaException as problem:
                status, text = problem.to_http_status_code(), problem.to_json()
            except Exception as problem:  # the SDK raises many kinds
                error = InvalidRequestException(f"{type(problem).__name__}: {problem}", uma.ErrorCode.INTERNAL_ERROR)
                status, text = error.to_http_status_code(), error.to_json()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(text.encode())

    return Handler


def main():
    parser = argparse.ArgumentParser(description="A small UMA provider for tests.")
    commands = parser.add_subparsers(dest="command", required=True)
    serve, send = commands.add_parser("serve"), commands.add_parser("send")
    for command in [serve, send]:
        command.add_argument("--domain", default="localhost:8090", help="its domain in addresses, with port")
    serve.add_argument("--port", type=int, default=8090, help="on 127.0.0.1")
    serve.add_argument("--user", action="append", help="may be repeated; default: alice and bob")
    serve.add_argument("--require", action="append", default=[], help="a mandatory payer data field; may be repeated")
    serve.add_argument("--refuse", action="append", default=[], metavar="USER=CODE", help="a user whose pay requests get this error")
    send.add_argument("--sender", default="alice")
    send.add_argument("--receiver", required=True, help="$user@domain")
    send.add_argument("--amount", type=int, required=True, help="smallest units of the currency, or mSAT with --lock sending")
    send.add_argument("--currency", required=True, help="currency that the receiver gets")
    send.add_argument("--lock", choices=["receiving", "sending"], default="receiving")
    send.add_argument("--name", default="Alice Tester", help="payer data `name`")
    send.add_argument("--travel-rule", help="text to encrypt for the receiver")
    args = parser.parse_args()
    settlement = LightningAdapter(os.environ[LIGHTNING + "URL"], os.environ[LIGHTNING + "SECRET"], args.domain)
    if args.command == "serve":
        refusals = {user: uma.ErrorCode[code] for user, code in (refusal.split("=") for refusal in args.refuse)}
        provider = Provider(args.domain, settlement, args.user or ["alice", "bob"], args.require, refusals)
        ThreadingHTTPServer(("127.0.0.1", args.port), handler(provider)).serve_forever()
    provider = Provider(args.domain, settlement)
    result = provider.send(args.sender, args.receiver, args.amount, args.currency, args.lock, args.name, args.travel_rule)
    print(json.dumps(result, indent=2, ensure_ascii=False))
    sys.exit(0 if result["payment"]["state"] == "PAID" else 1)


if __name__ == "__main__":
    main()
