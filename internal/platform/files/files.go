// Package files serves the shop's pictures and describes them to pages.
//
// A picture has a name ("koshary"). Its bytes are WebP files in one of the
// library's folders (the demo's, inside the program; the data directory's
// media folder): koshary.webp is the picture, koshary.96.webp the same one 96
// pixels wide. Only sizes that are there are offered, because nothing here
// makes new ones: WebP cannot be encoded without C. What staff upload is kept
// elsewhere (package media) and described by its name alone; see Made.
//
// An address carries a digest of the content (/media/koshary.webp?v=9f3c2a71),
// so browsers may keep it for ever, and a replaced picture has a new address.
package files

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/image/webp"
)

// Prefix is where pictures live.
const Prefix = "/media/"

// MaxPicture bounds what is read into memory at start.
const MaxPicture = 1 << 20

// Image describes a picture to a page. An empty Src means there is none, and
// the page shows its own ornament.
type Image struct {
	Src    string `json:"src" doc:"Largest size; empty when there is no picture."`
	Srcset string `json:"srcset" doc:"Every size there is."`
	Width  int    `json:"width"`
	Height int    `json:"height"`
}

// Library is a set of pictures, read once at start.
type Library struct {
	files  map[string]*file
	images map[string]Image
	// Uploaded answers for uploaded pictures (ParseMade), with the whole path.
	Uploaded http.Handler
}

type file struct {
	data          []byte
	digest        string
	width, height int
	etag          []string
}

// New reads the pictures of the folders. A name in a later folder replaces the
// same name of an earlier one. A folder that is not there is empty.
func New(folders ...fs.FS) (*Library, error) {
	l := &Library{files: map[string]*file{}, images: map[string]Image{}}
	for _, folder := range folders {
		names, err := fs.Glob(folder, "*.webp")
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			f, err := read(folder, name)
			if err != nil {
				return nil, fmt.Errorf("files: %s: %w", name, err)
			}
			l.files[name] = f
		}
	}
	l.describe()
	return l, nil
}

func read(folder fs.FS, name string) (*file, error) {
	info, err := fs.Stat(folder, name)
	if err != nil {
		return nil, err
	}
	if info.Size() > MaxPicture {
		return nil, fmt.Errorf("larger than %d bytes", MaxPicture)
	}
	data, err := fs.ReadFile(folder, name)
	if err != nil {
		return nil, err
	}
	config, err := webp.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(data)
	digest := hex.EncodeToString(sum[:4])
	return &file{
		data: data, digest: digest, width: config.Width, height: config.Height,
		etag: []string{`"` + digest + `"`},
	}, nil
}

// describe joins the sizes of each picture.
func (l *Library) describe() {
	sizes := map[string][]string{}
	for name := range l.files {
		picture := strings.TrimSuffix(name, ".webp")
		if base, width, ok := strings.Cut(picture, "."); ok {
			if _, err := strconv.Atoi(width); err != nil {
				continue
			}
			picture = base
		}
		sizes[picture] = append(sizes[picture], name)
	}
	for picture, names := range sizes {
		slices.SortFunc(names, func(a, b string) int { return l.files[a].width - l.files[b].width })
		var set []string
		for _, name := range names {
			set = append(set, l.address(name)+" "+strconv.Itoa(l.files[name].width)+"w")
		}
		largest := names[len(names)-1]
		l.images[picture] = Image{
			Src: l.address(largest), Srcset: strings.Join(set, ", "),
			Width: l.files[largest].width, Height: l.files[largest].height,
		}
	}
}

func (l *Library) address(name string) string {
	return Prefix + name + "?v=" + l.files[name].digest
}

// Image describes the picture of that name; the zero Image when there is none.
func (l *Library) Image(name string) Image {
	if m, ok := ParseMade(name); ok {
		return m.Image()
	}
	return l.images[name]
}

// Names lists the pictures there are, in order.
func (l *Library) Names() []string { return slices.Sorted(maps.Keys(l.images)) }

// Has reports whether there is a picture of that name. Of an uploaded one it
// only knows that the name is one: media.Use looks it up.
func (l *Library) Has(name string) bool {
	_, made := ParseMade(name)
	_, ok := l.images[name]
	return ok || made
}

var (
	forever   = []string{"public, max-age=31536000, immutable"}
	revisit   = []string{"public, max-age=300"}
	webpType  = []string{"image/webp"}
	sniffNone = []string{"nosniff"}
)

// ServeHTTP answers GET and HEAD of /media/<name>.webp, whether the prefix was
// stripped or not.
func (l *Library) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix("/"+strings.TrimPrefix(r.URL.Path, "/"), strings.TrimSuffix(Prefix, "/"))
	name = strings.TrimPrefix(name, "/")
	if _, _, made := MadeOfFile(name); made && l.Uploaded != nil {
		l.Uploaded.ServeHTTP(w, r)
		return
	}
	f, ok := l.files[name]
	switch {
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, http.StatusText(http.StatusMethodNotAllowed), http.StatusMethodNotAllowed)
		return
	case !ok:
		http.NotFound(w, r)
		return
	}
	h := w.Header()
	h["Etag"], h["X-Content-Type-Options"], h["Content-Type"] = f.etag, sniffNone, webpType
	h["Cache-Control"] = revisit
	if r.URL.RawQuery == "v="+f.digest {
		h["Cache-Control"] = forever
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(f.data))
}
