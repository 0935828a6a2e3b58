package backups

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"

	"wekala/internal/identity/staff"
)

// Prefix is the path of downloads, which are not part of the API: browsers must save gigabytes themselves, without a
// token. So an owner requests an address that works for a short while, at most as long as their session. A running
// download ends with the session.
const Prefix = "/backups/"

// linkFor is how long a link is valid.
const linkFor = 2 * time.Minute

func (s *Service) address(backupID, sessionID string, expires time.Time) (string, error) {
	until := strconv.FormatInt(expires.Unix(), 10)
	sign, err := s.sign(backupID, sessionID, until)
	return Prefix + backupID + "/" + sessionID + "/" + until + "/" + sign, err
}

func (s *Service) sign(backupID, sessionID, until string) (string, error) {
	key, err := s.key()
	if err != nil {
		return "", err
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(backupID + "/" + sessionID + "/" + until))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil)), nil
}

// ServeHTTP serves a link that an owner requested.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Robots-Tag", "none")
	parts := strings.Split(strings.TrimPrefix(r.URL.Path, Prefix), "/")
	if r.Method != http.MethodGet || len(parts) != 4 {
		http.NotFound(w, r)
		return
	}
	sign, err := s.sign(parts[0], parts[1], parts[2])
	until, badNumber := strconv.ParseInt(parts[2], 10, 64)
	if err != nil || badNumber != nil || !hmac.Equal([]byte(sign), []byte(parts[3])) || s.Clock.Now().Unix() > until {
		http.NotFound(w, r)
		return
	}
	stillIn := func() error { return s.StillIn(r.Context(), staff.Member{SessionID: parts[1]}) }
	if stillIn() != nil {
		http.NotFound(w, r)
		return
	}
	b, err := byID(r.Context(), s.DB, parts[0])
	if err != nil {
		http.NotFound(w, r)
		return
	}
	file, err := s.open(r.Context(), b)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			s.Log.Error("backup: download", "name", b.Name, "err", err)
		}
		http.NotFound(w, r)
		return
	}
	defer func() { _ = file.Close() }()
	h := w.Header()
	h.Set("Content-Type", contentType)
	h.Set("Content-Disposition", `attachment; filename="`+b.Name+`"`)
	if local, ok := file.(*os.File); ok {
		http.ServeContent(&attended{ResponseWriter: w, stillIn: stillIn, looked: time.Now()}, r, "", b.StartedAt.Time(),
			local)
		return
	}
	h.Set("Content-Length", strconv.FormatInt(b.Size, 10))
	_, _ = io.Copy(&attended{ResponseWriter: w, stillIn: stillIn, looked: time.Now()}, file)
}

const (
	lookEach  = 1 << 20 // bytes
	lookAfter = time.Second
)

// attended writes to a reader as long as the session in which the address was requested; it checks that session again
// with every part of the file.
type attended struct {
	http.ResponseWriter
	stillIn func() error
	looked  time.Time
	written int
	err     error
}

func (a *attended) Write(p []byte) (int, error) {
	if a.err == nil && (a.written >= lookEach || time.Since(a.looked) >= lookAfter) {
		a.err, a.looked, a.written = a.stillIn(), time.Now(), 0
	}
	if a.err != nil {
		return 0, a.err
	}
	n, err := a.ResponseWriter.Write(p)
	a.written += n
	return n, err
}
