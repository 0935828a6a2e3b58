package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"wekala/internal/platform/counters"
	"wekala/internal/platform/errs"
)

// The limits of concurrent uploads on a node: a slow upload costs a file on disk, not memory.
const (
	uploadsAtOnce    = 64
	uploadsPerCaller = 4
	// One network must leave room for others, however many accounts it has.
	uploadsPerNetwork = 16
	uploadWithin      = 2 * time.Minute
)

// File is an uploaded body: a file on disk that is deleted when the handler returns.
type File interface {
	io.Reader
	io.ReaderAt
	io.Seeker
}

type fileNameKey struct{}

// FileName returns the sender's name for an uploaded file: the name in the query, without folders. It doesn't determine
// the type of the file.
func FileName(ctx context.Context) string {
	name, _ := ctx.Value(fileNameKey{}).(string)
	return name
}

const longestFileName = 120

func withFileName(ctx context.Context, r *http.Request) context.Context {
	name := r.URL.Query().Get("name")
	name = Clean(name[strings.LastIndexAny(name, `/\`)+1:])
	if letters := []rune(name); len(letters) > longestFileName {
		name = string(letters[:longestFileName])
	}
	return context.WithValue(ctx, fileNameKey{}, name)
}

// Upload registers an operation whose body is one file of one of the content types, of at most op.MaxBody bytes. The
// caller is identified before the body is read. tooLarge and wrongType are the keys of the texts (422, field "body")
// for files that are refused unread.
func Upload[O any](a *API, op Op, types []string, tooLarge, wrongType string,
	fn func(context.Context, File) (*Reply[O], error)) {
	schema := a.huma.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[Envelope[O]](), true, op.ID)
	content := map[string]*huma.MediaType{}
	for _, t := range types {
		content[t] = &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}
	}
	failure := a.huma.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[Failure](), true, "Failure")
	described := &huma.Operation{
		Method: op.Method, Path: op.Path, OperationID: op.ID, Summary: op.Summary, Description: op.Description,
		Tags:     []string{op.Tag},
		Security: []map[string][]string{{"bearer": {}}},
		Parameters: []*huma.Param{{Name: "name", In: "query", Description: "What the sender calls the file.",
			Schema: &huma.Schema{Type: huma.TypeString}}},
		RequestBody: &huma.RequestBody{Required: true, Content: content},
		Responses: map[string]*huma.Response{
			strconv.Itoa(http.StatusOK): {Description: "OK", Content: map[string]*huma.MediaType{JSON: {Schema: schema}}},
			"default":                   {Description: "Error", Content: map[string]*huma.MediaType{JSON: {Schema: failure}}},
		},
	}
	op.describe(described)
	a.huma.OpenAPI().AddOperation(described)
	u := &uploads{slots: make(chan struct{}, uploadsAtOnce), of: map[string]int{}}
	a.Raw(op, func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		status := http.StatusOK
		defer func() { a.opts.Observe(op.ID, status, time.Since(start)) }()
		ctx, err := a.identify(r.Context(), op)
		var reply *Reply[O]
		if err == nil {
			reply, err = receive(withFileName(ctx, r), u, w, r, op.MaxBody, types, tooLarge, wrongType, fn)
		}
		w.Header().Set("Content-Type", JSON)
		if err != nil {
			f := a.failure(ctx, op.ID, err)
			status = f.status
			for k, v := range f.headers {
				w.Header()[k] = v
			}
			w.WriteHeader(status)
			_ = json.NewEncoder(w).Encode(f)
			return
		}
		_ = json.NewEncoder(w).Encode(reply.Body)
	})
}

type uploads struct {
	slots chan struct{}
	mu    sync.Mutex
	of    map[string]int // caller, or network → under way
}

// begin takes a slot for an upload, or returns a refusal that asks the client to retry.
func (u *uploads) begin(caller, network string) (end func(), err error) {
	busy := errs.TooMany("common.too_many", 5*time.Second)
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.of[caller] >= uploadsPerCaller || u.of[network] >= uploadsPerNetwork {
		return nil, busy
	}
	select {
	case u.slots <- struct{}{}:
	default:
		return nil, busy
	}
	u.of[caller]++
	u.of[network]++
	return func() {
		u.mu.Lock()
		defer u.mu.Unlock()
		for _, who := range []string{caller, network} {
			if u.of[who]--; u.of[who] <= 0 {
				delete(u.of, who)
			}
		}
		<-u.slots
	}, nil
}

// receive writes the body to a file and passes it on.
func receive[O any](ctx context.Context, u *uploads, w http.ResponseWriter, r *http.Request, most int64,
	types []string, tooLarge, wrongType string, fn func(context.Context, File) (*Reply[O], error),
) (*Reply[O], error) {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || !slices.Contains(types, kind) {
		return nil, errs.Invalid("body", wrongType)
	}
	if r.ContentLength > most {
		return nil, errs.Invalid("body", tooLarge, "megabytes", most>>20)
	}
	end, err := u.begin(Caller(ctx).UserID+Caller(ctx).StaffID, counters.Network(Caller(ctx).IP))
	if err != nil {
		return nil, err
	}
	defer end()
	// Servers without deadlines (a test's recorder) are ignored.
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(uploadWithin))
	file, err := os.CreateTemp("", "wekala-upload-*")
	if err != nil {
		return nil, err
	}
	defer func() {
		_ = file.Close()
		_ = os.Remove(file.Name())
	}()
	_, err = io.Copy(file, http.MaxBytesReader(w, r.Body, most))
	var over *http.MaxBytesError
	switch {
	case errors.As(err, &over):
		return nil, errs.Invalid("body", tooLarge, "megabytes", most>>20)
	case err != nil && ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case err != nil:
		return nil, errs.Invalid("body", "common.bad_json")
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	return fn(ctx, file)
}
