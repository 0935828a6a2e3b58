package config_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"wekala/internal/platform/config"
)

func TestSecretIsMadeOnceAndKept(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	first := config.Serve{DataDir: dir, Listen: "127.0.0.1:1"}
	if err := first.Complete(); err != nil {
		t.Fatal(err)
	}
	second := config.Serve{DataDir: dir}
	if err := second.Complete(); err != nil {
		t.Fatal(err)
	}
	if len(first.Secret) != 32 || !bytes.Equal(first.Secret, second.Secret) {
		t.Fatal("the secret key was not kept")
	}
	if first.Database != "sqlite:"+filepath.Join(dir, "wekala.db") || first.Payments != "" {
		t.Fatalf("defaults: %q, %q", first.Database, first.Payments)
	}
	if err := os.Chmod(filepath.Join(dir, "secret.key"), 0o644); err != nil {
		t.Fatal(err)
	}
	third := config.Serve{DataDir: dir}
	if err := third.Complete(); err == nil {
		t.Fatal("a key that others can read was accepted")
	}
}

func TestSecretFromEnvironment(t *testing.T) {
	t.Setenv("WEKALA_SECRET", "short")
	s := config.Serve{DataDir: t.TempDir()}
	if err := s.Complete(); err == nil {
		t.Fatal("a short secret was accepted")
	}
}

func TestLists(t *testing.T) {
	if !config.Has("cod, card", "card") || config.Has("cod", "card") || len(config.List(" , ")) != 0 {
		t.Fatal("lists are misread")
	}
	s := config.Serve{Proxies: "10.0.0.0/8, nonsense"}
	if _, err := s.TrustedProxies(); err == nil {
		t.Fatal("a bad proxy prefix was accepted")
	}
}

func TestAccountsComeFromTheEnvironment(t *testing.T) {
	t.Setenv("WEKALA_STRIPE_SECRET_KEY", "sk_test=1")
	s := config.Serve{DataDir: t.TempDir()}
	if err := s.Complete(); err != nil || s.Accounts["WEKALA_STRIPE_SECRET_KEY"] != "sk_test=1" {
		t.Fatalf("%v %v", s.Accounts, err)
	}
}

// TestLoopbackIsADeclaredProxy: otherwise all clients behind a proxy on the same machine would share one address, and
// no limit by address would work.
func TestLoopbackIsADeclaredProxy(t *testing.T) {
	for listen, want := range map[string]int{
		"127.0.0.1:8080": 3, "localhost:8080": 3, "[::1]:8080": 3, "[::ffff:127.0.0.1]:80": 3,
		":8080": 1, "0.0.0.0:8080": 1, "[::]:8080": 1, "10.1.2.3:8080": 1, "shop.example.com:80": 1, "": 1,
	} {
		s := config.Serve{Listen: listen, Proxies: "10.0.0.0/8"}
		if got, err := s.TrustedProxies(); err != nil || len(got) != want {
			t.Errorf("listening on %q: %v, %v", listen, got, err)
		}
	}
}
