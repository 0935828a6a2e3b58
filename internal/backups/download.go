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
)

// Prefix is the path that downloads begin with. They are no operation of the
// API: a file of gigabytes is for the browser to save and not for a script to
// hold, and a browser that saves sends no token. So an owner asks for an address
// that works for a short while.
const Prefix = "/backups/"

// linkFor is how long an address works.
const linkFor = 2 * time.Minute

func (s *Service) address(backupID string, expires time.Time) (string, error) {
	until := strconv.FormatInt(expires.Unix(), 10)
	sign, err := s.sign(backupID, until)
	return Prefix + backupID + "/" + until + "/" + sign, err
}

func (s *Service) sign(backupID, until string) (string, error) {
	key, err := s.key()
	if err != nil {
		return "", err
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(backupID + "/" + until))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil)), nil
}

// ServeHTTP answers an address that an owner asked for.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Robots-Tag", "none")
	parts := strings.Split(strings.TrimPrefix(r.URL.Path, Prefix), "/")
	if r.Method != http.MethodGet || len(parts) != 3 {
		http.NotFound(w, r)
		return
	}
	sign, err := s.sign(parts[0], parts[1])
	until, badNumber := strconv.ParseInt(parts[1], 10, 64)
	if err != nil || badNumber != nil || !hmac.Equal([]byte(sign), []byte(parts[2])) || s.Clock.Now().Unix() > until {
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
		http.ServeContent(w, r, "", b.StartedAt.Time(), local)
		return
	}
	h.Set("Content-Length", strconv.FormatInt(b.Size, 10))
	_, _ = io.Copy(w, file)
}
