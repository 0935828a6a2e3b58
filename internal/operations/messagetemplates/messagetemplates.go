// Package messagetemplates has the texts of the shop's messages: the program's, and the owner's replacements, per
// message, channel and language. An owner's text must keep what makes a message work: a code begins with its code, a
// link ends it, an offer explains how to stop offers, and nothing private is shown on a locked screen. Every node
// follows a change without a restart.
//
// WhatsApp messages are registered there word by word. Their texts can be changed for the list of what to register;
// they keep their placeholders, so that registered and sent messages always match. WhatsApp itself words the codes.
//
// The package owns the settings wording.<message>.
package messagetemplates

import (
	"context"
	"encoding/json"
	"log/slog"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"wekala/internal/identity/audit"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/changefeed"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/notify"
	"wekala/internal/platform/settings"
)

const (
	prefix = "wording."
	// maxParts bounds the number of SMS per message, and so its cost.
	maxParts = 4
)

// most is the maximum length of a text, in characters, by slot.
var most = map[string]int{notify.SMS: 600, notify.WhatsApp: 900, notify.Email: 2000, notify.Subject: 150,
	notify.Inbox: 400, notify.Push: 180}

// private are placeholders that must not appear on a locked screen.
var private = []string{"amount", "total", "price", "was", "refund", "name", "others", "reason", "count", "points",
	"expiring", "code"}

// needed are placeholders that a text must keep if the program's text has them.
var needed = []string{"number", "link", "code"}

// stop is the word with which an offer explains how to stop offers.
var stop = map[i18n.Lang]string{i18n.EN: "preferences", i18n.AR: "تفضيلات"}

// Deps are what the service works with.
type Deps struct {
	DB     *db.DB
	Clock  clock.Clock
	Notify *notify.Service
	Log    *slog.Logger
}

// Service stores and applies the texts.
type Service struct {
	Deps
	// loading is held from reading the setting until it is in force, so that an older reading never replaces a newer one.
	loading sync.Mutex
}

// New makes the service.
func New(d Deps) *Service { return &Service{Deps: d} }

// own is a replaced text in its stored form.
type own struct {
	Channel  string    `json:"channel"`
	Language i18n.Lang `json:"language"`
	Form     string    `json:"form,omitempty"` // of the plural
	Text     string    `json:"text"`
}

// saved is the stored form of one message.
type saved struct {
	Texts []own `json:"texts"`
}

func (o own) piece(message string) notify.Piece {
	return notify.Piece{Message: message, Slot: o.Channel, Lang: o.Language, Form: o.Form}
}

func read(ctx context.Context, q db.Querier, message string) (s saved, version int64, err error) {
	version, err = settings.ReadVersion(ctx, q, prefix+message, &s)
	return s, version, err
}

// Load applies the owner's texts. A text that this program cannot send, because the message has changed since, is
// ignored and logged.
func (s *Service) Load(ctx context.Context) error {
	s.loading.Lock()
	defer s.loading.Unlock()
	all, err := settings.Under(ctx, s.DB, prefix)
	if err != nil {
		return err
	}
	w := notify.Wording{}
	for key, raw := range all {
		var one saved
		if err := json.Unmarshal(raw, &one); err != nil {
			return err
		}
		message := strings.TrimPrefix(key, prefix)
		for _, o := range one.Texts {
			p := o.piece(message)
			if wrong := check(p, o.Text); wrong != nil {
				s.Log.Warn("a text of the owner's is not used: its message has changed", "message", message, "channel", o.Channel,
					"language", o.Language)
				continue
			}
			w[p] = o.Text
		}
	}
	s.Notify.Reword(w)
	return nil
}

// slots returns the slots of a message's texts: the channels, and the subject of an e-mail.
func slots(message string) []string {
	switch Kinds[message] {
	case CodeMessage:
		if i18n.Has(i18n.EN, message+"_"+notify.Email) {
			return []string{notify.SMS, notify.Email, notify.Subject}
		}
		return []string{notify.SMS}
	case LetterMessage:
		return []string{notify.Email, notify.Subject}
	case NewsMessage:
		if i18n.Has(i18n.EN, message+"_subject") {
			return []string{notify.SMS, notify.Email, notify.Subject, notify.Inbox, notify.Push}
		}
		return []string{notify.SMS, notify.Inbox, notify.Push}
	case InboxMessage:
		return []string{notify.Inbox, notify.Push}
	case OfferMessage:
		return []string{notify.SMS, notify.WhatsApp, notify.Email, notify.Subject, notify.Inbox, notify.Push}
	}
	return nil
}

// pieces returns the texts of a message, in the order in which they are shown.
func pieces(message string) (all []notify.Piece) {
	for _, slot := range slots(message) {
		for _, lang := range []i18n.Lang{i18n.AR, i18n.EN} {
			usual := notify.Usual(message, slot, lang)
			if _, single := usual[""]; single {
				all = append(all, notify.Piece{Message: message, Slot: slot, Lang: lang})
				continue
			}
			for _, form := range i18n.Forms[lang] {
				if _, ok := usual[form]; ok {
					all = append(all, notify.Piece{Message: message, Slot: slot, Lang: lang, Form: form})
				}
			}
		}
	}
	return all
}

// usual returns the program's text for a slot.
func usual(p notify.Piece) string { return notify.Usual(p.Message, p.Slot, p.Lang)[p.Form] }

// Placeholders returns the placeholders that a text may use, in alphabetical order: those in any of the message's
// texts, and the shop's name.
func Placeholders(p notify.Piece) []string {
	if p.Slot == notify.WhatsApp {
		return slices.Sorted(slices.Values(notify.Asked(usual(p))))
	}
	all := map[string]bool{"shop": true}
	for _, other := range pieces(p.Message) {
		for _, name := range notify.Asked(usual(other)) {
			all[name] = true
		}
	}
	if Kinds[p.Message] == CodeMessage || Kinds[p.Message] == LetterMessage {
		all["code"] = true
	}
	if p.Slot == notify.Push {
		for _, name := range private {
			delete(all, name)
		}
	}
	if p.Slot == notify.Push || p.Slot == notify.Inbox || p.Slot == notify.Subject {
		delete(all, "link") // they lead there themselves
	}
	return slices.Sorted(maps.Keys(all))
}

// wrong is an error in a text.
type wrong struct {
	key  string
	args []any
}

func no(key string, args ...any) *wrong { return &wrong{key, args} }

var (
	anyBraces = regexp.MustCompile(`\{[^{}]*\}`)
	edge      = regexp.MustCompile(`^\{|\}$|\} ?\{`)
	address   = regexp.MustCompile(`(?i)https?://|www\.`)
)

// check returns the error in a text; nil if there is none.
func check(p notify.Piece, text string) *wrong {
	if !slices.Contains(pieces(p.Message), p) {
		return no("common.one_of")
	}
	if utf8.RuneCountInString(text) > most[p.Slot] {
		return no("common.too_long", "len", most[p.Slot])
	}
	may, kind := Placeholders(p), Kinds[p.Message]
	for _, found := range anyBraces.FindAllString(text, -1) {
		if !slices.Contains(may, strings.Trim(found, "{}")) {
			return no("wording.unknown", "placeholder", found, "known", braced(may))
		}
	}
	if strings.ContainsAny(anyBraces.ReplaceAllString(text, ""), "{}") {
		return no("wording.braces", "known", braced(may))
	}
	asked, was := notify.Asked(text), notify.Asked(usual(p))
	for _, name := range needed {
		if slices.Contains(was, name) && !slices.Contains(asked, name) {
			return no("wording.needed", "placeholder", "{"+name+"}")
		}
	}
	code := kind == CodeMessage || kind == LetterMessage
	switch {
	case code && address.MatchString(text):
		return no("wording.code_link")
	case code && p.Slot == notify.SMS && !strings.HasPrefix(text, "{code}"):
		return no("wording.code_first")
	case kind == OfferMessage && slices.Contains([]string{notify.SMS, notify.WhatsApp, notify.Email}, p.Slot) &&
		!strings.Contains(strings.ToLower(text), stop[p.Lang]):
		return no("wording.stop_needed", "word", stop[p.Lang])
	case p.Slot == notify.WhatsApp &&
		!slices.Equal(slices.Sorted(slices.Values(asked)), slices.Sorted(slices.Values(was))):
		return no("wording.whatsapp_same", "known", braced(may))
	case p.Slot == notify.WhatsApp && edge.MatchString(text):
		return no("wording.whatsapp_edge")
	}
	if p.Slot != notify.SMS {
		return nil
	}
	sample := example(p, text, "")
	if at := address.FindStringIndex(sample); at != nil && strings.ContainsAny(sample[at[0]:], " \n") {
		return no("wording.link_last")
	}
	if parts := notify.SMSParts(example(p, text, "wekala.example")); parts > maxParts {
		return no("wording.too_many_parts", "count", parts, "most", maxParts)
	}
	return nil
}

func braced(names []string) string {
	all := make([]string, len(names))
	for i, name := range names {
		all[i] = "{" + name + "}"
	}
	return strings.Join(all, " ")
}

// example returns a text as customers receive it, with difficult values.
func example(p notify.Piece, text, host string) string {
	values, code := Values(p.Lang), ""
	if n, counted := sampleCounts[p.Form]; counted {
		values["count"] = n
	}
	if kind := Kinds[p.Message]; kind == CodeMessage || kind == LetterMessage {
		code = SampleCode
	}
	return notify.Sample(text, p, values, code, host)
}

// tidy normalises a text for storage; slots for a single line get one line.
func tidy(slot, text string) string {
	if !manyLines(slot) {
		return httpapi.Clean(text)
	}
	var lines []string
	for line := range strings.SplitSeq(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		line = httpapi.Clean(line)
		if line == "" && (len(lines) == 0 || lines[len(lines)-1] == "") {
			continue
		}
		lines = append(lines, line)
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

func manyLines(slot string) bool {
	return slot == notify.SMS || slot == notify.WhatsApp || slot == notify.Email
}

// field returns the form's name for a text.
func field(p notify.Piece) string {
	name := p.Slot + "." + p.Lang
	if p.Form != "" {
		name += "." + p.Form
	}
	return name
}

// clean returns the shop's own texts of a form and their errors. An empty text, or one equal to the program's, is not
// the shop's own.
func clean(message string, texts []own) (kept []own, problems []errs.Field) {
	seen := map[notify.Piece]bool{}
	for _, o := range texts {
		p := o.piece(message)
		o.Text = tidy(o.Channel, o.Text)
		if seen[p] {
			problems = append(problems, errs.Field{Name: field(p), Key: "common.one_of"})
			continue
		}
		seen[p] = true
		if slices.Contains(pieces(message), p) && (o.Text == "" || o.Text == tidy(o.Channel, usual(p))) {
			continue
		}
		if is := check(p, o.Text); is != nil {
			problems = append(problems, errs.Field{Name: field(p), Key: is.key, Args: is.args})
			continue
		}
		kept = append(kept, o)
	}
	// A fixed order, independent of the request.
	order := pieces(message)
	slices.SortFunc(kept, func(a, b own) int {
		return slices.Index(order, a.piece(message)) - slices.Index(order, b.piece(message))
	})
	return kept, problems
}

// Set changes the texts of a message, based on the version that was read.
func (s *Service) Set(ctx context.Context, member staff.Member, message string, texts []own, from int64) error {
	if _, known := Kinds[message]; !known {
		return errs.NotFound()
	}
	kept, problems := clean(message, texts)
	if len(problems) > 0 {
		return errs.InvalidAll(problems)
	}
	err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		before, version, err := read(ctx, tx, message)
		if err != nil {
			return err
		}
		if version != from {
			return settings.ErrVersionConflict
		}
		now := s.Clock.Now()
		if err := settings.Change(ctx, tx, prefix+message, version, saved{kept}, now); err != nil {
			return err
		}
		was, is := differing(before.Texts, kept), differing(kept, before.Texts)
		if err := audit.Write(ctx, tx, now, audit.Entry{StaffID: member.ID, Action: "message.wording", Object: message,
			Before: told(was), After: told(is)}); err != nil {
			return err
		}
		return changefeed.Publish(ctx, tx, settings.Changed, prefix+message)
	})
	if err != nil {
		return err
	}
	return s.Load(ctx)
}

// differing returns the texts that are new or changed compared with among.
func differing(texts, among []own) (all []own) {
	for _, o := range texts {
		if !slices.Contains(among, o) {
			all = append(all, o)
		}
	}
	return all
}

// told returns what the audit log records: the shop's own texts that changed.
func told(texts []own) any {
	lines := make([]map[string]any, 0, len(texts))
	for _, o := range texts {
		line := map[string]any{"channel": o.Channel, "text_" + o.Language: o.Text}
		if o.Form != "" {
			line["form"] = o.Form
		}
		lines = append(lines, line)
	}
	return map[string]any{"texts": lines}
}
