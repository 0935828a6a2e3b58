package media

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"image"
	"image/jpeg"
	"image/png"
	"slices"
	"time"

	"wekala/internal/platform/errs"
	"wekala/internal/platform/files"
	"wekala/internal/platform/pictures"
)

const (
	quality = 82
	// A transparent picture stays transparent if this width of it takes at most this many bytes as PNG. More would slow
	// every list that shows it.
	transparentWidth = 480
	transparentBytes = 90 << 10
)

var contentTypes = map[string]string{"jpg": "image/jpeg", "png": "image/png"}

// made is a picture in all stored widths.
type made struct {
	name  files.Made
	files map[int][]byte
	bytes int64
}

// remake redraws a picture when the member's turn comes.
func (s *Service) remake(ctx context.Context, who string, file pictures.File) (made, error) {
	whole, err := s.Desk.Remake(ctx, who, file, pictures.Want{
		MaxBytes: MaxBytes, MaxSide: MaxSide, Transparent: true, GIF: true})
	switch {
	case errors.Is(err, pictures.ErrKind):
		return made{}, errs.Invalid("body", "media.wrong_kind")
	case errors.Is(err, pictures.ErrUnreadable):
		return made{}, errs.Invalid("body", "media.unreadable")
	case errors.Is(err, pictures.ErrTooMany):
		return made{}, errs.Invalid("body", "media.too_many_pixels")
	case errors.Is(err, pictures.ErrCrowded):
		return made{}, errs.TooMany("media.too_many_at_once", 5*time.Second)
	case errors.Is(err, pictures.ErrFull):
		return made{}, errs.Unavailable("common.unavailable")
	case err != nil:
		return made{}, err
	}
	if whole.Rect.Dx() < MinSide || whole.Rect.Dy() < MinSide {
		return made{}, errs.Invalid("body", "media.too_small", "count", MinSide)
	}
	return inWidths(whole)
}

// inWidths encodes a picture in all stored widths.
func inWidths(whole *image.RGBA) (made, error) {
	if whole.Opaque() {
		return encode(whole, "jpg")
	}
	m, err := encode(whole, "png")
	if err != nil {
		return made{}, err
	}
	if len(m.files[min(transparentWidth, whole.Rect.Dx())]) <= transparentBytes {
		return m, nil
	}
	return encode(pictures.OnWhite(whole), "jpg")
}

func encode(whole *image.RGBA, kind string) (made, error) {
	m := made{name: files.Made{Width: whole.Rect.Dx(), Height: whole.Rect.Dy(), Kind: kind}, files: map[int][]byte{}}
	one := whole
	for _, width := range slices.Backward(m.name.Sizes()) { // each is scaled down from the next larger one
		if width < m.name.Width {
			one = pictures.ToWidth(one, width)
		}
		var out bytes.Buffer
		var err error
		if kind == "png" {
			err = (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&out, one)
		} else {
			err = jpeg.Encode(&out, one, &jpeg.Options{Quality: quality})
		}
		if err != nil {
			return made{}, err
		}
		m.files[width] = out.Bytes()
		m.bytes += int64(out.Len())
	}
	sum := sha256.Sum256(m.files[m.name.Width])
	m.name.Digest = hex.EncodeToString(sum[:16])
	return m, nil
}
