package app_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"wekala/internal/identity/auth"
	"wekala/internal/operations/messagetemplates"
	"wekala/internal/ordering/orders"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/notify"
)

// maxParts limits the SMS parts of a message, in Arabic.
var maxParts = map[string]int{messagetemplates.CodeMessage: 2, messagetemplates.NewsMessage: 2,
	messagetemplates.OfferMessage: 3}

// messageKeys finds the messages among the texts.
func messageKeys(t *testing.T) []string {
	t.Helper()
	found := map[string]bool{}
	all := texts(t, i18n.EN)
	for key := range all {
		if base, _, ok := pluralOf(all, key); ok {
			key = base
		}
		if strings.Contains(key, ".notice_") {
			found[channelOf.ReplaceAllString(key, "")] = true
		}
	}
	for _, key := range []string{"code", "reset_code", "password_code", "delete_code", "email_code"} {
		found["notify."+key] = true
	}
	return slices.Sorted(maps.Keys(found))
}

// TestMessages limits the cost and the content of messages, and generates docs/messages.md.
func TestMessages(t *testing.T) {
	var table strings.Builder
	private := regexp.MustCompile(
		`\{(amount|total|price|was|refund|name|others|reason|count|points|expiring|code|refund)\}`)
	for _, key := range messageKeys(t) {
		kind, known := messagetemplates.Kinds[key]
		if !known {
			t.Errorf("%s has no kind: name how it travels", key)
			continue
		}
		row := fmt.Sprintf("| %s | %s |", key, kind)
		for _, lang := range []i18n.Lang{i18n.AR, i18n.EN} {
			code, host := "", ""
			if kind == messagetemplates.CodeMessage {
				code, host = "4821", "wekala.example"
			}
			text := notify.Rendered(key, notify.SMS, lang, messagetemplates.Values(lang), code, host)
			if most, bounded := maxParts[kind]; bounded {
				parts := notify.SMSParts(text)
				row += fmt.Sprintf(" %d |", parts)
				if parts > most {
					t.Errorf("%s (%s) takes %d SMS, at most %d: %s", key, lang, parts, most, text)
				}
			} else {
				row += " – |"
			}
			raw := texts(t, lang)
			if code != "" && !strings.HasPrefix(text, code) {
				t.Errorf("%s (%s) does not begin with its code: %s", key, lang, text)
			}
			if at := strings.Index(text, "https://"); at >= 0 && strings.ContainsAny(text[at:], " \n") {
				t.Errorf("%s (%s): the link is not last: %s", key, lang, text)
			}
			if kind == messagetemplates.CodeMessage || kind == messagetemplates.LetterMessage {
				continue
			}
			// A customer with two orders can tell which one is meant, on every channel.
			for _, own := range channels(raw, key) {
				if ofOneOrder.MatchString(key) &&
					(!strings.Contains(raw[own], "{number}") || !strings.Contains(raw[own], "{store}")) {
					t.Errorf("%s (%s) names no order or no store: %s", own, lang, raw[own])
				}
			}
			// The text on a locked screen; its own one, otherwise the inbox's.
			push := firstOf(raw, key+"_push", key+"_inbox", key, key+"_other")
			if private.MatchString(push) {
				t.Errorf("%s (%s) tells a locked screen: %s", key, lang, push)
			}
			if kind == messagetemplates.OfferMessage {
				fits(t, key, lang, firstOf(raw, key+"_whatsapp", key))
			}
		}
		table.WriteString(row + "\n")
	}
	for key := range messagetemplates.Kinds {
		if !slices.Contains(messageKeys(t), key) {
			t.Errorf("%s is no message any more", key)
		}
	}
	want := strings.NewReplacer("@messages@", strings.TrimRight(table.String(), "\n"), "@orders@",
		strings.TrimRight(ordersTold(t), "\n"), "@lives@", strings.TrimRight(livesTold(t), "\n")).Replace(messagesPage)
	page := filepath.Join("..", "..", "docs", "messages.md")
	if *update {
		if err := os.WriteFile(page, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(page); err != nil || string(got) != want {
		t.Errorf("docs/messages.md is stale: go test ./internal/app -run TestMessages -update")
	}
}

// TestEveryMessageIsNamed: the console lists every message by a distinct name.
func TestEveryMessageIsNamed(t *testing.T) {
	for _, lang := range i18n.Langs {
		names := read(t, filepath.Join("..", "..", "web", "src", "locales", lang, "console", "wording.json"))
		for key := range messagetemplates.Kinds {
			if name := `"name_` + strings.Replace(key, ".", "_", 1) + `":`; !strings.Contains(names, name) {
				t.Errorf("the console (%s) has no %s", lang, name)
			}
		}
	}
}

// ofOneOrder are messages about one order, return or quotation.
var ofOneOrder = regexp.MustCompile(
	`^(orders|returns|quotations|shipping)\.|^payments\.notice_refunded|^loyalty\.notice_earned`)

// channels are the texts of a message: its own, those of each plural form, and those of channels.
func channels(all map[string]string, key string) (keys []string) {
	for own := range all {
		base := own
		if stem, _, ok := pluralOf(all, own); ok {
			base = stem
		}
		if base == key || channelOf.MatchString(own) && channelOf.ReplaceAllString(own, "") == key {
			keys = append(keys, own)
		}
	}
	slices.Sort(keys)
	return keys
}

// promoting are words of advertising, which WhatsApp accepts only in marketing templates.
var promoting = regexp.MustCompile(
	`(?i)\b(offers?|discounts?|sale|deals?|coupons?|free|save|cheaper|price drop|shop now|order now|next order|invite|don't miss)\b|عرض|عروض|خصم|كوبون|مجان|وفّر|أقل سعر|انخفض|طلبك القادم|اطلب الآن|تسوّق|ادعُ|لا تفوّت`)

// TestWhatsAppCategories checks Meta's rules for the category of a template that messagetemplates.Kinds declares:
// utility advertises nothing, and authentication contains only the code, its lifetime and a warning to keep it. In
// Arabic only the screen shows the lifetime, so that the text costs one SMS.
func TestWhatsAppCategories(t *testing.T) {
	life := strconv.Itoa(int(auth.CodeLife / time.Minute))
	said := map[i18n.Lang]*regexp.Regexp{
		i18n.EN: regexp.MustCompile(`^\{code\} is your Wekala (sign-in )?code( to [a-z ]+)?\. It expires in ` + life +
			` minutes\. Don't share it with anyone\.$`),
		i18n.AR: regexp.MustCompile(`^\{code\} هو كود [^.،{]+ «وكالة»\. لا تشاركه( مع أحد)?\.$`),
	}
	for key, kind := range messagetemplates.Kinds {
		for _, lang := range i18n.Langs {
			all := texts(t, lang)
			for _, own := range channels(all, key) {
				text := all[own]
				switch kind {
				case messagetemplates.NewsMessage:
					if found := advertises(text); found != "" {
						t.Errorf("%s (%s) is %s and says %q: %s", own, lang, kind, found, text)
					}
				case messagetemplates.CodeMessage:
					if !strings.HasSuffix(own, "_email") && !strings.HasSuffix(own, "_subject") && !said[lang].MatchString(text) {
						t.Errorf("%s (%s) says more than its code: %s", own, lang, text)
					}
				}
			}
		}
	}
	for _, lang := range i18n.Langs {
		for key, text := range texts(t, lang) {
			if minutes := regexp.MustCompile(`(\d+) (minutes|دقائق|دقيقة)`).
				FindStringSubmatch(text); strings.HasPrefix(key, "notify.") && minutes != nil && minutes[1] != life {
				t.Errorf("%s (%s) says %s, a code lives %s minutes", key, lang, minutes[0], life)
			}
		}
	}
	for text, want := range map[string]string{
		"Your order {number} is ready. Get 10% discount on your next order.": "discount",
		"طلبك {number} جاهز. خصم على طلبك القادم.":                           "خصم",
		"وصل عرض السعر {number} من {store}.":                                 "",
	} {
		if got := advertises(text); got != want {
			t.Errorf("%q advertises %q, not %q", text, got, want)
		}
	}
}

func advertises(text string) string {
	return promoting.FindString(strings.ReplaceAll(strings.ReplaceAll(text, "عرض السعر", ""), "عروض الأسعار", ""))
}

func firstOf(all map[string]string, keys ...string) string {
	for _, key := range keys {
		if text, ok := all[key]; ok {
			return text
		}
	}
	return ""
}

// fits checks WhatsApp's rules for templates: a value is neither at the beginning nor at the end, and two values are
// not adjacent.
func fits(t *testing.T, key string, lang i18n.Lang, text string) {
	t.Helper()
	if regexp.MustCompile(`^\{|\}$|\} ?\{`).MatchString(strings.TrimSpace(text)) {
		t.Errorf("%s (%s): WhatsApp takes no such template: %s", key, lang, text)
	}
	if !strings.Contains(text, "تفضيلات") && !strings.Contains(strings.ToLower(text), "preferences") {
		t.Errorf("%s (%s) does not say how to stop offers: %s", key, lang, text)
	}
}

// ordersTold shows who receives which message along an order's transitions. No customer receives the same message for
// two transitions of one life, except another attempt to deliver.
func ordersTold(t *testing.T) string {
	var out strings.Builder
	first := map[string]string{}
	orders.EachTransition(func(from, to orders.Status, by orders.Capacity) {
		kind := "staff"
		switch by {
		case orders.Customer:
			kind = "customer"
		case orders.System:
			kind = "system"
		}
		row := fmt.Sprintf("| %s | %s | %s |", from, to, by)
		for _, fulfilment := range []string{orders.ToDoor, orders.Pickup} {
			template, quiet := orders.Told(orders.Change{
				Order: &orders.Order{Fulfilment: fulfilment}, From: from, To: to, Actor: orders.Actor{Kind: kind}})
			switch {
			case template == "":
				row += " – |"
				continue
			case quiet:
				row += " " + template + " (inbox, once) |"
			default:
				row += " " + template + " |"
				// Sent aloud: only by transitions into one state from one place, or by those that end the order.
				at, ending := fulfilment+template, to == orders.Rejected || to == orders.Cancelled || to == orders.InReturn
				if was, told := first[at]; told && was != string(from) && !ending {
					t.Errorf("%s is told from %s and from %s", template, was, from)
				}
				first[at] = string(from)
			}
			if kind == "customer" {
				t.Errorf("customers are told %s, which they did themselves", template)
			}
			if from == to {
				t.Errorf("%s is told again when nothing moved", template)
			}
		}
		out.WriteString(row + "\n")
	})
	return out.String()
}

const messagesPage = `# Messages: who receives what, when, and at what cost

Generated by TestMessages (internal/app) from the table of transitions, the texts and difficult values; do not edit by hand:
` + "`go test ./internal/app -run TestMessages -update`" + `.

## Along an order
Customers receive messages about changes that they would not notice otherwise, but not about their own actions. News that
changes nothing for them is only in their inbox, once for an order. Another attempt to deliver is announced again. The
table shows a cash order; a prepaid one gets the _paid variants of rejected, cancelled and undelivered, which mention the
refund.

| From | To | By | Delivery | Pickup |
|---|---|---|---|---|
@orders@

## Lives of an order
Every path of an order, with the message that its customer receives at each step: by SMS and in the inbox, or only in the
inbox. No message is sent twice in one life, except another attempt to deliver. Staff get no messages: boards and queues
show every step as it happens. Only owners get an email, when a backup failed.

@lives@

## Every message
"authentication" is sent by SMS or WhatsApp, as the customer chose; "utility" by SMS, and is in the inbox; "marketing" by
SMS, WhatsApp or email, only to customers who agreed; "inbox" is only in the inbox and in browsers that subscribed. The
names are WhatsApp's categories: each of our templates is registered there under the same one. Parts are SMS for difficult
values: 70 letters alone and 67 in each of several in Arabic (UCS-2), 160 and 153 in English (GSM-7). Codes come first,
links last, and a push contains no amount, product, reason or code. Owners can rewrite every message (Message texts in the
console); the same rules apply to their texts: codes first, links last, nothing private on a locked screen, at most 4 SMS.

| Message | Kind | SMS parts, Arabic | SMS parts, English |
|---|---|---|---|
@messages@
`
