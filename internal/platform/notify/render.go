package notify

import (
	"html/template"
	"strings"

	"wekala/internal/platform/i18n"
)

// render returns the subject and the text of a message. host is the shop's host name, "" if it has none.
func render(m Outgoing, host string, w Wording) (subject, text string) {
	args := arguments(m.Lang, m.Params)
	if m.Code != "" {
		args = append(args, "code", m.Code)
	}
	text = w.say(m.Template, m.Channel, m.Lang, args) + codeLine(m.Code, m.Channel, host)
	if m.Channel == Email {
		subject = w.say(m.Template, Subject, m.Lang, args)
	}
	return strings.Join(strings.Fields(subject), " "), text
}

// Rendered returns a message's default text with these values.
func Rendered(template, channel string, lang i18n.Lang, params map[string]string, code, host string) string {
	_, text := render(Outgoing{Template: template, Channel: channel, Lang: lang, Params: params, Code: code}, host, nil)
	return text
}

// textKey is the key of a template's text for a channel: the channel's own, if there is one. Pushes are visible on
// locked screens, so where the inbox's text has an amount, a product or a reason, there is a separate push text without
// it.
func textKey(lang i18n.Lang, template, channel string) string {
	if channel == Push && !i18n.Has(lang, template+"_"+Push) {
		channel = Inbox
	}
	if own := template + "_" + channel; i18n.Has(lang, own) {
		return own
	}
	return template
}

// arguments returns the values of a text in a language: "x_ar" is "x" in Arabic, "x_en" in English.
func arguments(lang i18n.Lang, params map[string]string) []any {
	args := make([]any, 0, 2*len(params)+2)
	for k, v := range params {
		if own, ok := params[k+"_"+lang]; ok {
			v = own
		}
		args = append(args, k, v)
	}
	if points, ok := params["points"]; ok && params["count"] == "" {
		args = append(args, "count", points, "expiring", points) // as notices named it before texts had plural forms
	}
	return args
}

// letter is the HTML of an e-mail. Styles are inline because mail programs ignore all others.
var letter = template.Must(template.New("letter").Parse(`<!doctype html>
<html lang="{{.Lang}}" dir="{{.Dir}}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{{.Subject}}</title></head>
<body style="margin:0;padding:24px;background:#FBF8F3;color:#16302B;font:16px/1.6 'Segoe UI',Tahoma,Arial,sans-serif">
<table role="presentation" align="center" width="100%" style="max-width:520px;background:#fff;border-radius:16px;border-collapse:separate">
<tr><td style="padding:24px 28px 0;font-size:20px;font-weight:700;color:{{.Head.Colour}}">{{if .Head.Logo}}<img src="{{.Head.Logo}}" alt="{{.Brand}}" width="{{.Head.Width}}" height="{{.Head.Height}}" style="display:block;border:0">{{else}}{{.Brand}}{{end}}</td></tr>
<tr><td style="padding:12px 28px 28px">{{range .Paragraphs}}<p style="margin:0 0 12px">{{.}}</p>{{end}}</td></tr>
{{if .Head.Foot}}<tr><td style="padding:14px 28px 20px;border-top:1px solid #E3DCCF;font-size:13px;color:#5C6B66">{{range .Head.Foot}}<div dir="auto">{{.}}</div>{{end}}</td></tr>{{end}}
</table>
</body>
</html>
`))

// under appends the letterhead's footer to a text, for programs that show no HTML.
func (h Letterhead) under(text string) string {
	if len(h.Foot) == 0 {
		return text
	}
	return text + "\n\n-- \n" + strings.Join(h.Foot, "\n")
}

// page formats an e-mail's text as HTML, right to left for Arabic.
func page(m Outgoing, head Letterhead) (string, error) {
	if head.Colour == "" {
		head.Colour = "#0E7A5F"
	}
	dir := "ltr"
	if m.Lang == i18n.AR {
		dir = "rtl"
	}
	var b strings.Builder
	err := letter.Execute(&b, map[string]any{
		"Lang": m.Lang, "Dir": dir, "Subject": m.Subject, "Brand": i18n.T(m.Lang, "notify.brand"),
		"Head": head, "Paragraphs": strings.Split(m.Text, "\n"),
	})
	return b.String(), err
}
