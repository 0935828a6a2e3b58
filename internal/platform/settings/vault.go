package settings

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
	"errors"
)

// Vault encrypts the secrets in settings with a key that is derived from the program's and is not in the database.
type Vault struct{ aead cipher.AEAD }

// NewVault returns a vault with a key derived from the program's.
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

// Seal encrypts a secret under its name. It can be decrypted only with the same name.
func (v *Vault) Seal(name, secret string) string {
	return base64.RawStdEncoding.EncodeToString(v.aead.Seal(nil, nil, []byte(secret), []byte(name)))
}

// Open decrypts the result of Seal. It fails if the program's key has changed since.
func (v *Vault) Open(name, sealed string) (string, error) {
	raw, err := base64.RawStdEncoding.DecodeString(sealed)
	if err != nil {
		return "", err
	}
	secret, err := v.aead.Open(nil, nil, raw, []byte(name))
	return string(secret), err
}
