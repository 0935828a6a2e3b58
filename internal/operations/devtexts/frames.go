package devtexts

import (
	_ "embed" // frames.tsv
	"regexp"
	"strings"

	"wekala/internal/operations/messagetemplates"
)

var (
	textChannel = regexp.MustCompile(`_(sms|whatsapp|email|subject|inbox|push)$`)
	toastKeys   = regexp.MustCompile(
		`[:_](added|removed|saved|deleted|sent|copied|converted|moved|refused|given|kept_sent|thanks)(_\w+)?$`)
	headKeys = regexp.MustCompile(`[:_.](title|heading|empty|failed|not_found)$`)
)

// framesOfScreens are the frames that screens draw the texts of the web in, read
// from them by TestFramesAreThoseOfTheScreens.
//
//go:embed frames.tsv
var framesOfScreens string

var frameOf = func() map[string]string {
	all := map[string]string{}
	for line := range strings.Lines(framesOfScreens) {
		if key, frame, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok {
			all[key] = frame
		}
	}
	return all
}()

// pressed begins the English of what people press: a verb. Other short texts
// are labels, states and values.
var pressed = regexp.MustCompile(
	`^(Accept|Add|Apply|Approve|Archive|Back|Browse|Buy|Call|Cancel|Change|Check|Checkout|Choose|Clear|Close|Compare|Confirm|Continue|Convert|Copy|Create|Decline|Delete|Discard|Dismiss|Don't|Download|Duplicate|Edit|Enter|Export|Find|Finish|Get|Go|Hide|Import|Invite|Join|Keep|Leave|Lock|Make|Mark|Move|Next|Not|Open|Pause|Pay|Pick|Place|Print|Publish|Reject|Reload|Remove|Reopen|Replace|Reply|Request|Resend|Reset|Restore|Save|Search|Select|Send|Set|Share|Show|Sign|Skip|Start|Stay|Stop|Submit|Take|Track|Try|Turn|Undo|Unlock|Update|Upload|Use|Verify|View|Write( off)?)\b`)

// kindOf is the frame of a text: messages by their kind, texts of the web as their screens draw them. For the rest,
// chosen by a variable or within a line of others, it is guessed from key and length.
func kindOf(row textRow) string {
	name := row.Key[strings.Index(row.Key, ":")+1:]
	text := ""
	if len(row.EN) > 0 {
		text = row.EN[0].Text
	}
	if row.From == "server" {
		kind, message := messagetemplates.Kinds[templateOf(row.Key)]
		switch {
		case name == "alarm", strings.HasSuffix(name, "_subject"), message && strings.HasSuffix(name, "_email"),
			kind == messagetemplates.LetterMessage:
			return "email"
		case message && strings.HasSuffix(name, "_push"):
			return "push"
		case message && strings.HasSuffix(name, "_whatsapp"):
			return "whatsapp"
		case message && (kind == messagetemplates.InboxMessage || strings.HasSuffix(name, "_inbox")):
			return "inbox"
		case message:
			return "sms"
		case strings.HasPrefix(name, "doc_"), strings.HasPrefix(name, "invoice_"):
			return "pdf"
		case strings.HasSuffix(text, "."):
			return "toast"
		}
		return "line"
	}
	if frame, drawn := frameOf[row.Key]; drawn {
		return frame
	}
	switch {
	case headKeys.MatchString(row.Key):
		return "heading"
	case toastKeys.MatchString(row.Key):
		return "toast"
	case len(strings.Fields(text)) > 3 || strings.ContainsAny(text, ".?:؟\u2068"):
		return "line"
	case pressed.MatchString(text) && !strings.HasPrefix(row.Key, "console/audit:"):
		return "button"
	}
	return "label"
}

// templateOf is the message a text of the server belongs to: that of its
// channel's own texts as well.
func templateOf(key string) string {
	return textChannel.ReplaceAllString(strings.Replace(strings.TrimPrefix(key, "server/"), ":", ".", 1), "")
}
