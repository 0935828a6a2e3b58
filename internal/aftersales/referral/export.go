package referral

import "wekala/internal/platform/export"

// Export returns a customer's code, their earnings from friends and their own invitation. It leaves out the identity of
// other people and the reasons for suspicion, because those concern other people's devices and names.
func (*Service) Export(userID string) []export.Table {
	who := []any{userID}
	return []export.Table{
		{Name: "referral_codes", Columns: `code, created_at time`, From: `referral_codes WHERE user_id = $1 ORDER BY code`,
			Args: who},
		{Name: "referrals_made",
			Columns: `id, code, state, reward_referrer AS reward money, commission_until time, paid_at time, created_at time`,
			From:    `referrals WHERE referrer_id = $1 ORDER BY created_at, id`, Args: who},
		{Name: "referrals_received",
			Columns: `id, code, state, reward_friend AS reward money, order_id, paid_at time, created_at time`,
			From:    `referrals WHERE friend_id = $1 ORDER BY created_at, id`, Args: who},
		{Name: "referral_commissions",
			Columns: `referral_id, amount money, state, due_at time, paid_at time, created_at time`,
			From:    `referral_commissions WHERE referrer_id = $1 ORDER BY created_at, order_id`, Args: who},
		{Name: "referral_months", Columns: `month, rewards number, commission money`,
			From: `referral_months WHERE user_id = $1 ORDER BY month`, Args: who},
	}
}
