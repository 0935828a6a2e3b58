package notify

import "wekala/internal/platform/export"

// Export lists a customer's inbox, the messages about them, and the number of browsers with notices enabled. Browsers'
// endpoints and keys are secrets between browser and shop. Codes belong to a number, not to an account.
func (*Service) Export(userID string) []export.Table {
	who := []any{userID}
	return []export.Table{
		{Name: "notices", Columns: `id, template, params json, link, created_at time, read_at time`,
			From: `notices WHERE user_id = $1 ORDER BY created_at, id`, Args: who},
		{
			Name:    "messages",
			Columns: `id, channel, recipient, template, lang, params json, link, state, created_at time, sent_at time, delivered_at time`,
			From:    `messages WHERE user_id = $1 AND challenge_id IS NULL ORDER BY created_at, id`, Args: who},
		{Name: "push_subscriptions", Columns: `id, lang, created_at time`,
			From: `push_subscriptions WHERE user_id = $1 ORDER BY created_at, id`, Args: who},
	}
}
