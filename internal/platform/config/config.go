// Package config reads the operator's settings: flags first, then WEKALA_… environment variables. Secrets come from the
// environment or from a file with mode 0600 in the data directory, never from a flag.
package config

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"strings"

	"wekala/internal/platform/id"
	"wekala/internal/platform/remote"
)

// Serve holds the settings of the serving program. The struct tags are kong's.
type Serve struct {
	Listen    string `help:"Address to listen on." default:"127.0.0.1:8080" env:"WEKALA_LISTEN"`
	Database  string `help:"sqlite:PATH or postgres://… (default: sqlite:DATA_DIR/wekala.db)." env:"WEKALA_DATABASE"`
	DataDir   string `help:"Where the database, uploads and the secret key live." default:"./wekala-data" env:"WEKALA_DATA_DIR"`
	Demo      bool   `help:"Fill a fresh database with a demo shop; sandbox card gateway; messages readable at /dev/outbox." env:"WEKALA_DEMO"`
	Metrics   string `help:"Address for Prometheus /metrics; off when empty." env:"WEKALA_METRICS"`
	PublicURL string `help:"Address people see, for links and gateways." env:"WEKALA_PUBLIC_URL"`
	Proxies   string `help:"Trusted proxies, as comma-separated prefixes, whose X-Forwarded-For is believed." env:"WEKALA_PROXIES"`
	LogLevel  string `help:"debug, info, warn or error." default:"info" enum:"debug,info,warn,error" env:"WEKALA_LOG_LEVEL"`

	CodeChannels string `help:"Channels that carry sign-in codes: sms, whatsapp (comma-separated); those with a provider unless named." env:"WEKALA_CODE_CHANNELS"`
	Payments     string `help:"Ways to pay: cod, card (comma-separated)." env:"WEKALA_PAYMENTS"`

	Gateway string `help:"Who takes cards: paymob, stripe, or sandbox (with --demo only, and its default)." enum:",paymob,stripe,sandbox" default:"" env:"WEKALA_GATEWAY"`

	SMSBy         string `name:"sms-by" help:"Who carries SMS: webhook or twilio." enum:",webhook,twilio" default:"" env:"WEKALA_SMS_BY"`
	WhatsAppBy    string `name:"whatsapp-by" help:"Who carries WhatsApp: webhook, twilio or cloud (Meta's own)." enum:",webhook,twilio,cloud" default:"" env:"WEKALA_WHATSAPP_BY"`
	WebhookURL    string `help:"Where codes and notices for SMS and WhatsApp are posted, signed." env:"WEKALA_WEBHOOK_URL"`
	WebhookSecret string `kong:"-"`
	SMTPURL       string `kong:"-"`
	// ProviderNetworks are the networks, in addition to the public internet, in which carriers and mail servers set in the
	// console may be.
	ProviderNetworks string `help:"Networks of its own where providers set in the console may stand, as comma-separated prefixes." env:"WEKALA_PROVIDER_NETWORKS"`
	OutgoingProxy    string `help:"Proxy that the program's own requests leave through; environment: the one HTTPS_PROXY names." env:"WEKALA_OUTGOING_PROXY"`
	MailFrom         string `help:"Sender of e-mails." env:"WEKALA_MAIL_FROM"`
	SharedPages      bool   `help:"A proxy before the program keeps pages, by the header Wekala-View that it sets." env:"WEKALA_SHARED_PAGES"`
	ClientVersion    string `help:"The app version that browsers send in the header version." default:"1.4.158" env:"WEKALA_CLIENT_VERSION"`
	TilesURL         string `help:"Raster tiles for maps, with {z} {x} {y}; off when empty." env:"WEKALA_TILES_URL"`
	TilesBy          string `help:"Who made the tiles, as it stands on the map." default:"© OpenStreetMap" env:"WEKALA_TILES_BY"`

	Domain      string `help:"The shop's own domain (comma-separated): it gets a certificate by itself and listens on ports 443 and 80." env:"WEKALA_DOMAIN"`
	HTTPSListen string `name:"https-listen" help:"Where it listens with that certificate." default:":443" env:"WEKALA_HTTPS_LISTEN"`
	HTTPListen  string `name:"http-listen" help:"Where it answers the authority's challenges and sends everybody else to https." default:":80" env:"WEKALA_HTTP_LISTEN"`
	ACMEEmail   string `name:"acme-email" help:"Who hears from the certificate's authority." env:"WEKALA_ACME_EMAIL"`
	ACMEURL     string `name:"acme-url" help:"Directory of another authority than Let's Encrypt." env:"WEKALA_ACME_URL"`

	BackupDir string `help:"Where backups are kept (default: DATA_DIR/backups)." env:"WEKALA_BACKUP_DIR"`

	// Accounts are the settings of gateways and message providers, including secrets, by the names of their environment
	// variables.
	Accounts map[string]string `kong:"-"`

	// Secret is the key for codes and PINs; see Complete.
	Secret []byte `kong:"-"`
}

// Complete derives settings from others and reads the secrets. It creates the data directory and, on first start, the
// secret key: 32 random bytes in DATA_DIR/secret.key with mode 0600. Nodes that share a database must share the key
// through WEKALA_SECRET.
func (s *Serve) Complete() error {
	if err := os.MkdirAll(s.DataDir, 0o700); err != nil {
		return fmt.Errorf("data directory: %w", err)
	}
	s.Database = DatabaseOf(s.Database, s.DataDir)
	s.BackupDir = BackupDirOf(s.BackupDir, s.DataDir)
	s.WebhookSecret = os.Getenv("WEKALA_WEBHOOK_SECRET")
	s.SMTPURL = os.Getenv("WEKALA_SMTP_URL")
	s.Accounts = Accounts(os.Environ())
	if s.CodeChannels == "" && (s.Demo || s.WebhookURL != "" || s.SMSBy != "" || s.WhatsAppBy != "") {
		s.CodeChannels = s.namedChannels()
	}
	if domains := List(s.Domain); s.PublicURL == "" && len(domains) > 0 {
		s.PublicURL = "https://" + domains[0]
	}
	if s.PublicURL == "" {
		s.PublicURL = "http://" + s.Listen
	}
	s.PublicURL = strings.TrimRight(s.PublicURL, "/")
	var err error
	s.Secret, err = secret(os.Getenv("WEKALA_SECRET"), filepath.Join(s.DataDir, "secret.key"))
	return err
}

// namedChannels are the channels with a configured carrier. The web hook and the demo carry both.
func (s *Serve) namedChannels() string {
	switch {
	case s.Demo || s.WebhookURL != "" || s.SMSBy != "" && s.WhatsAppBy != "":
		return "sms,whatsapp"
	case s.SMSBy != "":
		return "sms"
	}
	return "whatsapp"
}

// DatabaseOf returns the database of a shop: the configured one, or else the file in its data directory.
func DatabaseOf(named, dataDir string) string {
	if named != "" {
		return named
	}
	return "sqlite:" + filepath.Join(dataDir, "wekala.db")
}

// BackupDirOf returns the folder of a shop's backups: the configured one, or else one in its data directory.
func BackupDirOf(named, dataDir string) string {
	if named != "" {
		return named
	}
	return filepath.Join(dataDir, "backups")
}

// Accounts selects the settings of gateway and provider accounts from an environment.
func Accounts(environ []string) map[string]string {
	all := map[string]string{}
	for _, line := range environ {
		name, value, _ := strings.Cut(line, "=")
		for _, of := range []string{"PAYMOB_", "STRIPE_", "TWILIO_", "WHATSAPP_", "PUSH_", "S3_", "BACKUP_"} {
			if strings.HasPrefix(name, "WEKALA_"+of) {
				all[name] = value
			}
		}
	}
	return all
}

// TrustedProxies parses Proxies. A server that listens only on loopback is reached through a proxy on the same machine,
// so loopback then counts as a trusted proxy.
func (s *Serve) TrustedProxies() ([]netip.Prefix, error) {
	var all []netip.Prefix
	if err := addPrefixes(&all, "trusted proxies", s.Proxies); err != nil {
		return nil, err
	}
	if s.onLoopback() {
		all = append(all, netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128"))
	}
	return all, nil
}

// AllowedNetworks parses ProviderNetworks.
func (s *Serve) AllowedNetworks() (*remote.AllowedNetworks, error) {
	var r remote.AllowedNetworks
	return &r, addPrefixes(&r.Also, "provider networks", s.ProviderNetworks)
}

// UseProxy sends the program's own requests through OutgoingProxy; if that is empty, nothing changes.
func (s *Serve) UseProxy() error {
	if s.OutgoingProxy == "" {
		return nil
	}
	return remote.UseProxy(s.OutgoingProxy)
}

func addPrefixes(to *[]netip.Prefix, what, list string) error {
	for _, text := range List(list) {
		p, err := netip.ParsePrefix(text)
		if err != nil {
			return fmt.Errorf("%s: %w", what, err)
		}
		*to = append(*to, p)
	}
	return nil
}

func (s *Serve) onLoopback() bool {
	host, _, err := net.SplitHostPort(s.Listen)
	if err != nil {
		return false
	}
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.Unmap().IsLoopback()
}

// Has reports whether a comma-separated setting contains word.
func Has(list, word string) bool {
	for _, w := range List(list) {
		if w == word {
			return true
		}
	}
	return false
}

// List splits a comma-separated setting.
func List(s string) []string {
	var all []string
	for _, word := range strings.Split(s, ",") {
		if word = strings.TrimSpace(word); word != "" {
			all = append(all, word)
		}
	}
	return all
}

// SecretFromEnvironment returns the key from the environment; nil if it is not set.
func SecretFromEnvironment() ([]byte, error) {
	text := os.Getenv("WEKALA_SECRET")
	if text == "" {
		return nil, nil
	}
	return decodeSecret(text, "WEKALA_SECRET")
}

// ExistingSecret returns the key from the environment or the data directory; nil if there is none yet.
func ExistingSecret(dataDir string) ([]byte, error) {
	file := filepath.Join(dataDir, "secret.key")
	named := os.Getenv("WEKALA_SECRET")
	if _, err := os.Stat(file); named == "" && errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return secret(named, file)
}

func secret(fromEnv, file string) ([]byte, error) {
	if fromEnv != "" {
		return decodeSecret(fromEnv, "WEKALA_SECRET")
	}
	raw, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		text := id.Secret(32)
		f, err := os.OpenFile(file, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
		if errors.Is(err, fs.ErrExist) {
			return secret("", file) // another node on this machine was first
		}
		if err != nil {
			return nil, fmt.Errorf("secret key: %w", err)
		}
		_, err = f.WriteString(text + "\n")
		if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
			return nil, fmt.Errorf("secret key: %w", err)
		}
		return decodeSecret(text, file)
	}
	if err != nil {
		return nil, fmt.Errorf("secret key: %w", err)
	}
	if info, err := os.Stat(file); err == nil && info.Mode().Perm()&0o077 != 0 {
		return nil, fmt.Errorf("secret key: %s can be read by others; chmod 600 it", file)
	}
	return decodeSecret(strings.TrimSpace(string(raw)), file)
}

func decodeSecret(text, from string) ([]byte, error) {
	key, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || len(key) < 32 {
		return nil, fmt.Errorf("secret key: %s must hold at least 32 bytes in unpadded URL-safe base64", from)
	}
	return key, nil
}
