package httpapi

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// Reply is the response of an operation: data and an optional message for people.
type Reply[T any] struct {
	Body Envelope[T]
}

// Envelope is the format of every success in the API.
type Envelope[T any] struct {
	Response Payload[T] `json:"response"`
}

// Payload carries the data.
type Payload[T any] struct {
	Data    T      `json:"data"`
	Message string `json:"message"`
}

// OK replies with data.
func OK[T any](data T) *Reply[T] { return OKMessage(data, "") }

// OKMessage replies with data and a message for people.
func OKMessage[T any](data T, message string) *Reply[T] {
	r := &Reply[T]{}
	r.Body.Response.Data, r.Body.Response.Message = data, message
	return r
}

// Listing is one page of a list.
type Listing[T any] struct {
	Body ListEnvelope[T]
}

// ListEnvelope is the format of every list in the API.
type ListEnvelope[T any] struct {
	Response ListPayload[T] `json:"response"`
}

// ListPayload contains a page of data and its position.
type ListPayload[T any] struct {
	Data    []T    `json:"data"`
	Meta    Meta   `json:"meta"`
	Message string `json:"message"`
}

// Queue is a page of objects that staff must handle, with the number of them in each state.
type Queue[T any] struct {
	Body QueueEnvelope[T]
}

// QueueEnvelope is the format of every queue in the API.
type QueueEnvelope[T any] struct {
	Response QueuePayload[T] `json:"response"`
}

// QueuePayload contains a part of a queue.
type QueuePayload[T any] struct {
	Data    []T          `json:"data"`
	Meta    PartMeta     `json:"meta"`
	Message string       `json:"message"`
	States  []QueueState `json:"states"`
}

// QueueState counts the entries in one state.
type QueueState struct {
	State string `json:"state"`
	Label string `json:"label"`
	Count int64  `json:"count"`
}

// Meta is the position of a page in its list.
type Meta struct {
	CurrentPage int `json:"current_page"`
	LastPage    int `json:"last_page"`
	PerPage     int `json:"per_page"`
	Total       int `json:"total"`
}

// NewMeta computes the last page; an empty list has one empty page.
func NewMeta(page, perPage, total int) Meta {
	return Meta{CurrentPage: page, LastPage: max(1, (total+perPage-1)/perPage), PerPage: perPage, Total: total}
}

// List replies with a page.
func List[T any](items []T, page, perPage, total int) *Listing[T] {
	if items == nil {
		items = []T{}
	}
	l := &Listing[T]{}
	l.Body.Response.Data, l.Body.Response.Meta = items, NewMeta(page, perPage, total)
	return l
}

// Prepared is a response whose bytes are already encoded, with the time (Unix milliseconds as text, empty for none)
// until which it is valid.
type Prepared struct {
	ContentType string `header:"Content-Type"`
	Expires     string `header:"X-Wekala-Expires"`
	Kept        string `header:"X-Wekala-Kept"` // names the bytes where everybody gets the same (package compress)
	Body        []byte
}

// JSON is the content type of prepared answers.
const JSON = "application/json"

// HandlePrepared registers an operation that returns the encoded bytes of a response body of type T (an Envelope or
// ListEnvelope), so that OpenAPI still knows the shape.
func HandlePrepared[I, T any](a *API, op Op, fn func(context.Context, *I) (*Prepared, error)) {
	a.documented[op.ID] = reflect.TypeFor[T]()
	Handle(a, op, fn)
}

// Encode turns a response body into the bytes of a Prepared.
func Encode(body any) ([]byte, error) { return json.Marshal(body) }

// prepare documents the success response where the Go type is not enough.
func prepare[O any](a *API, op *huma.Operation) {
	t, ok := a.documented[op.OperationID]
	if !ok {
		return
	}
	schema := a.huma.OpenAPI().Components.Schemas.Schema(t, true, op.OperationID)
	op.Responses = map[string]*huma.Response{
		fmt.Sprint(http.StatusOK): {
			Description: http.StatusText(http.StatusOK),
			Content:     map[string]*huma.MediaType{JSON: {Schema: schema}},
		},
	}
}

// hideInternal removes headers that never leave the program (package compress) from the description.
func (a *API) hideInternal(op Op) {
	for _, answer := range a.described(op).Responses {
		for name := range answer.Headers {
			if strings.HasPrefix(name, "X-Wekala-") {
				delete(answer.Headers, name)
			}
		}
	}
}
