package app_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"wekala/internal/app"
	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/web"
)

// otherReact is a version of React for which our renderer was not written.
const otherReact = "19.3.0"

// TestAnotherReactDrawsTheShop: with another version of React the build needs no change, React's own renderer renders
// the shop's pages, and customers get the same pages.
func TestAnotherReactDrawsTheShop(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the server's bundle")
	}
	folder, built := t.TempDir(), t.TempDir()
	run := func(dir string, name string, args ...string) {
		t.Helper()
		c := exec.Command(name, args...)
		c.Dir, c.Env = dir, append(os.Environ(), "WEKALA_REACT="+filepath.Join(folder, "node_modules"))
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
		}
	}
	run(folder, "npm", "install", "--no-audit", "--no-fund", "--prefix", folder, "react@"+otherReact,
		"react-dom@"+otherReact)
	run("../../web", "node", "node_modules/vite/bin/vite.js", "build", "--mode", "server", "--logLevel", "warn",
		"--outDir", filepath.Join(built, "server"))

	var says struct {
		Renderer, React string
	}
	text, err := os.ReadFile(filepath.Join(built, "server", "renderer.json"))
	if err == nil {
		err = json.Unmarshal(text, &says)
	}
	if err != nil || says.Renderer != "react" || says.React != otherReact {
		t.Fatalf("the bundle says %s %v", text, err)
	}

	ours := apptest.New(t, dbtest.New(t, db.SQLite), apptest.Pages())
	theirs := apptest.New(t, dbtest.New(t, db.SQLite), apptest.Pages(),
		apptest.How(app.WithDist(builtServer{web.Dist(), os.DirFS(built)})))
	for _, path := range []string{"/en/home", "/ar/home", "/ar/branches/koshary-maadi", "/en/products/koshary",
		"/ar/branches-results?service_id=food", "/en/cart", "/ar/account", "/en/no/such/page"} {
		want, got := drawnPage(t, ours, path), drawnPage(t, theirs, path)
		if got != want {
			at := 0
			for at < min(len(got), len(want)) && got[at] == want[at] {
				at++
			}
			t.Errorf("%s differs:\n%.200s\n%.200s", path, got[at:], want[at:])
		}
	}
	theirs.Healthy()
}

var (
	root = regexp.MustCompile(`(?s)<div id="root">(.*)</div><script type="application/json" id="state"`)
	// React marks elements that may move between pages that are streamed in parts; ours are sent whole.
	transitionMark = regexp.MustCompile(` vt-[a-z]+="[^"]*"`)
)

// drawnPage is the content of a page before scripts run; a page that failed to render has none.
func drawnPage(t *testing.T, s *apptest.Shop, path string) string {
	t.Helper()
	found := root.FindStringSubmatch(s.Do("GET", "="+path, "", nil).Body)
	if found == nil || len(found[1]) < 500 {
		t.Fatalf("%s was not drawn: %v", path, found)
	}
	return transitionMark.ReplaceAllString(found[1], "")
}

// builtServer is the files of one build with the server bundle of another.
type builtServer struct {
	fs.FS
	server fs.FS
}

func (b builtServer) Open(name string) (fs.File, error) {
	if strings.HasPrefix(name, "server/") {
		return b.server.Open(name)
	}
	return b.FS.Open(name)
}
