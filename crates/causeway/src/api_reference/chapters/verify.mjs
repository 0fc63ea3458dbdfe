import { createPublicKey, verify } from "node:crypto";

// `header` is the value of X-Svc-Signature, `id` that of X-Svc-Signature-Key, `body` a Buffer of the exact bytes, and
// `keys` a Map of the platform's public keys by their ids.
export function isSigned(header, id, body, keys) {
  try {
    const text = header.startsWith("{") ? JSON.parse(header).s : header;
    return verify("sha256", body, createPublicKey(keys.get(id)), Buffer.from(text, "base64"));
  } catch {
    return false;
  }
}
