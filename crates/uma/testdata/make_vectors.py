"""Makes python.json: UMA messages from the Python SDK with fixed keys, clock, nonces and random bytes.

Made with uma-sdk 1.6.0 (eciespy 0.4.7, coincurve 21.0.0, cryptography 50.0.2) on 2026-11-27.
Run: pip install uma-sdk==1.6.0 aiohttp; python make_vectors.py > python.json
README.md describes the output. All keys are test data.
"""

import hashlib
import json
from datetime import datetime, timezone
from types import SimpleNamespace
from uuid import UUID

import ecies
import ecies.keys.helper as ecies_keys
import ecies.utils.symmetric as ecies_symmetric
import uma
from coincurve import PrivateKey
from Crypto.Util.asn1 import DerBitString, DerSequence
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature, encode_dss_signature

sdk = uma.uma  # the module with the functions; its private names hold the clock and the nonces

NOW = 1795780800  # 2026-11-27T12:00:00Z
ORDER = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
ALICE, BOB = "$alice@sender.example", "$bob@receiver.example"
METADATA = json.dumps([["text/plain", f"Pay to {BOB}"], ["text/identifier", BOB]])
INVOICE_UUID = "c7c07fec-cf00-431c-916f-6c13fc4b69f9"


# --- Fixed clock, nonces and random bytes -------------------------------------------------------

class FixedClock(datetime):
    @classmethod
    def now(cls, tz=None):
        return datetime.fromtimestamp(NOW, tz or timezone.utc)


counters = {"nonce": 0, "random": 0}


def next_nonce():
    counters["nonce"] += 1
    return str(1_000_000_000 + counters["nonce"])


def next_random(size):
    counters["random"] += 1
    return hashlib.shake_256(f"causeway uma test random {counters['random']}".encode()).digest(size)


sdk.datetime = FixedClock
sdk.generate_nonce = next_nonce
sdk.uuid4 = lambda: UUID(INVOICE_UUID)
ecies_keys.get_random_bytes = next_random
ecies_symmetric.os = SimpleNamespace(urandom=next_random)


# --- Keys and certificates ----------------------------------------------------------------------

KEY_NAMES = ["sender-signing", "sender-encryption", "receiver-signing", "receiver-encryption", "backing", "root", "stranger"]
SECRET = {name: hashlib.sha256(f"causeway uma test key {name}".encode()).digest() for name in KEY_NAMES}
PUBLIC = {name: PrivateKey(secret).public_key.format(compressed=False) for name, secret in SECRET.items()}


def certificate_key(name, curve=ec.SECP256K1):
    return ec.derive_private_key(int.from_bytes(SECRET[name], "big"), curve())


def certificate(subject, issuer=None, signed_by=None, start=2026, end=2046, curve=ec.SECP256K1, ca=False):
    common_name = lambda name: x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, f"uma test {name}")])
    issuer = issuer or subject
    builder = (
        x509.CertificateBuilder()
        .subject_name(common_name(subject))
        .issuer_name(common_name(issuer))
        .public_key(certificate_key(subject, curve).public_key())
        .serial_number(int.from_bytes(hashlib.sha256(f"{subject} {issuer} {start}".encode()).digest()[:8], "big") >> 1)
        .not_valid_before(datetime(start, 1, 1))
        .not_valid_after(datetime(end, 1, 1))
        .add_extension(x509.BasicConstraints(ca=ca, path_length=None), critical=True)
    )
    return builder.sign(certificate_key(signed_by or issuer, curve), hashes.SHA256(), ecdsa_deterministic=True)


def with_compressed_point(cert, name):
    """The same self-signed certificate with a compressed public key in it."""
    tbs = DerSequence().decode(cert.tbs_certificate_bytes)
    point = PrivateKey(SECRET[name]).public_key.format(compressed=True)
    tbs[6] = DerSequence([DerSequence().decode(tbs[6])[0], DerBitString(point)]).encode()
    signature = PrivateKey(SECRET[name]).sign(tbs.encode())
    return x509.load_der_x509_certificate(DerSequence([tbs.encode(), tbs[2], DerBitString(signature)]).encode())


SIGNING = "receiver-signing"
CERTIFICATES = {
    "self-signed-signing": ([certificate(SIGNING)], "valid"),
    "self-signed-encryption": ([certificate("receiver-encryption")], "valid"),
    "sender-signing": ([certificate("sender-signing")], "valid"),
    "two-links": ([certificate(SIGNING, issuer="root"), certificate("root", ca=True)], "valid"),
    "expired": ([certificate(SIGNING, start=2024, end=2025)], "expired on 2025-01-01"),
    "not-yet-valid": ([certificate(SIGNING, start=2040)], "valid from 2040-01-01"),
    "expired-root": ([certificate(SIGNING, issuer="root"), certificate("root", ca=True, start=2024, end=2025)], "root expired on 2025-01-01"),
    "broken-link": ([certificate(SIGNING, issuer="root", signed_by="stranger"), certificate("root", ca=True)], "leaf is not signed by the root"),
    "wrong-order": ([certificate("root", ca=True), certificate(SIGNING, issuer="root")], "root first: the leaf key is the root key"),
    "compressed-point": ([with_compressed_point(certificate(SIGNING), SIGNING)], "compressed public key; the JavaScript SDK cannot read it"),
    "p256": ([certificate(SIGNING, curve=ec.SECP256R1)], "wrong curve; the JavaScript SDK does not notice"),
}


def der(cert):
    return cert.public_bytes(serialization.Encoding.DER).hex()


def pem(name):
    return "".join(cert.public_bytes(serialization.Encoding.PEM).decode() for cert in CERTIFICATES[name][0])


# --- Vectors ------------------------------------------------------------------------------------

vectors = []


def add(name, kind, wire=None, **fields):
    vector = {"name": name, "kind": kind, **({"wire": wire} if wire is not None else {}), **fields}
    vectors.append({key: value for key, value in vector.items() if key != "backing" or value})


def backing_keys(signatures):
    return {entry.domain: PUBLIC["backing"].hex() for entry in signatures or []}


def pubkey_responses():
    expires = datetime.fromtimestamp(NOW + 3600, timezone.utc)
    for signing in ["self-signed-signing", "two-links", "expired", "not-yet-valid", "expired-root", "broken-link", "wrong-order", "compressed-point"]:
        response = uma.create_pubkey_response(pem(signing), pem("self-signed-encryption"), expires)
        add(f"keys with certificate {signing}", "pubkeyResponse", response.to_json(), note=CERTIFICATES[signing][1],
            signingKey=response.get_signing_pubkey().hex(), encryptionKey=response.get_encryption_pubkey().hex())
    for name, compressed, until in [("uncompressed", False, expires), ("compressed", True, None)]:
        key = {use: PrivateKey(SECRET[f"receiver-{use}"]).public_key.format(compressed) for use in ["signing", "encryption"]}
        response = uma.PubkeyResponse(None, None, key["signing"], key["encryption"], until)
        add(f"plain keys, {name}", "pubkeyResponse", response.to_json(),
            signingKey=key["signing"].hex(), encryptionKey=key["encryption"].hex())


def discovery_request(name, receiver=BOB, travel_rule=True, version=None, backing=()):
    request = uma.parse_lnurlp_request(
        uma.create_uma_lnurlp_request_url(SECRET["sender-signing"], receiver, "sender.example", travel_rule, version))
    for domain in backing:
        request.append_backing_signature(SECRET["backing"], domain)
    add(name, "lnurlpRequest", request.encode_to_url(), payload=request.signable_payload().decode(), signature=request.signature,
        publicKey=PUBLIC["sender-signing"].hex(), receiverAddress=receiver, vaspDomain="sender.example", nonce=request.nonce,
        timestamp=NOW, umaVersion=request.uma_version, isSubjectToTravelRule=travel_rule, backing=backing_keys(request.backing_signatures))
    return request


def discovery_response(name, request, currencies, payer_data=None, backing=(), **options):
    response = uma.create_uma_lnurlp_response(
        request, SECRET["receiver-signing"], True, "https://receiver.example/uma/payreq/abc", METADATA, 1, 10_000_000,
        uma.create_counterparty_data_options(payer_data or {}), currencies, uma.KycStatus.VERIFIED, **options)
    for domain in backing:
        response.append_backing_signature(SECRET["backing"], domain)
    add(name, "lnurlpResponse", response.to_json(), payload=response.signable_payload().decode(), signature=response.compliance.signature,
        publicKey=PUBLIC["receiver-signing"].hex(), backing=backing_keys(response.compliance.backing_signatures))


def discovery():
    request = discovery_request("discovery")
    discovery_request("discovery, no travel rule", travel_rule=False)
    discovery_request("discovery, version 1.0", version="1.0")
    discovery_request("discovery, version 0.3", version="0.3")
    discovery_request("discovery, local host with port", receiver="$bob.b-c_d+e@localhost:8080")
    discovery_request("discovery, backing signatures", backing=["backing.example", "backing.local:8443"])

    usd = uma.Currency("USD", "US Dollar", "$", 8330, 1, 1_000_000, 2)
    discovery_response("receiver with one currency", request, [usd])
    discovery_response("receiver with many currencies", request, [
        usd,
        uma.Currency("JPY", "Japanese Yen", "¥", 6623.75, 0, 5_000_000, 0),
        uma.Currency("KWD", "Kuwaiti Dinar", "د.ك", 3217.0, 1, 10_000, 3),
        uma.Currency("BTC", "Bitcoin", "₿", 1000, 1, 100_000_000, 8),
        uma.Currency("VND", "Vietnamese Dong", "₫", 0.04, 1, 2**53, 0),
        uma.Currency("TINY", "Many decimals", "t", 0.0000001, 1, 10**18, 8),
        uma.Currency("HUGE", "Large unit", "H", 1e21, 1, 5, 0),
    ])
    option = uma.SettlementOption
    discovery_response("receiver with all options", request, [usd], {"name": True, "email": False, "birthDate": True},
                       backing=["backing.example"], comment_chars_allowed=140, settlement_options=[
                           option("ln", [uma.SettlementAsset("BTC", {"USD": 8330})]),
                           option("spark", [uma.SettlementAsset("btkn1test", {"USD": 100, "EUR": 108.5})])])
    older = uma.parse_lnurlp_request(uma.create_uma_lnurlp_request_url(SECRET["sender-signing"], BOB, "sender.example", True, "1.0"))
    discovery_response("receiver answers 1.0", older, [usd])
    oldest = uma.parse_lnurlp_request(uma.create_uma_lnurlp_request_url(SECRET["sender-signing"], BOB, "sender.example", True, "0.3"))
    discovery_response("receiver answers 0.3", oldest, [uma.Currency("USD", "US Dollar", "$", 8330, 1, 1_000_000, 2)])


class InvoiceCreator(uma.IUmaInvoiceCreator):
    """Keeps what the SDK asks for."""

    def create_uma_invoice(self, amount_msats, metadata, receiver_identifier):
        self.invoice = {"amount": amount_msats, "metadata": metadata}
        return f"lntest{amount_msats}"


IVMS = json.dumps({"originator": {"originatorPersons": [{"naturalPerson": {"name": {"nameIdentifier": [
    {"primaryIdentifier": "Tester", "secondaryIdentifier": "Zoë"}]}}}]}}, ensure_ascii=False)


def pay_request(name, amount, receiving, travel_rule=None, travel_rule_format=None, payer=None, backing=(), node=None, **options):
    compliance = uma.create_compliance_payer_data(
        PUBLIC["receiver-encryption"], SECRET["sender-signing"], ALICE, travel_rule, uma.KycStatus.VERIFIED,
        ["abcdef12345:1"] if node else [], node, "https://sender.example/uma/utxo/abc", travel_rule_format)
    request = uma.create_pay_request_with_payer_data("USD", amount, receiving, ALICE, 1, compliance, payer, **options)
    for domain in backing:
        request.append_backing_signature(SECRET["backing"], domain)
    compliance = uma.compliance_from_payer_data(request.payer_data)
    add(name, "payRequest", request.to_json(), payload=request.signable_payload().decode(), signature=compliance.signature,
        publicKey=PUBLIC["sender-signing"].hex(), travelRule=travel_rule, decryptionKey=SECRET["receiver-encryption"].hex(),
        backing=backing_keys(compliance.backing_signatures))
    return uma.parse_pay_request(request.to_json())


def pay_response(name, request, multiplier, fee, payee=None, backing=(), callback=None):
    creator = InvoiceCreator()
    response = uma.create_pay_req_response(
        request, creator, METADATA, "USD", 2, multiplier, fee, None, callback, BOB, SECRET["receiver-signing"], payee_data=payee)
    for domain in backing:
        response.append_backing_signature(SECRET["backing"], domain, ALICE, BOB)
    compliance = response.get_compliance()
    add(name, "payResponse", response.to_json(), payload=compliance.signable_payload(ALICE, BOB).decode(), signature=compliance.signature,
        publicKey=PUBLIC["receiver-signing"].hex(), payerIdentifier=ALICE, payeeIdentifier=BOB, invoice=creator.invoice,
        backing=backing_keys(compliance.backing_signatures))
    return creator.invoice, response


def payments():
    wanted = uma.create_counterparty_data_options({"compliance": True, "identifier": True, "name": False})
    receiving = pay_request("pay request, receiving amount", 1000, True, requested_payee_data=wanted)
    sending = pay_request("pay request, sending amount", 1_000_000, False, payer={"name": "Alice Tester"})
    pay_request("pay request with travel rule", 120_000, True, travel_rule=IVMS, travel_rule_format="ivms@101.2023")
    pay_request("pay request with travel rule, free format", 120_000, True, travel_rule='{"name":"Alice Tester"}')
    full = pay_request("pay request with everything", 5000, True, travel_rule=IVMS, travel_rule_format="ivms@101.2023",
                       payer={"name": "Zoë \"Tester\"", "email": "zoe@sender.example", "birthDate": "1990-02-28", "custom": {"a": [1, None]}},
                       node="02" + "ab" * 32, backing=["backing.example"], requested_payee_data=wanted, comment="for lunch",
                       settlement_info=uma.SettlementInfo("ln", "BTC"))
    pay_response("pay response, receiving amount", receiving, 8330, 0)
    pay_response("pay response, sending amount, floor", sending, 8330, 100)
    pay_response("pay response, fractional multiplier", receiving, 8330.5, 77)
    pay_response("pay response with everything", full, 8330, 100, payee={"name": "Bob Tester"}, backing=["backing.example"],
                 callback="https://receiver.example/uma/utxo/abc")


def callbacks():
    utxos = [uma.UtxoWithAmount("abcdef12345:1", 1000), uma.UtxoWithAmount("abcdef12345:2", 2000)]
    failed = (uma.TransactionStatus.FAILED, "INTERNAL_ERROR", "test failure")
    for name, args in [("callback", ()), ("callback, completed", (uma.TransactionStatus.COMPLETED,)), ("callback, failed", failed)]:
        callback = uma.create_post_transaction_callback(utxos, "sender.example", SECRET["sender-signing"], *args)
        add(name, "postTransactionCallback", callback.to_json(), payload=callback.signable_payload().decode(),
            signature=callback.signature, publicKey=PUBLIC["sender-signing"].hex())


def errors():
    for code in uma.ErrorCode:
        if code is not uma.ErrorCode.UNSUPPORTED_UMA_VERSION:
            error = uma.exceptions.InvalidRequestException("test reason", code)
            add(f"error {code.name}", "error", error.to_json(), code=error.code, httpStatus=error.to_http_status_code())
    error = uma.UnsupportedVersionException("2.0", uma.get_supported_major_versions())
    add("error UNSUPPORTED_UMA_VERSION", "error", error.to_json(), code=error.code, httpStatus=error.to_http_status_code())


def invoices():
    usd = uma.InvoiceCurrency("USD", "US Dollar", "$", 2)
    payer_data = uma.create_counterparty_data_options({"name": False, "compliance": True, "identifier": True})
    full = {"required_payer_data": payer_data, "comment_chars_allowed": 140, "receiver_kyc_status": uma.KycStatus.VERIFIED,
            "invoice_limit": 3, "sender_uma": ALICE}
    cases = [(f"invoice over {amount}", amount, {}) for amount in [0, 1, 127, 128, 255, 32767, 32768, 65536, 2**31 - 1, 2**31, 2**40]]
    for name, amount, options in cases + [("invoice with everything", 1000, full)]:
        invoice = uma.create_uma_invoice(BOB, amount, usd, datetime.fromtimestamp(NOW + 3600, timezone.utc),
                                         "https://receiver.example/uma/payreq/abc", True, SECRET["receiver-signing"], **options)
        signature = invoice.signature.hex()
        tlv = invoice.to_tlv().hex()
        add(name, "invoice", invoice.to_bech32_string(), tlv=tlv, payload=tlv.removesuffix(f"64{len(signature) // 2:02x}{signature}"),
            signature=signature, publicKey=PUBLIC["receiver-signing"].hex(),
            fields={"receiverUma": BOB, "invoiceUUID": invoice.invoice_uuid, "amount": amount, "expiration": invoice.expiration,
                    "umaVersions": invoice.uma_versions, "callback": invoice.callback, "commentCharsAllowed": invoice.comment_chars_allowed,
                    "senderUma": invoice.sender_uma, "maxNumPayments": invoice.max_num_payments,
                    "kycStatus": invoice.kyc_status and invoice.kyc_status.value,
                    "requiredPayerData": {"name": False, "compliance": True, "identifier": True} if options else None})


def sdk_accepts(payload, signature, key):
    try:
        sdk._verify_signature(payload.encode(), signature, key)
        return True
    except Exception:
        return False


def signatures():
    payload = f"{BOB}|1000000000|{NOW}"
    low = uma.sign_payload(payload.encode(), SECRET["sender-signing"])
    r, s = decode_dss_signature(bytes.fromhex(low))
    key = PUBLIC["sender-signing"]
    compressed = PrivateKey(SECRET["sender-signing"]).public_key.format(compressed=True)
    for name, text, signature, public in [
        ("low S", payload, low, key),
        ("high S", payload, encode_dss_signature(r, ORDER - s).hex(), key),
        ("compressed key", payload, low, compressed),
        ("upper-case hex", payload, low.upper(), key),
        ("other nonce", payload.replace("1000000000", "1000000001"), low, key),
        ("other key", payload, low, PUBLIC["stranger"]),
        ("changed byte", payload, low[:-2] + f"{int(low[-2:], 16) ^ 1:02x}", key),
        ("trailing byte", payload, low + "00", key),
        ("s is zero", payload, encode_dss_signature(r, 0).hex(), key),
        ("r is the order", payload, encode_dss_signature(ORDER, s).hex(), key),
        ("cut short", payload, low[:-2], key),
        ("empty", payload, "", key),
        ("no hex", payload, "zz" + low[2:], key),
        ("text in UTF-8", "$zoë@sender.example|1|1", uma.sign_payload("$zoë@sender.example|1|1".encode(), SECRET["sender-signing"]), key),
    ]:
        add(f"signature, {name}", "signature", payload=text, signature=signature, publicKey=public.hex(), valid=sdk_accepts(text, signature, public))


def ciphertexts():
    secret, public = SECRET["receiver-encryption"], PUBLIC["receiver-encryption"]
    for name, text in [("one byte", "a"), ("JSON", '{"name":"Alice Tester"}'), ("UTF-8", "Zoë ₿ 名前"), ("one block", "0123456789abcdef"), ("2000 bytes", "x" * 2000)]:
        add(f"ciphertext, {name}", "ecies", privateKey=secret.hex(), plaintext=text, ciphertext=sdk._encrypt_travel_rule_info(text, public), valid=True)
    good = sdk._encrypt_travel_rule_info("test", public)
    flip = lambda index: good[:index * 2] + f"{int(good[index * 2:index * 2 + 2], 16) ^ 1:02x}" + good[index * 2 + 2:]
    for name, text, key in [("nonce changed", flip(65), secret), ("tag changed", flip(81), secret), ("text changed", flip(97), secret),
                            ("no text", good[:194], secret), ("cut in the tag", good[:180], secret), ("point not on the curve", flip(64), secret),
                            ("other key", good, SECRET["stranger"])]:
        try:
            valid = ecies.decrypt(key, bytes.fromhex(text)).decode() == "test"
        except Exception:
            valid = False
        add(f"ciphertext, {name}", "ecies", privateKey=key.hex(), plaintext="test", ciphertext=text, valid=valid)


def amounts():
    for amount, receiving, multiplier, fee in [
        (1000, True, 8330, 0), (1000, True, 8330, 100), (1, True, 0.5, 0), (3, True, 0.5, 0), (5, True, 0.5, 0), (7, True, 1.1, 0),
        (1000, True, 8330.5, 77), (10**15, True, 1000, 0), (1_000_000, False, 8330, 100), (104_225, False, 8330, 100),
        (99, False, 8330, 100), (8429, False, 8330, 100), (8430, False, 8330, 100), (1_000_000, False, 0.04, 0),
        (1_000_000, False, 1.1, 0), (10**15, False, 1000, 1),
    ]:
        request = uma.parse_pay_request(json.dumps({
            "amount": f"{amount}.USD" if receiving else str(amount), "convert": "USD",
            "payerData": {"identifier": ALICE, "compliance": {"kycStatus": "VERIFIED"}}}))
        creator = InvoiceCreator()
        response = uma.create_pay_req_response(request, creator, METADATA, "USD", 2, multiplier, fee, None, None, BOB, SECRET["receiver-signing"])
        add(f"amount {amount} × {multiplier} + {fee}", "amounts", amount=amount, inReceivingCurrency=receiving, multiplier=multiplier, fee=fee,
            invoiceAmount=creator.invoice["amount"], convertedAmount=response.payment_info.amount)


def versions():
    for peer in ["0.3", "1.0", "1.2", "1.3", "1.7", "1.10"]:
        add(f"version {peer}", "version", peer=peer, own=uma.UMA_PROTOCOL_VERSION, selected=uma.select_lower_version(peer, uma.UMA_PROTOCOL_VERSION))


for make in [pubkey_responses, discovery, payments, callbacks, errors, invoices, signatures, ciphertexts, amounts, versions]:
    make()

print(json.dumps({
    "sdk": "uma-sdk 1.6.0 (Python)",
    "date": "2026-11-27",
    "now": NOW,
    "keys": {name: {"private": SECRET[name].hex(), "public": PUBLIC[name].hex(),
                    "compressed": PrivateKey(SECRET[name]).public_key.format(compressed=True).hex()} for name in KEY_NAMES},
    "certificates": {name: {"chain": [der(cert) for cert in chain], "pem": pem(name), "note": note} for name, (chain, note) in CERTIFICATES.items()},
    "vectors": vectors,
}, indent=1, ensure_ascii=False))
