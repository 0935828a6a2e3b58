package app_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"

	"wekala/internal/app"
	"wekala/internal/app/apptest"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/config"
	"wekala/internal/platform/httpapi"
)

// childOf names the database that this test program serves instead of running tests, so that there is a process to
// kill even where the web files are not built and the program itself would not start. WEKALA_BINARY names the real
// program to use instead (make prove).
const childOf = "WEKALA_TEST_SERVE"

func TestMain(m *testing.M) {
	if url := os.Getenv(childOf); url != "" {
		if err := serveChild(url); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// serveChild does what `wekala serve` does, without pages.
func serveChild(url string) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	cfg := config.Serve{Listen: listener.Addr().String(), Database: url, DataDir: os.Getenv("WEKALA_DATA_DIR"),
		Payments: "cod"}
	if err := cfg.Complete(); err != nil {
		return err
	}
	d, err := app.OpenDatabase(ctx, url, clock.System)
	if err != nil {
		return err
	}
	defer func() { _ = d.Close() }()
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError}))
	a, err := app.Build(ctx, cfg, d, clock.System, log, app.WithoutPages())
	if err != nil {
		return err
	}
	a.Start(ctx)
	defer a.Close()
	return app.Serve(ctx, listener, a, func() { fmt.Printf("  the shop: %s\n", cfg.PublicURL) })
}

// process is the program, running on a separate database.
type process struct {
	cmd  *exec.Cmd
	url  string
	up   time.Duration // from the start to the first good /healthz
	wire *http.Client
}

// start runs the program, under a tracer if one is given with its arguments.
func start(t *testing.T, database, dir string, tracer ...string) *process {
	t.Helper()
	p := &process{wire: apptest.Client()}
	if binary := os.Getenv("WEKALA_BINARY"); binary != "" {
		p.cmd = exec.Command(binary, "serve", "--listen", "127.0.0.1:0", "--database", database, "--data-dir", dir,
			"--code-channels=", "--payments", "cod", "--log-level", "error")
		p.cmd.Env = os.Environ()
	} else {
		p.cmd = exec.Command(os.Args[0])
		p.cmd.Env = append(os.Environ(), childOf+"="+database, "WEKALA_DATA_DIR="+dir)
	}
	if len(tracer) > 0 {
		traced := exec.Command(tracer[0], append(tracer[1:], p.cmd.Args...)...)
		traced.Env = p.cmd.Env
		p.cmd = traced
	}
	var trouble strings.Builder
	p.cmd.Stderr = &trouble
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.kill() })
	lines := bufio.NewScanner(out)
	for p.url == "" && lines.Scan() {
		if _, url, found := strings.Cut(lines.Text(), "the shop:"); found {
			p.url = strings.TrimSpace(url)
		}
	}
	if p.url == "" {
		p.kill()
		t.Fatalf("the program did not start: %s", &trouble)
	}
	go func() { // further output must not fill the pipe
		for lines.Scan() {
			continue
		}
	}()
	res, err := p.wire.Get(p.url + "/healthz")
	if err != nil || res.StatusCode != 200 {
		t.Fatalf("/healthz: %v %v", res, err)
	}
	_ = res.Body.Close()
	p.up = time.Since(began)
	return p
}

// kill ends the process as a power cut would.
func (p *process) kill() {
	if p.cmd.ProcessState == nil {
		_ = p.cmd.Process.Kill()
		_ = p.cmd.Wait()
	}
}

// post sends JSON; an error means that no answer arrived.
func (p *process) post(path, token, key string, body any) (int, string, error) {
	raw, err := json.Marshal(body)
	if err != nil {
		return 0, "", err
	}
	r, err := http.NewRequest(http.MethodPost, p.url+httpapi.Base+path, strings.NewReader(string(raw)))
	if err != nil {
		return 0, "", err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Idempotency-Key", key)
	res, err := p.wire.Do(r)
	if err != nil {
		return 0, "", err
	}
	defer func() { _ = res.Body.Close() }()
	var text strings.Builder
	_, err = bufio.NewReader(res.Body).WriteTo(&text)
	return res.StatusCode, text.String(), err
}
