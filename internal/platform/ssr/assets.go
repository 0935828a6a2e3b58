package ssr

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"strings"
)

// Entries and parts of the build, by the names the manifest has for them.
const (
	storefrontEntry = "src/storefront/entry-client.ts"
	storefrontStart = "src/storefront/start.tsx"
	consoleEntry    = "src/console/entry-client.tsx"
	arabicFont      = "readex-pro-arabic-wght-normal"
	latinFont       = "readex-pro-latin-wght-normal"
)

// chunk is an entry of Vite's manifest.
type chunk struct {
	File    string   `json:"file"`
	Imports []string `json:"imports"`
	CSS     []string `json:"css"`
}

// assets maps the parts of the build to their hashed files.
type assets struct {
	chunks      map[string]chunk
	arabic      string
	latin       string
	storefront  string
	console     string
	faviconLink string
}

func readAssets(dist fs.FS) (*assets, error) {
	text, err := fs.ReadFile(dist, "manifest.json")
	if err != nil {
		return nil, err
	}
	a := &assets{}
	if err := json.Unmarshal(text, &a.chunks); err != nil {
		return nil, fmt.Errorf("ssr: manifest.json: %w", err)
	}
	for name, c := range a.chunks {
		switch {
		case strings.Contains(name, arabicFont):
			a.arabic = c.File
		case strings.Contains(name, latinFont):
			a.latin = c.File
		}
	}
	a.storefront = a.chunks[storefrontEntry].File
	a.console = a.chunks[consoleEntry].File
	if a.storefront == "" || a.console == "" {
		return nil, fmt.Errorf("ssr: manifest.json names no entry for the storefront or the console")
	}
	if _, err := fs.Stat(dist, "favicon.svg"); err == nil {
		a.faviconLink = `<link rel="icon" href="/favicon.svg" type="image/svg+xml">`
	}
	return a, nil
}

// scripts are the files of these modules and everything they import, entry first, without repeats.
func (a *assets) scripts(modules ...string) []string {
	var files []string
	seen := map[string]bool{}
	var add func(name string)
	add = func(name string) {
		c, ok := a.chunks[name]
		if !ok || seen[name] {
			return
		}
		seen[name] = true
		files = append(files, c.File)
		for _, imported := range c.Imports {
			add(imported)
		}
	}
	for _, name := range modules {
		add(name)
	}
	return files
}

// styles are the style sheets of these modules and of their imports.
func (a *assets) styles(modules ...string) []string {
	var files []string
	seen := map[string]bool{}
	var add func(name string)
	add = func(name string) {
		c, ok := a.chunks[name]
		if !ok || seen[name] {
			return
		}
		seen[name] = true
		for _, file := range c.CSS {
			if !seen[file] {
				seen[file] = true
				files = append(files, file)
			}
		}
		for _, imported := range c.Imports {
			add(imported)
		}
	}
	for _, name := range modules {
		add(name)
	}
	return files
}

// fonts are preloaded: Arabic pages need both, for their spaces and figures.
func (a *assets) fonts(lang string) []string {
	if lang == "ar" {
		return []string{a.arabic, a.latin}
	}
	return []string{a.latin}
}
