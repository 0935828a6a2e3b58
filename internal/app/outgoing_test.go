package app_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// outgoing are functions that connect without platform/remote, by package and name.
var outgoing = map[string][]string{
	"net/http": {"Client", "Transport", "DefaultClient", "DefaultTransport", "Get", "Head",
		"Post", "PostForm", "ProxyFromEnvironment", "ProxyURL"},
	"net":                               {"Dial", "DialTimeout", "DialTCP", "DialUDP", "DialIP", "DialUnix", "Dialer"},
	"crypto/tls":                        {"Dial", "DialWithDialer", "Dialer"},
	"net/smtp":                          {"Dial", "SendMail", "NewClient"},
	"github.com/minio/minio-go/v7":      {"New", "DefaultTransport"},
	"github.com/wneessen/go-mail":       {"NewClient"},
	"golang.org/x/crypto/acme":          {"Client"},
	"golang.org/x/crypto/acme/autocert": {"Manager"},
}

// outgoingAllowed states why a file may use one of them. A mere type is no connection.
var outgoingAllowed = map[string]string{
	"internal/platform/blobs/s3.go New":              "with the transport below",
	"internal/platform/blobs/s3.go DefaultTransport": "bound by AllowedNetworks.Bind",
	"internal/platform/notify/mail.go NewClient":     "dials with AllowedNetworks.Dialer",
	"internal/platform/notify/mail.go Dialer":        "around AllowedNetworks.Dialer",
	"internal/platform/certs/certs.go Client":        "asks with remote.NewClient",
	"internal/platform/certs/certs.go Manager":       "asks with the client beside it",
}

// TestRequestsLeaveByOneConstructor finds clients, transports and dialers created outside platform/remote, the only
// package that knows the networks and the proxy.
func TestRequestsLeaveByOneConstructor(t *testing.T) {
	found := map[string]bool{}
	for _, top := range []string{"../../internal", "../../cmd"} {
		err := filepath.WalkDir(top, func(path string, entry fs.DirEntry, err error) error {
			name := filepath.ToSlash(strings.TrimPrefix(path, "../../"))
			if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") ||
				strings.HasPrefix(name, "internal/platform/remote/") || strings.Contains(name, "test/") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			for _, use := range outgoingUses(file) {
				found[name+" "+use] = true
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, use := range slices.Sorted(maps.Keys(found)) {
		if outgoingAllowed[use] == "" {
			t.Errorf("%s connects by itself: use remote.NewClient or AllowedNetworks, or say why not", use)
		}
	}
	for use := range outgoingAllowed {
		if !found[use] {
			t.Errorf("%s is allowed and not there", use)
		}
	}
}

// outgoingUses lists the uses of outgoing in a file.
func outgoingUses(file *ast.File) (uses []string) {
	named := map[string][]string{}
	for _, i := range file.Imports {
		path := strings.Trim(i.Path.Value, `"`)
		short := strings.TrimPrefix(filepath.Base(path), "go-")
		if strings.HasSuffix(path, "minio-go/v7") {
			short = "minio"
		}
		if i.Name != nil {
			short = i.Name.Name
		}
		if list := outgoing[path]; list != nil {
			named[short] = list
		}
	}
	types := map[ast.Expr]bool{} // *http.Client as the type of a field, a parameter or a result
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Field:
			types[n.Type] = true
			if p, ok := n.Type.(*ast.StarExpr); ok {
				types[p.X] = true
			}
		case *ast.TypeAssertExpr:
			if p, ok := n.Type.(*ast.StarExpr); ok {
				types[p.X] = true
			}
		case *ast.SelectorExpr:
			x, ok := n.X.(*ast.Ident)
			if ok && !types[n] && slices.Contains(named[x.Name], n.Sel.Name) {
				uses = append(uses, n.Sel.Name)
			}
		}
		return true
	})
	return uses
}

// TestOutgoingUsesAreFound tests outgoingUses itself.
func TestOutgoingUsesAreFound(t *testing.T) {
	for source, want := range map[string]bool{
		`import "net/http"; var c = &http.Client{}`:                           true,
		`import h "net/http"; func f() { h.Get("x") }`:                        true,
		`import "net/http"; var c http.Client`:                                true,
		`import "net/http"; func f() { new(http.Transport) }`:                 true,
		`import "net"; func f() { net.Dial("tcp", "x") }`:                     true,
		`import "net/http"; type t struct { c *http.Client }`:                 false,
		`import "net/http"; func f(c *http.Client) *http.Client { return c }`: false,
		`import "net/http"; func f() { _ = http.StatusOK }`:                   false,
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "", "package x; "+source, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(outgoingUses(file)) > 0; got != want {
			t.Errorf("%s: found %t", source, got)
		}
	}
}
