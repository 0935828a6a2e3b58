package settings

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
	"errors"
)

// Vault encrypts the secrets among settings with a key that follows from the
// program's and is not in the database.
type Vault struct{ aead cipher.AEAD }

// NewVault makes a vault from the program's key.
func NewVault(secret []byte) (*Vault, error) {
	if len(secret) < 16 {
		return nil, errors.New("settings: secrets need the program's key")
	}
	key, err := hkdf.Key(sha256.New, secret, nil, "wekala settings", 32)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	return &Vault{aead}, err
}

// Seal encrypts a secret under its name; it opens under no other.
func (v *Vault) Seal(name, secret string) string {
	return base64.RawStdEncoding.EncodeToString(v.aead.Seal(nil, nil, []byte(secret), []byte(name)))
}

// Open decrypts what Seal made. It fails where the program's key has changed
// since.
func (v *Vault) Open(name, sealed string) (string, error) {
	raw, err := base64.RawStdEncoding.DecodeString(sealed)
	if err != nil {
		return "", err
	}
	secret, err := v.aead.Open(nil, nil, raw, []byte(name))
	return string(secret), err
}
