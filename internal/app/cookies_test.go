package app_test

import (
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestCookiesOfTheServerAreListed: everything that the server stores in a browser is in the list of stored data
// (web/src/lib/stored.ts), which determines what a logout clears.
func TestCookiesOfTheServerAreListed(t *testing.T) {
	root := filepath.Join("..", "..")
	sets := regexp.MustCompile(`http\.Cookie\{\s*Name:\s*(\w+|"[^"]+")`)
	raw := regexp.MustCompile(`"Set-Cookie"`)
	var names []string
	for _, dir := range []string{"internal", "cmd"} {
		err := filepath.WalkDir(filepath.Join(root, dir), func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			text := read(t, path)
			if raw.MatchString(text) {
				t.Errorf("%s writes Set-Cookie by hand: use http.SetCookie, so that its name is found", path)
			}
			for _, m := range sets.FindAllStringSubmatch(text, -1) {
				name := strings.Trim(m[1], `"`)
				if name == m[1] { // a constant
					found := regexp.MustCompile(name + `\s*=\s*"([^"]+)"`).FindStringSubmatch(text)
					if found == nil {
						t.Fatalf("%s: what is %s?", path, name)
					}
					name = found[1]
				}
				names = append(names, name)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	section := regexp.MustCompile(`(?s)serverCookiesUntil[^{]*\{(.*?)\n\}`).
		FindStringSubmatch(read(t, filepath.Join(root, "web", "src", "lib", "stored.ts")))
	if section == nil {
		t.Fatal("stored.ts has no serverCookiesUntil")
	}
	var listed []string
	for _, m := range regexp.MustCompile(`(?m)^\s*"?([\w-]+)"?:`).FindAllStringSubmatch(section[1], -1) {
		listed = append(listed, m[1])
	}
	slices.Sort(names)
	slices.Sort(listed)
	if names = slices.Compact(names); len(names) == 0 || !slices.Equal(names, listed) {
		t.Errorf("the server sets %v, listed are %v", names, listed)
	}
}

// TestAPhotoIsAskedForAgain: a shared browser's own cache shows no photo without revalidation, and an existing one is
// confirmed in few bytes until it is deleted.
func TestAPhotoIsAskedForAgain(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		p := s.Customer()
		var photo struct{ ID, Src string }
		s.Do("POST", "/photos", p.Token, aPhoto(t), apptest.Header{"Content-Type": "image/png"}).Into(t, &photo)
		get := func(tag string) (status int, cache, etag string) {
			t.Helper()
			r := s.Request(t.Context(), "GET", photo.Src, "", nil)
			r.URL.Path = photo.Src
			if tag != "" {
				r.Header.Set("If-None-Match", tag)
			}
			res, err := s.Wire.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			_ = res.Body.Close()
			return res.StatusCode, res.Header.Get("Cache-Control"), res.Header.Get("Etag")
		}
		status, cache, tag := get("")
		if status != 200 || cache != "private, no-cache" || tag == "" {
			t.Fatalf("%d %q %q", status, cache, tag)
		}
		if status, _, _ := get(tag); status != 304 {
			t.Errorf("asked again: %d", status)
		}
		s.Do("DELETE", "/photos/"+photo.ID, p.Token, nil)
		if status, _, _ := get(tag); status != 404 {
			t.Errorf("once it is deleted: %d", status)
		}
	})
}
