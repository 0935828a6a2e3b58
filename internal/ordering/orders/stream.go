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
	// streamFor limits the duration of one stream; the client resumes.
	streamFor = 15 * time.Minute
	// beat is the interval of messages that keep proxies from closing a quiet stream.
	beat = 20 * time.Second
	// writeWithin is the time within which a client must accept one event.
	writeWithin = 10 * time.Second
	// streamsEach is the maximum number of streams per person and node, more than anybody has pages open. Each queries the
	// database every second.
	streamsEach = 20
	// streamsAgain is the time after which a client with too many streams may request another one.
	streamsAgain = 10 * time.Second
)

// readers counts each person's streams on this node.
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

// Stream writes server-sent events to one client while its session is valid.
type Stream struct {
	w       io.Writer
	rc      *http.ResponseController
	stillIn func(context.Context) error
}

// Send writes one event, unless the session has ended. The client can resume after id.
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
	// A server without deadlines (a test's recorder) has none to set; the error is ignored.
	_ = st.rc.SetWriteDeadline(time.Now().Add(writeWithin))
	// With HTTP/2, a passed deadline would end even a quiet stream.
	defer func() { _ = st.rc.SetWriteDeadline(time.Time{}) }()
	if _, err := io.WriteString(st.w, text); err != nil {
		return err
	}
	return st.rc.Flush()
}

// Live responds with a stream for the customer or member who. It calls look repeatedly to send news, until look is
// done, the client disconnects, the server stops or the stream is too old. stillIn checks the session at each beat and
// before each event; its error ends the stream. 429 for too many streams.
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
		// If the database does not respond, the stream ends and the client resumes.
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
