package notify

import (
	"regexp"
	"strings"

	"wekala/internal/platform/i18n"
)

// Subject is the text of an e-mail's subject, in addition to the channels' texts.
const Subject = "subject"

// Piece identifies one text of a message: its channel (or an e-mail's subject), its language, and its plural form if it
// contains a count.
type Piece struct {
	Message, Slot, Lang, Form string
}

// Wording contains the shop's own texts. All other texts are the program's.
type Wording map[Piece]string

// Reword sets the shop's own texts.
func (s *Service) Reword(w Wording) { s.words.Store(&w) }

func (s *Service) wording() Wording {
	if w := s.words.Load(); w != nil {
		return *w
	}
	return nil
}

// own returns the shop's own text, with its placeholders not yet filled in.
func (w Wording) own(message, slot string, lang i18n.Lang, args []any) (string, bool) {
	if len(w) == 0 {
		return "", false
	}
	if text, ok := w[Piece{message, slot, lang, ""}]; ok {
		return text, true
	}
	text, ok := w[Piece{message, slot, lang, i18n.FormOf(lang, args)}]
	return text, ok
}

// say returns a text of a message with its values.
func (w Wording) say(message, slot string, lang i18n.Lang, args []any) string {
	if text, ok := w.own(message, slot, lang, args); ok {
		return i18n.Fill(lang, text, append(args, "shop", i18n.Brand())...)
	}
	return i18n.T(lang, usualKey(lang, message, slot), args...)
}

// usualKey returns the key of the program's text of a message for a channel or a subject.
func usualKey(lang i18n.Lang, message, slot string) string {
	if slot != Subject {
		return textKey(lang, message, slot)
	}
	if i18n.Has(lang, message+"_subject") {
		return message + "_subject"
	}
	return "notify.subject"
}

// Usual returns the program's text by plural form; a text without plurals has the form "".
func Usual(message, slot string, lang i18n.Lang) map[string]string {
	return i18n.FormsOf(lang, usualKey(lang, message, slot))
}

// Host returns the shop's host name, "" if it is not reachable by https.
func (s *Service) Host() string { return s.cfg.host() }

var inText = regexp.MustCompile(`\{(\w+)\}`)

// Asked returns the distinct placeholders of a text, in order.
func Asked(text string) (names []string) {
	seen := map[string]bool{}
	for _, found := range inText.FindAllStringSubmatch(text, -1) {
		if !seen[found[1]] {
			seen[found[1]] = true
			names = append(names, found[1])
		}
	}
	return names
}

// Sample returns a message's text as it is received with these values. host is the shop's host name, for the line from
// which browsers fill in codes.
func Sample(text string, p Piece, params map[string]string, code, host string) string {
	args := append(arguments(p.Lang, params), "shop", i18n.Brand())
	if code != "" {
		args = append(args, "code", code)
	}
	text = i18n.Fill(p.Lang, text, args...)
	if p.Slot == Subject {
		return strings.Join(strings.Fields(text), " ")
	}
	return text + codeLine(code, p.Slot, host)
}

// codeLine returns the last line of a code's SMS, from which browsers fill in the code automatically, only on this
// site.
func codeLine(code, slot, host string) string {
	if code == "" || slot != SMS || host == "" {
		return ""
	}
	return "\n\n@" + host + " #" + code
}
