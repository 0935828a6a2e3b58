package app_test

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"wekala/internal/app/apptest"
	"wekala/internal/catalogue/imports"
	"wekala/internal/platform/config"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/web"
)

// nginx runs deploy/nginx.conf in front of a program, on a separate address and without a certificate.
func nginx(t *testing.T, before string) string {
	t.Helper()
	root := filepath.Join("..", "..")
	var says bytes.Buffer
	program := os.Getenv("NGINX") // set by the script that runs all tests
	if program == "" {
		find := exec.Command("bash", filepath.Join(root, "scripts", "nginx.sh"))
		find.Stderr = &says
		found, err := find.Output()
		if err != nil {
			t.Fatalf("no nginx: %v\n%s", err, says.String())
		}
		program = strings.TrimSpace(string(found))
	}
	conf, err := os.ReadFile(filepath.Join(root, "deploy", "nginx.conf"))
	if err != nil {
		t.Fatal(err)
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := free.Addr().String()
	_ = free.Close()
	dir := t.TempDir()
	text := strings.NewReplacer(
		"/var/lib/nginx/wekala", filepath.Join(dir, "kept"),
		"server 127.0.0.1:8080;", "server "+strings.TrimPrefix(before, "http://")+";",
		"listen 443 ssl http2;", "listen "+address+";",
		"ssl_certificate /etc/ssl/shop.pem;", "",
		"ssl_certificate_key /etc/ssl/shop.key;", "",
	).Replace(string(conf))
	var temps strings.Builder
	for _, kind := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
		fmt.Fprintf(&temps, "%s_temp_path %s;\n", kind, filepath.Join(dir, kind))
	}
	whole := fmt.Sprintf(
		"daemon off;\nmaster_process off;\nerror_log stderr warn;\npid %s;\nevents {}\nhttp {\naccess_log off;\n%s%s}\n",
		filepath.Join(dir, "pid"), temps.String(), text)
	path := filepath.Join(dir, "nginx.conf")
	if err := os.WriteFile(path, []byte(whole), 0o600); err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	run := exec.Command(program, "-p", dir, "-e", "stderr", "-c", path)
	run.Stderr = &said
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- run.Wait() }()
	t.Cleanup(func() {
		_ = run.Process.Kill()
		<-ended
	})
	for until := time.Now().Add(10 * time.Second); ; {
		c, err := net.Dial("tcp", address)
		if err == nil {
			_ = c.Close()
			return "http://" + address
		}
		select {
		case err := <-ended:
			ended <- err
			t.Fatalf("nginx ended: %v\n%s", err, said.String())
		case <-time.After(10 * time.Millisecond):
		}
		if time.Now().After(until) {
			t.Fatalf("nginx does not answer\n%s", said.String())
		}
	}
}

// TestAProxyKeepsPages: behind the proxy of deploy/nginx.conf, visitors with the same view share a cached page,
// nobody gets another view's page, and nothing about a person is cached.
func TestAProxyKeepsPages(t *testing.T) {
	if testing.Short() {
		t.Skip("fetches nginx where there is none")
	}
	if !web.Built() {
		t.Skip("the web files are not built")
	}
	s := apptest.New(t, dbtest.New(t, db.SQLite), apptest.Pages(),
		apptest.Set(func(c *config.Serve) { c.SharedPages = true }))
	if err := s.App.Index(t.Context()); err != nil {
		t.Fatal(err)
	}
	kept := nginx(t, s.URL)
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	get := func(path string, headers map[string]string) (status string, body string, header http.Header) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), "GET", kept+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		for name, value := range headers {
			r.Header.Set(name, value)
		}
		a, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer a.Body.Close()
		all, err := io.ReadAll(a.Body)
		if err != nil {
			t.Fatal(err)
		}
		return a.Header.Get("Wekala-Kept"), string(all), a.Header
	}
	person := s.Customer()
	guest := map[string]string{"Accept-Language": "ar-EG,ar;q=0.9,en;q=0.8"}
	someone := map[string]string{"Accept-Language": "ar", "Cookie": "token=" + person.Token + "; cart_token=abc",
		"Authorization": "Bearer " + person.Token}
	english := map[string]string{"Accept-Language": "fr, en-GB;q=0.8"}
	here := map[string]string{"Accept-Language": "ar", "Cookie": "district_id=maadi"}
	there := map[string]string{"Accept-Language": "ar", "Cookie": "district_id=dokki"}
	chosen := map[string]string{"Accept-Language": "ar", "Cookie": "language=en"}
	liar := map[string]string{"Accept-Language": "ar", "Wekala-View": "lang=en&district=dokki"}

	// All of these are requested within the second for which a page is cached; if the machine was slower, they are
	// requested again.
	moment := regexp.MustCompile(`"now":\d+`)
	same := func(a, b string) bool { return moment.ReplaceAllString(a, "") == moment.ReplaceAllString(b, "") }
	for try := 1; ; try++ {
		path := fmt.Sprintf("/products/koshary?try=%d", try)
		began := time.Now()
		first, page, header := get(path, guest)
		second, again, _ := get(path, someone)
		inEnglish, other, _ := get(path, english)
		byCookie, cookied, _ := get(path, chosen)
		inMaadi, maadi, _ := get(path, here)
		inDokki, dokki, _ := get(path, there)
		lied, lie, _ := get(path, liar)
		if time.Since(began) > 900*time.Millisecond && try < 20 {
			continue
		}
		if first != "MISS" || !strings.Contains(page, `lang="ar"`) {
			t.Errorf("the first is %s", first)
		}
		if got := header.Get("Cache-Control"); got != "public, max-age=0, s-maxage=1" {
			t.Errorf("kept by %q", got)
		}
		if second != "HIT" || again != page {
			t.Errorf("who is signed in does not share a guest's page: %s", second)
		}
		if inEnglish != "MISS" || !strings.Contains(other, `lang="en"`) {
			t.Errorf("English is %s", inEnglish)
		}
		if byCookie != "HIT" || cookied != other {
			t.Errorf("English by choice does not share English: %s", byCookie)
		}
		if inMaadi != "MISS" || inDokki != "MISS" || same(maadi, dokki) || same(maadi, page) {
			t.Errorf("areas share a page: %s, %s", inMaadi, inDokki)
		}
		if lied != "HIT" || lie != page {
			t.Errorf("a visitor's own header is believed: %s", lied)
		}
		break
	}
	for _, c := range []struct{ what, path string }{
		{"one's profile", "/api/v1/profile"}, {"one's cart", "/api/v1/cart?service_id=food"},
		{"one's orders", "/api/v1/orders"},
		{"the shell", "/shell"}, {"the console", "/console"},
	} {
		for range 2 {
			if status, _, _ := get(c.path, someone); status == "HIT" {
				t.Errorf("%s is kept by the proxy", c.what)
			}
		}
	}
	if _, body, _ := get("/api/v1/profile", guest); strings.Contains(body, person.Phone) {
		t.Error("a guest is told of somebody")
	}

	// No request waits for another visitor's answer.
	began := time.Now()
	answers := make(chan string, 20)
	for range cap(answers) {
		p := s.Customer()
		go func() {
			status, _, _ := get("/api/v1/orders", map[string]string{"Authorization": "Bearer " + p.Token})
			answers <- status
		}()
	}
	for range cap(answers) {
		if status := <-answers; status != "" {
			t.Errorf("an answer of the API met what is kept: %s", status)
		}
	}
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("twenty people had their orders after %s", took)
	}

	// The first language that the shop supports, and no header that keeps a worker busy.
	for said, want := range map[string]string{
		"fr, ar, en": "ar", "fr-FR, ar-EG;q=0.9, en;q=0.8": "ar", "fr, en-GB;q=0.8, ar": "en", " en": "en", "": "ar",
		"fr, " + strings.Repeat(",     ", 20) + "xen": "ar",
	} {
		began := time.Now()
		if _, body, _ := get("/products/koshary?said="+url.QueryEscape(said),
			map[string]string{"Accept-Language": said}); !strings.Contains(body, `lang="`+want+`"`) {
			t.Errorf("%q is not shown %s", said, want)
		}
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("%q took %s", said, took)
		}
	}
	if _, _, header := get("/products/koshary?packed",
		map[string]string{"Accept-Encoding": "br;q=0, gzip"}); header.Get("Content-Encoding") != "gzip" {
		t.Errorf("refused brotli is sent: %s", header.Get("Content-Encoding"))
	}
	conf, err := os.ReadFile(filepath.Join("..", "..", "deploy", "nginx.conf"))
	if err != nil {
		t.Fatal(err)
	}
	if most := regexp.MustCompile(`client_max_body_size (\d+)m`).FindSubmatch(conf); most == nil {
		t.Error("the proxy does not say how much may be sent")
	} else if n, _ := strconv.Atoi(string(most[1])); n<<20 <= imports.MaxBytes {
		t.Errorf("the proxy takes %d MB, files that are imported may have %d", n, imports.MaxBytes>>20)
	}

	// Without the setting, nothing is cached.
	plain := apptest.New(t, dbtest.New(t, db.SQLite), apptest.Pages())
	kept = nginx(t, plain.URL)
	for range 2 {
		if status, _, header := get("/products/koshary", guest); status == "HIT" ||
			header.Get("Cache-Control") != "private, no-cache" {
			t.Errorf("kept without being asked to: %s, %s", status, header.Get("Cache-Control"))
		}
	}
}
