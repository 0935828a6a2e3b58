package imports

import (
	"bytes"
	"context"
	"io"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"wekala/internal/platform/sheets"
)

// pictureKey is the key of the message about a picture that is not on this server.
const pictureKey = "imports.picture_elsewhere"

// WritePictures writes a file that lists, for each product, the pictures that the import names and the server does not
// have, so that somebody can upload them.
func (s *Service) WritePictures(ctx context.Context, to io.Writer, r *Run) error {
	phase := PhaseRun
	if r.State == Checked {
		phase = PhaseCheck
	}
	w := sheets.NewCSV(to)
	if err := w.Row([]string{"line", "product", "handle", "picture"}); err != nil {
		return err
	}
	for after := int64(-1); ; {
		rows, err := s.Results(ctx, r.ID, phase, Told, after, resultsPart)
		if err != nil {
			return err
		}
		if len(rows) == 0 {
			return w.Close()
		}
		for _, one := range rows {
			after = one.N
			for _, p := range one.Problems {
				if p.Key != pictureKey {
					continue
				}
				if err := w.Row([]string{strconv.Itoa(p.Line), sheets.Inert(one.Name), sheets.Inert(one.Group),
					sheets.Inert(p.Value)}); err != nil {
					return err
				}
			}
		}
	}
}

func (s *Service) getPictures(ctx context.Context, in *runInput) (*huma.StreamResponse, error) {
	r, err := s.seen(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	var file bytes.Buffer
	if err := s.WritePictures(ctx, &file, r); err != nil {
		return nil, err
	}
	return &huma.StreamResponse{Body: func(h huma.Context) {
		h.SetHeader("Content-Type", "text/csv; charset=utf-8")
		h.SetHeader("Content-Disposition", `attachment; filename="pictures.csv"`)
		_, _ = h.BodyWriter().Write(file.Bytes())
	}}, nil
}
