import base64, json

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import load_pem_public_key


def is_signed(header: str, key_id: str, body: bytes, keys: dict[str, bytes]) -> bool:
    """`header` is the value of X-Svc-Signature, `key_id` that of X-Svc-Signature-Key, `body` the exact bytes, and `keys`
    has the platform's public keys by their ids."""
    try:
        text = json.loads(header)["s"] if header.startswith("{") else header
        signature = base64.b64decode(text, validate=True)
        load_pem_public_key(keys[key_id]).verify(signature, body, ec.ECDSA(hashes.SHA256()))
        return True
    except (InvalidSignature, KeyError, TypeError, ValueError):
        return False
