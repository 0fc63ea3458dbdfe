"""A second implementation of the signatures of `docs/interface/rails.md`, section 3.

    signatures.py sign COUNT   writes signed messages as lines of JSON
    signatures.py verify       reads them, and fails at the first one that does not verify

Needs Debian's python3-cryptography. All keys are test keys.
"""

import base64
import hashlib
import json
import random
import sys

from cryptography.hazmat.primitives.asymmetric.ed25519 import (
    Ed25519PrivateKey,
    Ed25519PublicKey,
)
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

REQUEST = '("@method" "@path" "@query" "content-digest" "crp-rail")'
ANSWER = '("@status" "content-digest" "crp-rail")'
BOUND = '("@status" "content-digest" "crp-rail" "signature";req;key="crp")'


def text_of(data):
    return base64.b64encode(data).decode()


def digest(body):
    return f"sha-256=:{text_of(hashlib.sha256(body).digest())}:"


def base_of(message, body, parameters):
    """Returns the text that is signed."""
    shared = [f'"content-digest": {digest(body)}', f'"crp-rail": {message["rail"]}']
    if "status" in message:
        lines = [f'"@status": {message["status"]}', *shared]
        if message["request"]:
            lines.append(f'"signature";req;key="crp": :{message["request"]}:')
    else:
        names = ["method", "path", "query"]
        method, path, query = (message[name] for name in names)
        lines = [f'"@method": {method}', f'"@path": {path}', f'"@query": ?{query}']
        lines += shared
    return "\n".join([*lines, f'"@signature-params": {parameters}']).encode()


def key_id(public):
    return hashlib.sha256(public).hexdigest()[:16]


def signed(source):
    """Returns a random signed message."""
    key = Ed25519PrivateKey.from_private_bytes(source.randbytes(32))
    public = key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
    digits = source.randbytes(16).hex()
    parts = [digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]]
    message = {"rail": "Rail:" + "-".join(parts), "created": source.randrange(2**32)}
    body = source.randbytes(source.randrange(5000))
    message |= {"publicKey": text_of(public), "body": body.hex()}
    if source.random() < 0.5:
        request = text_of(source.randbytes(64)) if source.random() < 0.8 else None
        message |= {"status": source.randrange(100, 1000), "request": request}
        components, nonce, tag = BOUND if request else ANSWER, "", "crp-response"
    else:
        message |= {"method": source.choice(["GET", "PUT", "POST"])}
        message |= {"path": f"/v1/{source.randbytes(9).hex()}", "query": "a=1&b=%C3%A4"}
        random_text = base64.urlsafe_b64encode(source.randbytes(18)).decode()
        components, nonce, tag = REQUEST, f';nonce="{random_text}"', "crp-request"
    rest = [f"created={message['created']}{nonce}", f'keyid="{key_id(public)}"']
    rest += ['alg="ed25519"', f'tag="{tag}"']
    parameters = ";".join([components, *rest])
    signature = key.sign(base_of(message, body, parameters))
    message["headers"] = {
        "content-digest": digest(body),
        "crp-rail": message["rail"],
        "signature-input": f"crp={parameters}",
        "signature": f"crp=:{text_of(signature)}:",
    }
    return message


def verify(message):
    headers, body = message["headers"], bytes.fromhex(message["body"])
    public = base64.b64decode(message["publicKey"])
    parameters = headers["signature-input"].removeprefix("crp=")
    signature = headers["signature"].removeprefix("crp=:").removesuffix(":")
    assert headers["content-digest"] == digest(body)
    assert headers["crp-rail"] == message["rail"]
    assert f';created={message["created"]};' in parameters
    assert f';keyid="{key_id(public)}";' in parameters
    base = base_of(message, body, parameters)
    Ed25519PublicKey.from_public_bytes(public).verify(
        base64.b64decode(signature), base
    )


def main(arguments):
    if arguments[:1] == ["sign"]:
        source = random.Random(1)
        for _ in range(int(arguments[1])):
            print(json.dumps(signed(source)))
    elif arguments == ["verify"]:
        count = 0
        for line in sys.stdin:
            verify(json.loads(line))
            count += 1
        print(f"{count} messages verified")
    else:
        sys.exit(__doc__)


main(sys.argv[1:])
