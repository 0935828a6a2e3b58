package ssr

import (
	"net/http/httptest"
	"os"
	"strings"
	"testing"
)

// TestOldBrowsersSeeAPlainPage: an engine older than the stated ones has a plain page in both languages, all others
// the shop.
func TestOldBrowsersSeeAPlainPage(t *testing.T) {
	f := newFixture(t, nil)
	const ios, mac, android = "Mozilla/5.0 (iPhone; CPU iPhone OS ", "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ",
		"Mozilla/5.0 (Linux; Android 10; K) "
	for agent, old := range map[string]bool{
		"": false,
		ios +
			"15_3_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.3 Mobile/15E148 Safari/604.1": true,
		ios +
			"15_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.4 Mobile/15E148 Safari/604.1": false,
		ios +
			"18_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.2 Mobile/15E148 Safari/604.1": false,
		ios +
			"14_8 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/115.0.5790.130 Mobile/15E148 Safari/604.1": true,
		ios +
			"17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS]": false,
		mac +
			"AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.3 Safari/605.1.15": true,
		mac +
			"AppleWebKit/605.1.15 (KHTML, like Gecko) Version/60.5 Safari/605.1.15": false,
		android +
			"AppleWebKit/537.36 (KHTML, like Gecko) Chrome/104.0.0.0 Mobile Safari/537.36": true,
		android +
			"AppleWebKit/537.36 (KHTML, like Gecko) Chrome/105.0.0.0 Mobile Safari/537.36": false,
		android +
			"AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/74.0.3729.186 Mobile Safari/537.36": true,
		android +
			"AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/20.0 Chrome/106.0.5249.126 Mobile Safari/537.36": false,
		"Mozilla/5.0 (X11; Linux x86_64; rv:102.0) Gecko/20100101 " +
			"Firefox/102.0": true,
		"Mozilla/5.0 (X11; Linux x86_64; rv:115.0) Gecko/20100101 " +
			"Firefox/115.0": false,
		"Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like " +
			"Gecko": true,
		"Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X) AppleWebKit/537.36 Chrome/41.0 Mobile Safari/537.36 (compatible; " +
			"Googlebot/2.1; +http://g)": false,
		"WhatsApp/2.23.20.0": false,
		"curl/8.5.0":         false,
	} {
		request := httptest.NewRequest("GET", "/en/list", nil)
		request.Header.Set("User-Agent", agent)
		recorder := httptest.NewRecorder()
		f.Handler(nil).ServeHTTP(recorder, request)
		page := recorder.Body.String()
		said := strings.Contains(page, "This browser is too old") && strings.Contains(page, "هذا المتصفح قديم") &&
			strings.Contains(page, "Chrome 105, Safari 15.4, Firefox 115") && !strings.Contains(page, "<script type=\"module\"")
		if said != old {
			t.Errorf("%q: too old %t, want %t", agent, said, old)
		}
		recorder = httptest.NewRecorder()
		f.ConsoleHandler().ServeHTTP(recorder, request)
		if said := strings.Contains(recorder.Body.String(), "This browser is too old"); said != old {
			t.Errorf("console, %q: too old %t, want %t", agent, said, old)
		}
	}
}

// TestOldestBrowsersAreStatedOnce: the page, the build's target and the document name the same versions.
func TestOldestBrowsersAreStatedOnce(t *testing.T) {
	for path, wants := range map[string][]string{
		"../../../web/vite.config.ts": {`["chrome105", "safari15.4", "ios15.4", "firefox115"]`},
		"../../../docs/browsers.md": {"Chrome and Android WebView | 105", "Safari on macOS and iOS | 15.4",
			"Firefox | 115"},
	} {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range wants {
			if !strings.Contains(string(text), want) {
				t.Errorf("%s does not say %q", path, want)
			}
		}
	}
}
