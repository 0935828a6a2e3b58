package notify

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"strconv"
	"time"
)

// Messages to browsers are encrypted for the browser (RFC 8291, in the coding of RFC 8188) and signed with a key that
// identifies the shop to push services (RFC 8292).

// recordSize is the size of the single record of a message; services accept 4 KB.
const recordSize = 4096

// maxPush is the longest text that fits: the record without header, tag and end marker.
const maxPush = recordSize - 16 - 4 - 1 - 65 - 16 - 1

// pushKey is the shop's signing key.
type pushKey struct {
	signer *ecdsa.PrivateKey
	public string // in the form that browsers expect
}

// derivePushKey derives the shop's key from its secret. It is the same on every node.
func derivePushKey(secret []byte) (*pushKey, error) {
	for i := range 8 {
		raw, err := hkdf.Key(sha256.New, secret, nil, "wekala web push "+strconv.Itoa(i), 32)
		if err != nil {
			return nil, err
		}
		signer, err := ecdsa.ParseRawPrivateKey(elliptic.P256(), raw)
		if err != nil {
			continue // not below the order of the curve, which happens once in 2^32
		}
		public, err := signer.PublicKey.Bytes()
		return &pushKey{signer, base64.RawURLEncoding.EncodeToString(public)}, err
	}
	return nil, errors.New("notify: no key for browsers can be derived")
}

// authorization returns the header for a push service, valid until a time.
func (k *pushKey) authorization(audience, subject string, until time.Time) (string, error) {
	claims, err := json.Marshal(map[string]any{"aud": audience, "exp": until.Unix(), "sub": subject})
	if err != nil {
		return "", err
	}
	b64 := base64.RawURLEncoding.EncodeToString
	token := b64([]byte(`{"typ":"JWT","alg":"ES256"}`)) + "." + b64(claims)
	digest := sha256.Sum256([]byte(token))
	r, s, err := ecdsa.Sign(rand.Reader, k.signer, digest[:])
	if err != nil {
		return "", err
	}
	signature := make([]byte, 64)
	r.FillBytes(signature[:32])
	s.FillBytes(signature[32:])
	return "vapid t=" + token + "." + b64(signature) + ", k=" + k.public, nil
}

// encrypt encrypts a text for a browser, with the key and the secret that the browser sent us. local and salt are new
// for each message.
func encrypt(text, browserKey, browserSecret []byte, local *ecdh.PrivateKey, salt []byte) ([]byte, error) {
	if len(text) > maxPush {
		return nil, errors.New("the text is too long for a browser's message")
	}
	remote, err := ecdh.P256().NewPublicKey(browserKey)
	if err != nil {
		return nil, err
	}
	shared, err := local.ECDH(remote)
	if err != nil {
		return nil, err
	}
	public := local.PublicKey().Bytes()
	ikm, err := hkdf.Key(sha256.New, shared, browserSecret, "WebPush: info\x00"+string(browserKey)+string(public), 32)
	if err != nil {
		return nil, err
	}
	key, err := hkdf.Key(sha256.New, ikm, salt, "Content-Encoding: aes128gcm\x00", 16)
	if err != nil {
		return nil, err
	}
	nonce, err := hkdf.Key(sha256.New, ikm, salt, "Content-Encoding: nonce\x00", 12)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		return nil, err
	}
	out := append([]byte{}, salt...)
	out = binary.BigEndian.AppendUint32(out, recordSize)
	out = append(out, byte(len(public)))
	out = append(out, public...)
	return gcm.Seal(out, nonce, append(append([]byte{}, text...), 2), nil), nil // 2 marks the last record
}
