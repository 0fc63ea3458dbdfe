package webhooks

import (
	"crypto/ecdsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"strings"
)

// IsSigned checks the value of X-Svc-Signature over the exact bytes of the body with the platform's public key of the
// id in X-Svc-Signature-Key.
func IsSigned(header, id string, body []byte, keys map[string][]byte) bool {
	text := header
	if strings.HasPrefix(header, "{") {
		var signed struct {
			S string `json:"s"`
		}
		if json.Unmarshal([]byte(header), &signed) != nil {
			return false
		}
		text = signed.S
	}
	signature, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return false
	}
	block, _ := pem.Decode(keys[id])
	if block == nil {
		return false
	}
	key, err := x509.ParsePKIXPublicKey(block.Bytes)
	if err != nil {
		return false
	}
	point, ok := key.(*ecdsa.PublicKey)
	digest := sha256.Sum256(body)
	return ok && ecdsa.VerifyASN1(point, digest[:], signature)
}
