"""Keys and signatures of Causeway Rail Protocol 1: RFC 9421 in one fixed form."""

import base64
import hashlib
import hmac
import os
import re
import secrets
import time
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ed25519
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from crp_values import CrpError, digest, instant

FRESH_SECONDS = 300  # between the clocks of both sides

REQUEST_PARTS = '("@method" "@path" "@query" "content-digest" "crp-rail")'
ANSWER_PARTS = '("@status" "content-digest" "crp-rail")'
BOUND_PARTS = '("@status" "content-digest" "crp-rail" "signature";req;key="crp")'
CREATED = r"created=(?P<created>[0-9]{1,12})"
NONCE = r'nonce="[A-Za-z0-9_-]{22,128}"'
KEY = r'keyid="(?P<key>[0-9a-f]{16})";alg="ed25519"'
REQUEST_INPUT = re.compile(
    f'crp=(?P<all>{re.escape(REQUEST_PARTS)};{CREATED};{NONCE};{KEY};tag="crp-request")'
)
ANSWER_INPUT = re.compile(
    f'crp=(?P<all>{re.escape(BOUND_PARTS)};{CREATED};{KEY};tag="crp-response")'
)
SIGNATURE = re.compile(r"crp=:(?P<text>[A-Za-z0-9+/]{86}==):")


def same(one, other):
    """Compares without telling by its time how much is equal."""
    return hmac.compare_digest(one.encode(), other.encode())


def read_key(path):
    """Reads the private key in a file. The first call makes it, for its owner."""
    if not Path(path).exists():
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(file, "wb") as writer:
            writer.write(base64.b64encode(secrets.token_bytes(32)) + b"\n")
            writer.flush()
            os.fsync(writer.fileno())
    seed = base64.b64decode(Path(path).read_bytes().strip(), validate=True)
    return ed25519.Ed25519PrivateKey.from_private_bytes(seed)


def read_public_key(text):
    """Reads a public key from the Base64 of its 32 bytes."""
    public = base64.b64decode(text, validate=True)
    return ed25519.Ed25519PublicKey.from_public_bytes(public)


def raw(public_key):
    return public_key.public_bytes(Encoding.Raw, PublicFormat.Raw)


def public_text(public_key):
    return base64.b64encode(raw(public_key)).decode()


def key_id(public_key):
    return hashlib.sha256(raw(public_key)).hexdigest()[:16]


def request_base(method, target, content_digest, rail, parameters):
    """Returns the text that a request's signature covers, with the target as sent."""
    path, _, query = target.partition("?")
    lines = [
        f'"@method": {method}',
        f'"@path": {path}',
        f'"@query": ?{query}',
        f'"content-digest": {content_digest}',
        f'"crp-rail": {rail}',
        f'"@signature-params": {parameters}',
    ]
    return "\n".join(lines)


def answer_base(status, content_digest, rail, request_signature, parameters):
    """Returns the text that an answer's signature covers."""
    lines = [
        f'"@status": {status}',
        f'"content-digest": {content_digest}',
        f'"crp-rail": {rail}',
    ]
    if request_signature:
        lines.append(f'"signature";req;key="crp": :{request_signature}:')
    lines.append(f'"@signature-params": {parameters}')
    return "\n".join(lines)


def only(headers, name):
    """Returns the value of a header that occurs once, else an empty text."""
    values = headers.get_all(name) or []
    return values[0] if len(values) == 1 else ""


def signature_of(headers):
    """Returns the signature of a message in Base64, or `None` if none is readable."""
    match = SIGNATURE.fullmatch(only(headers, "Signature"))
    text = match["text"] if match else ""
    # The last letter has bits without a meaning: only one spelling counts.
    again = base64.b64encode(base64.b64decode(text)).decode()
    return text if text and text == again else None


class Keys:
    """The id of a rail, our private key, and the public keys of the other side."""

    def __init__(self, rail, own, theirs, clock=time.time):
        self.rail, self.own, self.clock = rail, own, clock
        self.theirs = {key_id(key): key for key in theirs}

    def signed(self, base, body, parameters):
        signature = base64.b64encode(self.own.sign(base.encode("latin-1"))).decode()
        return {
            "Content-Digest": digest(body),
            "Crp-Rail": self.rail,
            "Signature-Input": f"crp={parameters}",
            "Signature": f"crp=:{signature}:",
        }

    def sign_request(self, method, target, body, created=None, nonce=None):
        """Returns the headers of a request."""
        created = int(self.clock()) if created is None else created
        parameters = f"{REQUEST_PARTS};created={created}"
        parameters += f';nonce="{nonce or secrets.token_urlsafe(16)}"'
        parameters += f';keyid="{key_id(self.own.public_key())}"'
        parameters += ';alg="ed25519";tag="crp-request"'
        base = request_base(method, target, digest(body), self.rail, parameters)
        return self.signed(base, body, parameters)

    def sign_answer(self, status, body, request_signature, created=None):
        """Returns the headers of an answer, bound to the request if that was signed."""
        created = int(self.clock()) if created is None else created
        parts = BOUND_PARTS if request_signature else ANSWER_PARTS
        parameters = (
            f'{parts};created={created};keyid="{key_id(self.own.public_key())}"'
        )
        parameters += ';alg="ed25519";tag="crp-response"'
        covered = (digest(body), self.rail, request_signature, parameters)
        return self.signed(answer_base(status, *covered), body, parameters)

    def verify_request(self, method, target, headers, body):
        """Raises unless a request is the other side's, for this rail, and fresh."""

        def base(content_digest, rail, parameters):
            return request_base(method, target, content_digest, rail, parameters)

        self.verify(REQUEST_INPUT, headers, body, base)

    def verify_answer(self, status, headers, body, request_signature):
        """Raises unless an answer is the other side's, for this request, and fresh."""

        def base(content_digest, rail, parameters):
            covered = (content_digest, rail, request_signature, parameters)
            return answer_base(status, *covered)

        self.verify(ANSWER_INPUT, headers, body, base)

    def verify(self, form, headers, body, base):
        match = form.fullmatch(only(headers, "Signature-Input"))
        signature = signature_of(headers)
        content_digest, rail = only(headers, "Content-Digest"), only(
            headers, "Crp-Rail"
        )
        if not (match and signature and content_digest and rail):
            message = (
                "A header of the signature is missing, doubled, or of another form."
            )
            raise CrpError(401, "UNSIGNED", message)
        key = self.theirs.get(match["key"])
        if key is None:
            raise CrpError(401, "UNKNOWN_KEY", f"The key {match['key']} is unknown.")
        content_digest, rail = only(headers, "Content-Digest"), only(
            headers, "Crp-Rail"
        )
        if not same(content_digest, digest(body)):
            raise CrpError(401, "BAD_SIGNATURE", "The body has another digest.")
        try:
            covered = base(content_digest, rail, match["all"]).encode("latin-1")
            key.verify(base64.b64decode(signature), covered)
        except (InvalidSignature, UnicodeError):
            raise CrpError(401, "BAD_SIGNATURE", "The signature is wrong.") from None
        if not same(rail, self.rail):
            raise CrpError(401, "WRONG_RAIL", "This is another rail.")
        if abs(int(self.clock()) - int(match["created"])) > FRESH_SECONDS:
            message = f"The clocks differ by more than {FRESH_SECONDS} seconds."
            raise CrpError(
                401, "STALE", message, details={"now": instant(self.clock())}
            )
