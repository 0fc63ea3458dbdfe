"""Tests of signatures, bodies and pushes. `python3 -m unittest` runs them."""

import base64
import random
import resource
import subprocess
import tempfile
import unittest
from email.message import Message
from pathlib import Path
from types import SimpleNamespace

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

import crp_signing
from crp import Push
from crp_signing import Keys, key_id, public_text, read_key, read_public_key
from crp_values import CrpError, digest, instant, money_of, parse, serialize

RAIL = "Rail:0198f3c2-0000-7000-8000-000000000001"
TARGET = "/v1/payouts/Transaction:0198f3c2-0000-7000-8000-0000000000aa/cancel"
CREATED = 1795363200
NONCE = "AAECAwQFBgcICQoLDA0ODw"
SERVICE = Ed25519PrivateKey.from_private_bytes(bytes(range(0x00, 0x20)))
ADAPTER = Ed25519PrivateKey.from_private_bytes(bytes(range(0x20, 0x40)))

# The vector of the protocol's section 3.
REQUEST_BODY = b'{"reason":"TIMEOUT"}'
ANSWER_BODY = b'{"outcome":"RELEASED"}'
REQUEST_BASE = f'''"@method": POST
"@path": {TARGET}
"@query": ?
"content-digest": sha-256=:RkWcC9oirsEGUR/nY1OdCmzBE5Bm2cxYdrWmOpkJPHw=:
"crp-rail": {RAIL}
"@signature-params": ("@method" "@path" "@query" "content-digest" "crp-rail")\
;created=1795363200;nonce="AAECAwQFBgcICQoLDA0ODw";keyid="56475aa75463474c"\
;alg="ed25519";tag="crp-request"'''
REQUEST_SIGNATURE = (
    "WJOq5WSuBBQKLxAFSZXz99PEcBCch8K4+HOqoznbxIC+"
    "SzA03CL8hnntLmuQZp9aWXWpde+ThSXrnR2TposBCQ=="
)
ANSWER_BASE = f'''"@status": 200
"content-digest": sha-256=:vRTlbIneUkgVIaIhcYr0s2TgV9HDTogrsJK6N+uEswI=:
"crp-rail": {RAIL}
"signature";req;key="crp": :{REQUEST_SIGNATURE}:
"@signature-params": \
("@status" "content-digest" "crp-rail" "signature";req;key="crp")\
;created=1795363201;keyid="24f6ed6acbfe1009";alg="ed25519";tag="crp-response"'''
ANSWER_SIGNATURE = (
    "D7w3wbdbS3PeoAmtja2eSWP8ttHi16GgPkN7bcH8Ms9j"
    "yThvvWLI1Z6N0KhZ3t/yypxSTbPc60Ms0Y0cLjnFBA=="
)


def headers_of(pairs):
    """Returns headers as they are read from a connection."""
    headers = Message()
    for name, value in pairs.items():
        headers[name] = value
    return headers


def keys(own, theirs, now=CREATED, rail=RAIL):
    return Keys(rail, own, [theirs.public_key()], clock=lambda: now)


class Vector(unittest.TestCase):
    def test_keys(self):
        seen = public_text(SERVICE.public_key()), public_text(ADAPTER.public_key())
        service = "A6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg="
        adapter = "Kay64UG8yvCyLhqU000LxzYeUm0L/hLIl5S8kyKWbdc="
        self.assertEqual(seen, (service, adapter))
        self.assertEqual(key_id(read_public_key(service)), "56475aa75463474c")
        self.assertEqual(key_id(read_public_key(adapter)), "24f6ed6acbfe1009")

    def test_request(self):
        headers = keys(SERVICE, ADAPTER).sign_request(
            "POST", TARGET, REQUEST_BODY, nonce=NONCE
        )
        parameters = headers["Signature-Input"].removeprefix("crp=")
        base = crp_signing.request_base(
            "POST", TARGET, headers["Content-Digest"], RAIL, parameters
        )
        self.assertEqual(base, REQUEST_BASE)
        self.assertEqual(headers["Signature"], f"crp=:{REQUEST_SIGNATURE}:")
        keys(ADAPTER, SERVICE).verify_request(
            "POST", TARGET, headers_of(headers), REQUEST_BODY
        )

    def test_answer(self):
        adapter = keys(ADAPTER, SERVICE, CREATED + 1)
        headers = adapter.sign_answer(200, ANSWER_BODY, REQUEST_SIGNATURE)
        parameters = headers["Signature-Input"].removeprefix("crp=")
        base = crp_signing.answer_base(
            200, headers["Content-Digest"], RAIL, REQUEST_SIGNATURE, parameters
        )
        self.assertEqual(base, ANSWER_BASE)
        self.assertEqual(headers["Signature"], f"crp=:{ANSWER_SIGNATURE}:")
        service = keys(SERVICE, ADAPTER)
        service.verify_answer(200, headers_of(headers), ANSWER_BODY, REQUEST_SIGNATURE)


class Signatures(unittest.TestCase):
    def refused(self, code, call, *arguments):
        with self.assertRaises(CrpError) as caught:
            call(*arguments)
        self.assertEqual((caught.exception.status, caught.exception.code), (401, code))

    def test_round_trips(self):
        """Checks 1 000 random messages with their answers, and answers of others."""
        service, adapter = keys(SERVICE, ADAPTER), keys(ADAPTER, SERVICE)
        before = REQUEST_SIGNATURE
        for _ in range(1000):
            method = random.choice(["GET", "PUT", "POST"])
            target = f"/v1/{random.randbytes(8).hex()}?after={random.randrange(10**6)}"
            body = random.randbytes(random.randrange(200))
            headers = headers_of(service.sign_request(method, target, body))
            adapter.verify_request(method, target, headers, body)
            signature = crp_signing.signature_of(headers)
            status, answer = random.choice([200, 404, 503]), random.randbytes(50)
            signed = headers_of(adapter.sign_answer(status, answer, signature))
            service.verify_answer(status, signed, answer, signature)
            check = service.verify_answer
            self.refused("BAD_SIGNATURE", check, status, signed, answer, before)
            before = signature

    def test_bits(self):
        """Checks that each single bit of a request and of an answer counts."""
        service, adapter = keys(SERVICE, ADAPTER), keys(ADAPTER, SERVICE)
        request = service.sign_request("POST", TARGET, REQUEST_BODY, nonce=NONCE)
        answer = adapter.sign_answer(200, ANSWER_BODY, REQUEST_SIGNATURE)

        def request_check(method, target, body, headers):
            adapter.verify_request(
                method, target, headers_of(headers), body.encode("latin-1")
            )

        def answer_check(status, signature, body, headers):
            body = body.encode("latin-1")
            service.verify_answer(status, headers_of(headers), body, signature)

        for check, parts, headers in [
            (request_check, ["POST", TARGET, REQUEST_BODY.decode()], request),
            (answer_check, ["200", REQUEST_SIGNATURE, ANSWER_BODY.decode()], answer),
        ]:
            check(*parts, headers)
            for at, part in enumerate(parts):
                for changed in changed_bits(part):
                    others = parts[:at] + [changed] + parts[at + 1 :]
                    self.assertRaises(CrpError, check, *others, headers)
            for name, value in headers.items():
                for changed in changed_bits(value):
                    self.assertRaises(
                        CrpError, check, *parts, headers | {name: changed}
                    )

    def test_refusals(self):
        service, adapter = keys(SERVICE, ADAPTER), keys(ADAPTER, SERVICE)
        headers = service.sign_request("GET", "/v1/capabilities", b"")

        def verify(headers, by=adapter, body=b""):
            by.verify_request("GET", "/v1/capabilities", headers, body)

        for name in headers:
            doubled = headers_of(headers)
            doubled[name] = headers[name]
            self.refused("UNSIGNED", verify, doubled)
            missing = {one: value for one, value in headers.items() if one != name}
            self.refused("UNSIGNED", verify, headers_of(missing))
        self.refused("BAD_SIGNATURE", verify, headers_of(headers), adapter, b" ")
        self.refused("UNKNOWN_KEY", verify, headers_of(headers), keys(ADAPTER, ADAPTER))
        other = keys(ADAPTER, SERVICE, rail=RAIL[:-1] + "2")
        self.refused("WRONG_RAIL", verify, headers_of(headers), other)
        for seconds in [-301, 301]:
            late = keys(ADAPTER, SERVICE, CREATED + seconds)
            self.refused("STALE", verify, headers_of(headers), late)
        for seconds in [-300, 300]:
            verify(headers_of(headers), keys(ADAPTER, SERVICE, CREATED + seconds))

    def test_unbound_answer(self):
        """Checks the answer to an unsigned request: signed, but bound to none."""
        headers = keys(ADAPTER, SERVICE).sign_answer(401, b"{}", None)
        self.assertNotIn(";req", headers["Signature-Input"])
        check = keys(SERVICE, ADAPTER).verify_answer
        self.refused(
            "UNSIGNED", check, 401, headers_of(headers), b"{}", REQUEST_SIGNATURE
        )

    def test_openssl(self):
        """Checks with OpenSSL that the signature is that of this base alone."""
        with tempfile.TemporaryDirectory() as folder:
            folder = Path(folder)
            (folder / "base").write_text(REQUEST_BASE)
            (folder / "signature").write_bytes(base64.b64decode(REQUEST_SIGNATURE))
            form = PublicFormat.SubjectPublicKeyInfo
            pem = SERVICE.public_key().public_bytes(Encoding.PEM, form)
            (folder / "key.pem").write_bytes(pem)
            command = "openssl pkeyutl -verify -rawin -pubin -inkey key.pem"
            command += " -in base -sigfile signature"
            done = subprocess.run(
                command.split(), cwd=folder, capture_output=True, text=True
            )
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            (folder / "base").write_text(REQUEST_BASE + " ")
            done = subprocess.run(command.split(), cwd=folder, capture_output=True)
            self.assertNotEqual(done.returncode, 0)

    def test_key_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "key")
            first, again = read_key(path), read_key(path)
            self.assertEqual(key_id(first.public_key()), key_id(again.public_key()))
            self.assertEqual(path.stat().st_mode & 0o777, 0o600)
        for text in ["", "AAAA", "?" * 44]:
            self.assertRaises(ValueError, read_public_key, text)


def changed_bits(text):
    """Returns the text with each of its bits changed, one at a time."""
    data = text.encode("latin-1")
    for at in range(8 * len(data)):
        changed = bytearray(data)
        changed[at // 8] ^= 1 << at % 8
        yield changed.decode("latin-1")


class Bodies(unittest.TestCase):
    def test_refused(self):
        deep = b'{"a":' * 33 + b"1" + b"}" * 33
        bad = [
            b"",
            b"[]",
            b"1",
            b'{"a":1,"a":1}',
            b'{"b":{"a":1,"\\u0061":2}}',
            deep,
            b"[" * 10**6,
        ]
        bad += [
            b'{"a":NaN}',
            b'{"a":01}',
            b'{"a":"\xff"}',
            b'{"a":"\\ud800"}',
            b"{} {}",
        ]
        for body in bad:
            with self.assertRaises(CrpError, msg=body[:20]) as caught:
                parse(body)
            self.assertEqual(
                (caught.exception.status, caught.exception.code), (400, "MALFORMED")
            )

    def test_taken(self):
        deepest = b'{"a":' * 32 + b"1" + b"}" * 32
        for body in [b"{}", b' {"a":[1.5,"\\ud83d\\ude00"]}\n', deepest]:
            self.assertIsInstance(parse(body), dict)
        self.assertEqual(parse(serialize({"a": "ß 漢"})), {"a": "ß 漢"})

    def test_money(self):
        for amount in [1, 2**53 - 1]:
            money = {"amount": amount, "currency": "EUR"}
            self.assertEqual(money_of({"amount": money | {"more": 1}}), money)
        for amount in [0, -1, 2**53, 1.0, "1", True, None]:
            money = {"amount": amount, "currency": "EUR"}
            self.assertRaises(CrpError, money_of, {"amount": money})
        for value in [None, 1, {}, {"amount": 1}, {"amount": 1, "currency": 1}]:
            self.assertRaises(CrpError, money_of, {"amount": value})

    def test_values(self):
        self.assertEqual(instant(CREATED), "2026-11-22T16:00:00.000Z")
        empty = "sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:"
        self.assertEqual(digest(b""), empty)


class Pushes(unittest.TestCase):
    """An adapter with the items 1 to 17, and a service that takes what it is told."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file, self.told = Path(folder.name, "pushed"), []
        self.push = Push(self, self, self.file)

    def memory(self):
        return {"id": "memory", "sequence": 17, "mark": "mark"}

    def changes(self, after, limit):
        return {"items": [{"sequence": n} for n in range(after + 1, 18)][:limit]}

    def call(self, method, path, content):
        self.told.append([item["sequence"] for item in content["items"]])
        content = {"through": self.told[-1][-1]}
        return SimpleNamespace(status=200, headers={}, content=content)

    def test_told_once(self):
        self.assertEqual([self.push.step(), self.push.step()], [0, 0.2])
        self.assertEqual(self.told, [[*range(1, 18)]])
        self.assertEqual(self.file.read_text(), "17")

    def test_half_a_file(self):
        for text in ["", "\0\0"]:
            self.file.write_text(text)
            self.assertEqual(self.push.step(), 0)
            self.assertEqual(self.told.pop(), [*range(1, 18)])
            self.assertEqual(self.file.read_text(), "17")

    def test_full_disk(self):
        self.file.write_text("15")
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1, limits[1]))
        try:
            self.assertRaises(OSError, self.push.step)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        self.assertEqual(self.file.read_text(), "15")
        self.assertEqual([self.push.step(), self.push.step()], [0, 0.2])
        self.assertEqual(self.told, [[16, 17], [16, 17]])


if __name__ == "__main__":
    unittest.main()
