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
	if first.Database != "sqlite:"+filepath.Join(dir, "wekala.db") || first.Payments != "cod" {
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
