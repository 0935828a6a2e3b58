package messagetemplates

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"wekala/internal/identity/staff"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/notify"
	"wekala/internal/platform/settings"
)

type none struct{}

// Line is a message in the list of messages.
type Line struct {
	ID       string   `json:"id"`
	Area     string   `json:"area" doc:"The feature it is about, such as orders."`
	Kind     string   `json:"kind" enum:"authentication,email code,utility,inbox,marketing"`
	Channels []string `json:"channels"`
	Text     string   `json:"text" doc:"What it says first, in the caller's language, with placeholders."`
	Own      bool     `json:"own" doc:"The shop changed at least one of its texts."`
}

// TextView is a text of a message.
type TextView struct {
	Channel      string   `json:"channel" enum:"sms,whatsapp,email,subject,inbox,push"`
	Language     string   `json:"language" enum:"ar,en"`
	Form         string   `json:"form" doc:"Of the plural; empty where there is one text."`
	Text         string   `json:"text"`
	Usual        string   `json:"usual" doc:"What the program says where the shop says nothing of its own."`
	Own          bool     `json:"own"`
	Placeholders []string `json:"placeholders"`
	Most         int      `json:"most" doc:"Letters."`
	Shown        Shown    `json:"shown"`
}

// Shown is the preview of a text with difficult values.
type Shown struct {
	Text    string `json:"text"`
	Parts   int    `json:"parts" doc:"How many SMS it costs; 0 where it is none."`
	Letters int    `json:"letters"`
	Alone   int    `json:"alone" doc:"How many letters go in one SMS alone; 0 where it is none."`
	Each    int    `json:"each" doc:"How many letters each of several SMS carries."`
	Problem string `json:"problem" doc:"Why it cannot be saved; empty where it can."`
}

// View is a message.
type View struct {
	ID      string     `json:"id"`
	Area    string     `json:"area"`
	Kind    string     `json:"kind" enum:"authentication,email code,utility,inbox,marketing"`
	Texts   []TextView `json:"texts"`
	Version int64      `json:"version"`
}

// TextForm is a text in a form; empty means the program's text.
type TextForm struct {
	Channel  string `json:"channel" enum:"sms,whatsapp,email,subject,inbox,push"`
	Language string `json:"language" enum:"ar,en"`
	Form     string `json:"form,omitempty" enum:"zero,one,two,few,many,other,"`
	Text     string `json:"text" maxLength:"4000"`
}

// IDInput contains the id of a message.
type IDInput struct {
	ID string `path:"id" maxLength:"60"`
}

// SaveForm contains the new texts of a message.
type SaveForm struct {
	Texts   []TextForm `json:"texts" maxItems:"60" doc:"What is not named is the program's."`
	Version int64      `json:"version" minimum:"0"`
}

type saveInput struct {
	IDInput
	Body SaveForm
}

// LookForm contains texts to preview.
type LookForm struct {
	Texts []TextForm `json:"texts" maxItems:"60"`
}

type lookInput struct {
	IDInput
	Body LookForm
}

// Look contains the previews of texts, in the order of the request.
type Look struct {
	Texts []Shown `json:"texts"`
}

// ConsoleRoutes registers the owners' operations on message texts.
func (s *Service) ConsoleRoutes(a *httpapi.API) {
	op := func(method, path, id, summary string) httpapi.Op {
		return httpapi.Op{Method: method, Path: "/console/wording" + path, ID: id, Tag: "console", Audience: httpapi.Staff,
			Capability: staff.ChangeSettings, Summary: summary, Strict: method != "GET"}
	}
	httpapi.Handle(a, op("GET", "", "console-list-wording",
		"Every message to customers, and which of them the shop words itself"), s.getAll)
	httpapi.Handle(a, op("GET", "/{id}", "console-get-wording", "What a message says"), s.get)
	save := op("PUT", "/{id}", "console-save-wording", "Change what a message says")
	save.Audit, save.Conflict = []string{"message.wording"}, httpapi.VersionConflict[View]()
	save.MaxBody = httpapi.LongBody
	httpapi.Handle(a, save, s.put)
	look := op("POST", "/{id}/preview", "console-preview-wording",
		"What texts come to with hard values, and what they cost by SMS")
	look.Unaudited, look.MaxBody = "changes nothing", httpapi.LongBody
	httpapi.Handle(a, look, s.preview)
}

func area(message string) string {
	name, _, _ := strings.Cut(message, ".")
	return name
}

// all returns every message, in a fixed order.
func all() []string { return slices.Sorted(maps.Keys(Kinds)) }

func (s *Service) getAll(ctx context.Context, _ *none) (*httpapi.Reply[[]Line], error) {
	stored, err := settings.Under(ctx, s.DB, prefix)
	if err != nil {
		return nil, err
	}
	lang, lines := httpapi.Caller(ctx).Lang, []Line{}
	for _, message := range all() {
		var own saved
		if raw, ok := stored[prefix+message]; ok {
			if err := json.Unmarshal(raw, &own); err != nil {
				return nil, err
			}
		}
		l := Line{ID: message, Area: area(message), Kind: Kinds[message], Channels: slots(message), Own: len(own.Texts) > 0}
		for _, p := range pieces(message) {
			if p.Lang == lang {
				l.Text = textOf(own.Texts, p)
				if p.Form == "" || p.Form == "other" {
					break
				}
			}
		}
		l.Channels = slices.DeleteFunc(l.Channels, func(slot string) bool { return slot == notify.Subject })
		lines = append(lines, l)
	}
	return httpapi.OK(lines), nil
}

// textOf returns a text: the shop's own, or else the program's.
func textOf(texts []own, p notify.Piece) string {
	for _, o := range texts {
		if o.piece(p.Message) == p {
			return o.Text
		}
	}
	return usual(p)
}

func (s *Service) view(ctx context.Context, message string) (v View, err error) {
	if _, known := Kinds[message]; !known {
		return v, errs.NotFound()
	}
	stored, version, err := read(ctx, s.DB, message)
	if err != nil {
		return v, err
	}
	v = View{ID: message, Area: area(message), Kind: Kinds[message], Texts: []TextView{}, Version: version}
	for _, p := range pieces(message) {
		text := textOf(stored.Texts, p)
		v.Texts = append(v.Texts,
			TextView{Channel: p.Slot, Language: p.Lang, Form: p.Form, Text: text, Usual: usual(p), Own: text != usual(p),
				Placeholders: Placeholders(p), Most: most[p.Slot], Shown: s.shown(p, text, httpapi.Caller(ctx).Lang)})
	}
	return v, nil
}

// shown returns the preview of a text, with its error in a language.
func (s *Service) shown(p notify.Piece, text string, lang i18n.Lang) Shown {
	out := Shown{Text: example(p, text, s.Notify.Host())}
	if p.Slot == notify.SMS {
		out.Parts, out.Letters, out.Alone, out.Each = notify.SMSCost(out.Text)
	}
	if text != usual(p) {
		if is := check(p, text); is != nil {
			out.Problem = i18n.T(lang, is.key, is.args...)
		}
	}
	return out
}

func (s *Service) get(ctx context.Context, in *IDInput) (*httpapi.Reply[View], error) {
	v, err := s.view(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(v), nil
}

func owns(texts []TextForm) []own {
	all := make([]own, len(texts))
	for i, t := range texts {
		all[i] = own(t)
	}
	return all
}

func (s *Service) put(ctx context.Context, in *saveInput) (*httpapi.Reply[View], error) {
	if err := s.Set(ctx, staff.Caller(ctx), in.ID, owns(in.Body.Texts), in.Body.Version); err != nil {
		return nil, httpapi.WithCurrent(err, func() (*httpapi.Reply[View], error) { return s.get(ctx, &in.IDInput) })
	}
	v, err := s.view(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return httpapi.OKMessage(v, i18n.T(httpapi.Caller(ctx).Lang, "wording.saved")), nil
}

func (s *Service) preview(ctx context.Context, in *lookInput) (*httpapi.Reply[Look], error) {
	if _, known := Kinds[in.ID]; !known {
		return nil, errs.NotFound()
	}
	out := Look{Texts: []Shown{}}
	for _, o := range owns(in.Body.Texts) {
		p := o.piece(in.ID)
		text := tidy(p.Slot, o.Text)
		if text == "" {
			text = usual(p)
		}
		out.Texts = append(out.Texts, s.shown(p, text, httpapi.Caller(ctx).Lang))
	}
	return httpapi.OK(out), nil
}
