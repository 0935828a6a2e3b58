package messagetemplates

// The kinds of messages, which determine the channels and the category at WhatsApp.
const (
	CodeMessage   = "authentication" // SMS or WhatsApp, as the customer chose
	LetterMessage = "email code"     // email only
	NewsMessage   = "utility"        // SMS and inbox
	InboxMessage  = "inbox"          // inbox and push only
	OfferMessage  = "marketing"      // only with consent: SMS, WhatsApp or email, then the inbox
)

// ByWhatsApp returns the messages that may be sent by WhatsApp, with their categories there.
func ByWhatsApp() map[string]string {
	all := map[string]string{"notify.try": NewsMessage} // an owner's, to themselves
	for key, kind := range Kinds {
		if kind == CodeMessage || kind == OfferMessage {
			all[key] = kind
		}
	}
	return all
}

// Kinds contains every message to customers; docs/messages.md is generated from it.
var Kinds = map[string]string{
	"notify.code": CodeMessage, "notify.reset_code": CodeMessage, "notify.password_code": CodeMessage,
	"notify.delete_code": CodeMessage, "notify.email_code": LetterMessage,
	"auth.notice_password":     NewsMessage,
	"orders.notice_processing": InboxMessage, "orders.notice_delivered": InboxMessage,
	"orders.notice_collected":        InboxMessage,
	"orders.notice_out_for_delivery": NewsMessage, "orders.notice_ready": NewsMessage,
	"orders.notice_rejected": NewsMessage, "orders.notice_cancelled": NewsMessage,
	"orders.notice_undelivered": NewsMessage, "orders.notice_confirm": NewsMessage, "orders.notice_delayed": NewsMessage,
	"orders.notice_rejected_paid": NewsMessage, "orders.notice_cancelled_paid": NewsMessage,
	"orders.notice_undelivered_paid": NewsMessage,
	"payments.notice_refunded_card":  InboxMessage, "payments.notice_refunded_wallet": InboxMessage,
	"payments.notice_refunded_bank":   InboxMessage,
	"payments.notice_refunded_points": InboxMessage, "payments.notice_topup_failed": InboxMessage,
	"quotations.notice_priced": NewsMessage, "quotations.notice_declined": NewsMessage,
	"quotations.notice_expiring": InboxMessage,
	"referral.notice_reward":     InboxMessage, "referral.notice_welcome": InboxMessage,
	"referral.notice_commission": InboxMessage, "referral.notice_held": InboxMessage,
	"returns.notice_approved": NewsMessage, "returns.notice_refused": NewsMessage, "returns.notice_withdrawn": NewsMessage,
	"returns.notice_refunded":  NewsMessage,
	"returns.notice_picked_up": InboxMessage, "returns.notice_received": InboxMessage,
	"returns.notice_settled": InboxMessage,
	"shipping.notice_late":   NewsMessage, "support.notice_received": NewsMessage, "support.notice_answered": NewsMessage,
	"wallet.notice_credit":  InboxMessage,
	"loyalty.notice_earned": InboxMessage, "loyalty.notice_expiring": OfferMessage,
	"favourites.notice_cheaper": OfferMessage, "favourites.notice_back": OfferMessage,
	"favourites.notice_several": OfferMessage,
}
