package orders

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"wekala/internal/platform/db"
	"wekala/internal/platform/httpapi"
)

const (
	// streamFor bounds one stream; the client resumes, and its session is
	// looked at again.
	streamFor = 15 * time.Minute
	// beat keeps proxies from closing a quiet stream.
	beat = 20 * time.Second
	// writeWithin is how long a reader may take for one event.
	writeWithin = 10 * time.Second
)

// Stream writes server-sent events to one reader.
type Stream struct {
	w  io.Writer
	rc *http.ResponseController
}

// Send writes one event. id lets the reader resume after it.
func (st Stream) Send(id, event string, data any) error {
	raw, err := json.Marshal(data)
	if err != nil {
		return err
	}
	return st.write("id: " + id + "\nevent: " + event + "\ndata: " + string(raw) + "\n\n")
}

func (st Stream) write(text string) error {
	// A server without deadlines (a test's recorder) has none to set.
	_ = st.rc.SetWriteDeadline(time.Now().Add(writeWithin))
	if _, err := io.WriteString(st.w, text); err != nil {
		return err
	}
	return st.rc.Flush()
}

// Live answers with a stream: look is asked again and again for what is new
// and sends it, until it says that nothing more will come, the reader goes,
// the server stops or the stream has lived long enough.
func (s *Service) Live(look func(ctx context.Context, st Stream) (more bool, err error)) *huma.StreamResponse {
	return &huma.StreamResponse{Body: func(hctx huma.Context) {
		hctx.SetHeader("Content-Type", "text/event-stream")
		hctx.SetHeader("Cache-Control", "no-store")
		hctx.SetHeader("X-Accel-Buffering", "no")
		_, w := humago.Unwrap(hctx)
		st := Stream{w, http.NewResponseController(w)}
		ctx, cancel := context.WithTimeout(hctx.Context(), streamFor)
		defer cancel()
		s.run(ctx, st, look)
	}}
}

func (s *Service) run(ctx context.Context, st Stream, look func(context.Context, Stream) (bool, error)) {
	poll, pulse := time.NewTicker(s.poll), time.NewTicker(beat)
	defer poll.Stop()
	defer pulse.Stop()
	if st.write(": hello\nretry: 2000\n\n") != nil {
		return
	}
	for {
		// A database that does not answer ends the stream; the reader resumes.
		if more, err := look(ctx, st); err != nil || !more {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-s.stop:
			return
		case <-pulse.C:
			if st.write(": beat\n\n") != nil {
				return
			}
		case <-poll.C:
		}
	}
}

type watchInput struct {
	ID   string `path:"id" maxLength:"64"`
	Last string `header:"Last-Event-ID" maxLength:"20"`
}

// Happening is what a stream tells of one event.
type Happening struct {
	Seq    int64     `json:"seq"`
	Status string    `json:"status"`
	Label  string    `json:"label"`
	Reason string    `json:"reason"`
	At     db.Millis `json:"at"`
	Live   bool      `json:"live"`
}

func (s *Service) watch(ctx context.Context, in *watchInput) (*huma.StreamResponse, error) {
	who := httpapi.Caller(ctx)
	o, err := Owned(ctx, s.DB, who.UserID, in.ID)
	if err != nil {
		return nil, err
	}
	seen, err := strconv.ParseInt(in.Last, 10, 64)
	if err != nil {
		seen = 0
	}
	return s.Live(func(ctx context.Context, st Stream) (bool, error) {
		events, err := Events(ctx, s.DB, o.ID, seen)
		if err != nil {
			return false, err
		}
		more := true
		for _, e := range events {
			happened := Happening{e.Seq, string(e.To), o.Label(e.To, who.Lang), ReasonIn(who.Lang, e), e.At, e.To.Live()}
			if err := st.Send(fmt.Sprint(e.Seq), "status", happened); err != nil {
				return false, err
			}
			seen, more = e.Seq, e.To.Live()
		}
		return more, nil
	}), nil
}
