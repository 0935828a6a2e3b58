package remote_test

import (
	"net/http"
	"os"
	"os/exec"
	"testing"

	"wekala/internal/platform/remote"
)

// TestTheEnvironmentNamesNoProxy: requests use a proxy from the environment only if the operator's configuration asks
// for it. The library reads the environment once, so the test starts another process with it.
func TestTheEnvironmentNamesNoProxy(t *testing.T) {
	const inside = "WEKALA_TEST_INSIDE"
	if os.Getenv(inside) == "" {
		cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$", "-test.count=1")
		cmd.Env = append(os.Environ(), inside+"=1", "HTTP_PROXY=http://proxy.example:3128",
			"HTTPS_PROXY=http://proxy.example:3128", "NO_PROXY=")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "https://carrier.example/send", nil)
	if err != nil {
		t.Fatal(err)
	}
	through := func() string {
		proxy, err := (&remote.AllowedNetworks{}).Transport().Proxy(request)
		if err != nil || proxy == nil {
			return ""
		}
		return proxy.Host
	}
	if got := through(); got != "" {
		t.Errorf("before anything is set requests leave through %s", got)
	}
	for setting, want := range map[string]string{
		"": "", remote.Environment: "proxy.example:3128", "http://chosen.example:1": "chosen.example:1"} {
		if err := remote.UseProxy(setting); err != nil {
			t.Fatal(err)
		}
		if got := through(); got != want {
			t.Errorf("set to %q: requests leave through %q", setting, got)
		}
	}
}
