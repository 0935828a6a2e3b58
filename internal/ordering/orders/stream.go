package orders

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"wekala/internal/identity/auth"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
)

const (
	// streamFor bounds one stream; the client resumes.
	streamFor = 15 * time.Minute
	// beat keeps proxies from closing a quiet stream.
	beat = 20 * time.Second
	// writeWithin is how long a reader may take for one event.
	writeWithin = 10 * time.Second
	// streamsEach is how many streams one person holds at a node: more than
	// anybody has pages open. Each asks the database every second.
	streamsEach = 20
	// streamsAgain is when a reader with too many streams may ask for another one.
	streamsAgain = 10 * time.Second
)

// readers counts the streams each person holds here.
type readers struct {
	mu   sync.Mutex
	held map[string]int
}

func (r *readers) enter(who string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.held[who] >= streamsEach {
		return false
	}
	r.held[who]++
	return true
}

func (r *readers) leave(who string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.held[who]--; r.held[who] == 0 {
		delete(r.held, who)
	}
}

// Stream writes server-sent events to one reader, as long as they are signed
// in.
type Stream struct {
	w       io.Writer
	rc      *http.ResponseController
	stillIn func(context.Context) error
}

// Send writes one event, unless the reader has signed out. id lets the reader resume after it.
func (st Stream) Send(ctx context.Context, id, event string, data any) error {
	if err := st.stillIn(ctx); err != nil {
		return err
	}
	raw, err := json.Marshal(data)
	if err != nil {
		return err
	}
	return st.write("id: " + id + "\nevent: " + event + "\ndata: " + string(raw) + "\n\n")
}

func (st Stream) write(text string) error {
	// A server without deadlines (a test's recorder) has none to set.
	_ = st.rc.SetWriteDeadline(time.Now().Add(writeWithin))
	// HTTP/2 would end a stream that is quiet, too, when the deadline passes.
	defer func() { _ = st.rc.SetWriteDeadline(time.Time{}) }()
	if _, err := io.WriteString(st.w, text); err != nil {
		return err
	}
	return st.rc.Flush()
}

// Live answers with a stream for the customer or member of staff named who. It calls look repeatedly to send what is
// new, until look is done, the reader leaves, the server stops or the stream is too old. stillIn checks the session at
// each beat and before each event; its error ends the stream. 429 for too many streams.
func (s *Service) Live(who string, stillIn func(context.Context) error,
	look func(ctx context.Context, st Stream) (more bool, err error)) (*huma.StreamResponse, error) {
	if !s.readers.enter(who) {
		return nil, errs.TooMany("common.too_many", streamsAgain)
	}
	return &huma.StreamResponse{Body: func(hctx huma.Context) {
		defer s.readers.leave(who)
		hctx.SetHeader("Content-Type", "text/event-stream")
		hctx.SetHeader("Cache-Control", "no-store")
		hctx.SetHeader("X-Accel-Buffering", "no")
		_, w := humago.Unwrap(hctx)
		st := Stream{w, http.NewResponseController(w), stillIn}
		ctx, cancel := context.WithTimeout(hctx.Context(), streamFor)
		defer cancel()
		s.run(ctx, st, look)
	}}, nil
}

func (s *Service) run(ctx context.Context, st Stream, look func(context.Context, Stream) (bool, error)) {
	poll, pulse := time.NewTicker(s.poll), time.NewTicker(s.beat)
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
			if st.stillIn(ctx) != nil || st.write(": beat\n\n") != nil {
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

// Happening is an event as streams send it.
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
	stillIn := func(ctx context.Context) error { return auth.StillIn(ctx, s.DB, who.SessionID, s.Clock.Now()) }
	return s.Live(who.UserID, stillIn, func(ctx context.Context, st Stream) (bool, error) {
		events, err := Events(ctx, s.DB, o.ID, seen)
		if err != nil {
			return false, err
		}
		more := true
		for _, e := range events {
			happened := Happening{e.Seq, string(e.To), o.Label(e.To, who.Lang), ReasonIn(who.Lang, e), e.At, e.To.Live()}
			if err := st.Send(ctx, fmt.Sprint(e.Seq), "status", happened); err != nil {
				return false, err
			}
			seen, more = e.Seq, e.To.Live()
		}
		return more, nil
	})
}
