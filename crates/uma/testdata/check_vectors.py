"""Checks messages that our crate emitted with the Python SDK: parse, verify signatures, decrypt, compare fields.

Made for uma-sdk 1.6.0 on 2026-11-27. README.md describes the input.
Run: pip install uma-sdk==1.6.0 aiohttp; python check_vectors.py ours.json
"""

import json
import sys
from datetime import datetime, timezone

import ecies
import uma


def key_response(key):
    return uma.PubkeyResponse(None, None, bytes.fromhex(key), bytes.fromhex(key), None)


def nonces():
    return uma.InMemoryNonceCache(datetime.fromtimestamp(NOW - 300, timezone.utc))


def backing_cache(message):
    cache = uma.InMemoryPublicKeyCache()
    for domain, key in message["backing"].items():
        cache.add_public_key_for_vasp(domain, key_response(key))
    return cache


def compare(message, **seen):
    for field, value in seen.items():
        if field in message and message[field] != value:
            raise ValueError(f"{field} is {value!r} and not {message[field]!r}")


def compare_backing(message, signatures):
    if message.get("backing"):
        compare({"backing": sorted(message["backing"])}, backing=sorted(entry.domain for entry in signatures or []))


def pubkey_response(message):
    response = uma.PubkeyResponse.from_json(message["wire"])
    compare(message, signingKey=response.get_signing_pubkey().hex(), encryptionKey=response.get_encryption_pubkey().hex())


def lnurlp_request(message):
    assert uma.is_uma_lnurlp_query(message["wire"]), "is not a UMA request"
    request = uma.parse_lnurlp_request(message["wire"])
    uma.verify_uma_lnurlp_query_signature(request, key_response(message["publicKey"]), nonces())
    compare_backing(message, request.backing_signatures)
    if message.get("backing"):
        uma.verify_uma_lnurlp_query_backing_signatures(request, backing_cache(message))
    compare(message, receiverAddress=request.receiver_address, vaspDomain=request.vasp_domain, nonce=request.nonce,
            timestamp=int(request.timestamp.timestamp()), umaVersion=request.uma_version,
            isSubjectToTravelRule=request.is_subject_to_travel_rule)


def lnurlp_response(message):
    response = uma.parse_lnurlp_response(message["wire"])
    assert response.is_uma_response(), "is not a UMA response"
    uma.verify_uma_lnurlp_response_signature(response, key_response(message["publicKey"]), nonces())
    compare_backing(message, response.compliance.backing_signatures)
    if message.get("backing"):
        uma.verify_uma_lnurlp_response_backing_signatures(response, backing_cache(message))
    currencies = [{"code": c.code, "decimals": c.decimals, "multiplier": c.millisatoshi_per_unit, "min": c.min_sendable, "max": c.max_sendable}
                  for c in response.currencies]
    compare(message, receiverAddress=response.compliance.receiver_identifier, umaVersion=response.uma_version, currencies=currencies)


def pay_request(message):
    request = uma.parse_pay_request(message["wire"])
    assert request.is_uma_request() and request.uma_major_version == 1, "is not a UMA 1.x pay request"
    uma.verify_pay_request_signature(request, key_response(message["publicKey"]), nonces())
    compliance = uma.compliance_from_payer_data(request.payer_data)
    compare_backing(message, compliance.backing_signatures)
    if message.get("backing"):
        uma.verify_pay_request_backing_signatures(request, backing_cache(message))
    compare(message, payerIdentifier=request.payer_data["identifier"], amount=request.amount, convert=request.receiving_currency_code,
            amountCurrency=request.sending_amount_currency_code)
    if "travelRule" in message:
        secret = bytes.fromhex(message["decryptionKey"])
        box = compliance.encrypted_travel_rule_info
        compare(message, travelRule=ecies.decrypt(secret, bytes.fromhex(box)).decode() if box else None)


def pay_response(message):
    response = uma.parse_pay_req_response(message["wire"])
    payer, payee = message["payerIdentifier"], message["payeeIdentifier"]
    assert response.is_uma_response(), "is not a UMA response"
    uma.verify_pay_req_response_signature(payer, payee, response, key_response(message["publicKey"]), nonces())
    compare_backing(message, response.get_compliance().backing_signatures)
    if message.get("backing"):
        uma.verify_pay_req_response_backing_signatures(response, backing_cache(message), payer, payee)
    compare(message, pr=response.encoded_invoice, convertedAmount=response.payment_info.amount)


def post_transaction_callback(message):
    callback = uma.uma.parse_post_transaction_callback(message["wire"])
    uma.verify_post_transaction_callback_signature(callback, key_response(message["publicKey"]), nonces())
    compare(message, vaspDomain=callback.vasp_domain)


def error(message):
    parsed = uma.UmaException.from_json(message["wire"])
    body = json.loads(message["wire"])
    assert body["status"] == "ERROR", "has no status ERROR"
    assert parsed.code == body["code"], f"the SDK does not know the code {body['code']}"
    compare(message, code=parsed.code, httpStatus=parsed.to_http_status_code(), supportedMajorVersions=body.get("supportedMajorVersions"))


def invoice(message):
    parsed = uma.Invoice.from_bech32_string(message["wire"])
    uma.verify_uma_invoice_signature(parsed, key_response(message["publicKey"]))
    compare(message, receiverUma=parsed.receiver_uma, amount=parsed.amount)


def signature(message):
    uma.uma._verify_signature(message["payload"].encode(), message["signature"], bytes.fromhex(message["publicKey"]))


def ciphertext(message):
    compare(message, plaintext=ecies.decrypt(bytes.fromhex(message["privateKey"]), bytes.fromhex(message["ciphertext"])).decode())


CHECKS = {
    "pubkeyResponse": pubkey_response, "lnurlpRequest": lnurlp_request, "lnurlpResponse": lnurlp_response, "payRequest": pay_request,
    "payResponse": pay_response, "postTransactionCallback": post_transaction_callback, "error": error, "invoice": invoice,
    "signature": signature, "ecies": ciphertext,
}

with open(sys.argv[1], encoding="utf-8") as file:
    document = json.load(file)
NOW = document["now"]
failures = 0
for message in document.get("messages") or document["vectors"]:
    if message["kind"] not in CHECKS:
        print(f"skip  {message['kind']}: {message['name']}")
        continue
    expected = message.get("expect") or ("accept" if message.get("valid", True) else "reject")
    try:
        CHECKS[message["kind"]](message)
        seen, reason = "accept", ""
    except Exception as problem:  # the SDK raises many kinds
        seen, reason = "reject", f" ({type(problem).__name__}: {str(problem)[:120]})"
    failures += seen != expected
    print(f"{'ok  ' if seen == expected else 'FAIL'}  {message['kind']}: {message['name']}: {seen}{reason}")

print(f"{failures} failed")
sys.exit(1 if failures else 0)
