// Package files serves the shop's pictures and describes them to pages.
//
// A picture has a name ("koshary"). Its files are in one of the library's folders (the demo's, inside the program; the
// data directory's media folder): koshary.svg is its drawing, koshary.webp the picture in pixels and koshary.96.webp
// the same one 96 pixels wide. Pages show the drawing, because it is lighter than pixels in any size; the picture in
// pixels is for clients that show no drawings, such as previews of shared links. Only existing sizes are offered,
// because this package makes none: WebP cannot be encoded without C. Uploads of staff are kept elsewhere (package
// media) and described by their name alone; see Made.
//
// An address carries a digest of the content (/media/koshary.webp?v=9f3c2a71), so browsers may keep it forever, and a
// replaced picture has a new address.
package files

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/image/webp"

	"wekala/internal/platform/compress"
)

// Prefix is the path of pictures.
const Prefix = "/media/"

// MaxPicture bounds the size of a picture that is read into memory at start.
const MaxPicture = 1 << 20

// Image describes a picture to a page. If Src is empty there is no picture, and the page shows its own decoration.
type Image struct {
	Src    string `json:"src" doc:"The drawing, or the largest size; empty when there is no picture."`
	Srcset string `json:"srcset" doc:"Every size there is; empty for a drawing, which fits all."`
	Width  int    `json:"width"`
	Height int    `json:"height"`
}

// Library is a set of pictures, read once at start.
type Library struct {
	files  map[string]*file
	images map[string]Image
	// Uploaded serves uploaded pictures (ParseMade), by the whole path.
	Uploaded http.Handler
}

type file struct {
	open          func() io.ReadSeeker
	kind          []string
	digest        string
	width, height int
	etag          []string
	// packed returns the compressed bytes by encoding; nil if compression saves nothing.
	packed map[string]func() []byte
}

// New reads the pictures of the folders. A name in a later folder replaces the same name in an earlier one. A missing
// folder counts as empty.
func New(folders ...fs.FS) (*Library, error) {
	l := &Library{files: map[string]*file{}, images: map[string]Image{}}
	for _, folder := range folders {
		pixels, err := fs.Glob(folder, "*.webp")
		if err != nil {
			return nil, err
		}
		drawings, err := fs.Glob(folder, "*.svg")
		if err != nil {
			return nil, err
		}
		for _, name := range append(pixels, drawings...) {
			f, err := read(folder, name)
			if err != nil {
				return nil, fmt.Errorf("files: %s: %w", name, err)
			}
			l.files[name] = f
		}
	}
	l.describe()
	l.draw()
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
	sum := sha256.Sum256(data)
	digest := hex.EncodeToString(sum[:4])
	f := &file{open: opener(folder, name, data), kind: webpType, digest: digest, etag: []string{`"` + digest + `"`}}
	if strings.HasSuffix(name, drawing) {
		f.kind = svgType
		pack := func(encoding string) func() []byte {
			return sync.OnceValue(func() []byte {
				whole, _ := io.ReadAll(f.open()) // from memory
				return compress.Pack(encoding, whole, hardest)
			})
		}
		f.packed = map[string]func() []byte{compress.Brotli: pack(compress.Brotli), compress.Gzip: pack(compress.Gzip)}
		f.width, f.height, err = viewBox(data)
		return f, err
	}
	config, err := webp.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	f.width, f.height = config.Width, config.Height
	return f, nil
}

// opener returns a function that opens a picture. Embedded pictures are read in place, because a copy of the demo's
// would take ten megabytes. A file on disk is served from data, as it was at start.
func opener(folder fs.FS, name string, data []byte) func() io.ReadSeeker {
	opened, err := folder.Open(name)
	if err == nil {
		defer func() { _ = opened.Close() }()
	}
	_, onDisk := opened.(*os.File)
	if _, seeks := opened.(io.ReadSeeker); onDisk || !seeks {
		return func() io.ReadSeeker { return bytes.NewReader(data) }
	}
	return func() io.ReadSeeker {
		again, _ := folder.Open(name) // as at start
		return again.(io.ReadSeeker)
	}
}

// drawing is the file extension of drawings.
const drawing = ".svg"

var box = regexp.MustCompile(`^<svg [^>]*viewBox="0 0 (\d{1,5}) (\d{1,5})"`)

// viewBox reads the size of a drawing.
func viewBox(data []byte) (width, height int, err error) {
	m := box.FindSubmatch(data)
	if m == nil {
		return 0, 0, errors.New(`a drawing begins with <svg … viewBox="0 0 width height">`)
	}
	width, _ = strconv.Atoi(string(m[1]))
	height, _ = strconv.Atoi(string(m[2]))
	return width, height, nil
}

// hardest is the compression level of drawings, which are compressed once: the maximum of gzip, and the highest
// worthwhile level of brotli.
const hardest = 9

// describe collects the sizes of each picture.
func (l *Library) describe() {
	sizes := map[string][]string{}
	for name := range l.files {
		if strings.HasSuffix(name, drawing) {
			continue
		}
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

// draw replaces pictures with the drawings of the same names.
func (l *Library) draw() {
	for name, f := range l.files {
		if picture, ok := strings.CutSuffix(name, drawing); ok {
			l.images[picture] = Image{Src: l.address(name), Width: f.width, Height: f.height}
		}
	}
}

func (l *Library) address(name string) string {
	return Prefix + name + "?v=" + l.files[name].digest
}

// Image describes the picture of that name; the zero Image if there is none.
func (l *Library) Image(name string) Image {
	if m, ok := ParseMade(name); ok {
		return m.Image()
	}
	return l.images[name]
}

// Names lists all pictures, in order.
func (l *Library) Names() []string { return slices.Sorted(maps.Keys(l.images)) }

// Has reports whether a picture of that name exists. For an uploaded one it only checks the form of the name: media.Use
// checks that it exists.
func (l *Library) Has(name string) bool {
	_, made := ParseMade(name)
	_, ok := l.images[name]
	return ok || made
}

var (
	forever  = []string{"public, max-age=31536000, immutable"}
	revisit  = []string{"public, max-age=300"}
	webpType = []string{"image/webp"}
	svgType  = []string{"image/svg+xml"}
	byCoding = []string{"Accept-Encoding"}
	// still keeps a drawing that is opened directly from running scripts or loading anything.
	still     = []string{"default-src 'none'; style-src 'unsafe-inline'; sandbox"}
	sniffNone = []string{"nosniff"}
)

// ServeHTTP answers GET and HEAD of /media/<file>, whether the prefix was
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
	h["Etag"], h["X-Content-Type-Options"], h["Content-Type"] = f.etag, sniffNone, f.kind
	h["Cache-Control"] = revisit
	if r.URL.RawQuery == "v="+f.digest {
		h["Cache-Control"] = forever
	}
	content := f.open()
	if f.packed != nil {
		h["Vary"], h["Content-Security-Policy"] = byCoding, still
		if encoding := compress.Accepted(r.Header.Get("Accept-Encoding")); encoding != "" && r.Header.Get("Range") == "" {
			content = bytes.NewReader(f.packed[encoding]())
			h["Content-Encoding"] = []string{encoding}
			h["Etag"] = []string{`"` + f.digest + "-" + encoding + `"`}
		}
	}
	http.ServeContent(w, r, "", time.Time{}, content)
}
