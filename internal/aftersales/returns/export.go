package returns

import "wekala/internal/platform/export"

// Export returns a customer's returns and their outcomes, with the bank account used and the reasons shown on the
// return's page.
func (*Service) Export(userID string) []export.Table {
	who := []any{userID}
	return []export.Table{
		{Name: "returns",
			Columns: `id, number, branch_id, order_id, order_number, state, refund_to, bank json, bank_masked, address json,
			pickup_from time, pickup_to time, currency, gross money, discount - rounded - points_value AS discount money, delivery money, rounded money, points_value money, refund money, lang, created_at time, updated_at time`,
			From: `returns WHERE user_id = $1 ORDER BY created_at, id`, Args: who},
		{Name: "return_lines",
			Columns: `l.return_id, l.id, l.order_id, l.line_id, l.qty number, l.reason_id, l.defective bool, l.comment`,
			From:    `return_lines l JOIN returns r ON r.id = l.return_id WHERE r.user_id = $1 ORDER BY l.return_id, l.id`,
			Args:    who},
		{Name: "return_units",
			Columns: `u.return_id, u.order_id, u.line_id, u.unit number, u.gross money, u.discount money, u.outcome, u.why`,
			From: `return_units u JOIN returns r ON r.id = u.return_id WHERE r.user_id = $1
				ORDER BY u.return_id, u.line_id, u.unit`, Args: who},
		{Name: "return_events",
			Columns: `e.return_id, e.seq number, e.from_state, e.to_state, e.actor_kind AS by_whom, e.reason, e.at time`,
			From:    `return_events e JOIN returns r ON r.id = e.return_id WHERE r.user_id = $1 ORDER BY e.return_id, e.seq`,
			Args:    who},
		{Name: "return_payouts", Columns: `p.return_id, p.way, p.amount money, p.done_at time`,
			From: `return_payouts p JOIN returns r ON r.id = p.return_id WHERE r.user_id = $1 ORDER BY p.return_id, p.way`,
			Args: who},
	}
}
