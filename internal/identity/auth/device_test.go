package auth

import (
	"testing"

	"wekala/internal/platform/i18n"
)

func TestDevices(t *testing.T) {
	for agent, want := range map[string]string{
		"Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile " +
			"Safari/537.36": "Chrome on Android",
		"Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/26.0 " +
			"Chrome/122.0.0.0 Mobile Safari/537.36": "Samsung Internet on Android",
		"Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 " +
			"Mobile/15E148 Safari/604.1": "Safari on iPhone",
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 " +
			"Edg/130.0.0.0": "Edge on Windows",
		"Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 " +
			"Firefox/132.0": "Firefox on Linux",
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 " +
			"Safari/605.1.15": "Safari on Mac",
		"curl/8.5.0": "Unknown device", "": "Unknown device", "<script>": "Unknown device", "A thing with Linux": "Linux",
		"Firefox/1": "Firefox",
	} {
		if got := Device(agent, i18n.EN); got != want {
			t.Errorf("%q is %q, want %q", agent, got, want)
		}
	}
	if got := Device("Android Chrome/1", i18n.AR); got != "متصفح Chrome على Android" {
		t.Error(got)
	}
}
