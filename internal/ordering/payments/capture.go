package payments

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"wekala/internal/locations/addresses"
	"wekala/internal/money/ledger"
	"wekala/internal/ordering/orders"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
)

const (
	// askWithin limits the duration of one call to the gateway.
	askWithin = 15 * time.Second
	// askAfter is the age from which the reconciliation checks a payment, and the interval between its checks.
	askAfter = time.Minute
	// askUntil is how long a payment that is neither paid nor expired is checked.
	askUntil = 48 * time.Hour
	// askBatch is how many payments of orders, and how many of top-ups, one round checks.
	askBatch = 100
)

// Ask makes sure that the gateway knows an order's payment and returns the page where it is paid. It may be called
// again at any time, after a crash or when a customer comes back. It refuses with payments.not_payable if the order
// awaits no payment, and payments.payment_failed if the gateway does not answer.
func (s *Service) Ask(ctx context.Context, orderID string) (url string, err error) {
	o, err := orders.Get(ctx, s.DB, orderID)
	if err != nil {
		return "", err
	}
	if !s.Enabled() || o.Status != orders.Draft || o.PaymentMethod != orders.Card ||
		o.ExpiresAt == nil || *o.ExpiresAt <= db.At(s.Clock.Now()) {
		return "", errs.Refuse("payments.not_payable")
	}
	p, err := OfOrder(ctx, s.DB, orderID)
	if err != nil {
		return "", err
	}
	return s.open(ctx, p, Intent{Lang: o.Lang, ExpiresAt: o.ExpiresAt.Time(), Billing: billing(o),
		ReturnURL: orders.Page(o.ID) + "?paid=1"})
}

// open registers a payment with the gateway, unless that is done, and returns its page. in has the language, the
// expiry, the payer and the path the browser returns to.
func (s *Service) open(ctx context.Context, p *Payment, in Intent) (url string, err error) {
	if p.CheckoutURL != nil {
		return *p.CheckoutURL, nil
	}
	gateway := s.Gateways.Of(p.Gateway)
	if gateway == nil {
		return "", errs.Refuse("payments.payment_failed")
	}
	ask, cancel := context.WithTimeout(ctx, askWithin)
	defer cancel()
	in.Reference, in.Amount, in.Currency = p.ID, p.Amount, p.Currency
	in.ReturnURL = s.PublicURL + "/" + in.Lang + in.ReturnURL
	in.NotifyURL = s.PublicURL + "/api/v1/webhooks/" + p.Gateway
	opened, err := gateway.Create(ask, in)
	if err != nil {
		s.Log.Error("the gateway did not take a payment", "payment", p.ID, "err", err)
		return "", errs.Refuse("payments.payment_failed")
	}
	err = s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error { return s.keepOpened(ctx, tx, p.ID, opened) })
	return opened.URL, err
}

// billing reads the payer's data from the address of their order.
func billing(o *orders.Order) Billing {
	a, err := addresses.ParseSnapshot(o.Address)
	if err != nil {
		return Billing{}
	}
	return Billing{Name: a.ContactName, Phone: a.Phone, Region: a.Region.Name.EN, City: a.City,
		District: a.District.Name.EN, Street: a.Address, Building: a.BuildingNumber, Floor: a.Floor,
		Apartment: a.ApartmentNumber}
}

// payURL returns the page where a draft's payment continues.
func (s *Service) payURL(ctx context.Context, q db.Querier, orderID string) (string, error) {
	p, err := OfOrder(ctx, q, orderID)
	if errs.Key(err) != "" || err == nil && p.CheckoutURL == nil {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	return *p.CheckoutURL, nil
}

// Receive processes a webhook from its raw body and headers. ErrForged means that nothing of it was read or stored.
// After any other error the gateway sends it again; nil means that it was processed, including notices that match
// nothing here.
func (s *Service) Receive(ctx context.Context, header http.Header, body []byte) error {
	if takes := s.Gateways.Takes(); takes != nil {
		return s.ReceiveFrom(ctx, takes.Name(), header, body)
	}
	return ErrForged
}

// ReceiveFrom is Receive for the gateway to whose address the notice was sent. Notices of a closed gateway are refused.
func (s *Service) ReceiveFrom(ctx context.Context, name string, header http.Header, body []byte) error {
	gateway := s.Gateways.Of(name)
	if gateway == nil {
		return ErrForged
	}
	n, err := gateway.Verify(header, body)
	if err != nil {
		return err
	}
	state, err := s.keepEvent(ctx, name, n, body)
	if err != nil || state != "received" {
		return err
	}
	p, err := byID(ctx, s.DB, n.Reference)
	if errs.Key(err) != "" {
		return s.ignore(ctx, name, n, "nobody knows its reference")
	}
	if err != nil {
		return err
	}
	if p.Gateway != name || p.Amount != n.Amount || p.Currency != n.Currency ||
		p.GatewayRef != nil && *p.GatewayRef != n.Ref {
		return s.ignore(ctx, name, n, "it does not fit the payment")
	}
	if err := s.settle(ctx, p, n.Ref); err != nil {
		if errors.Is(err, errMismatch) {
			return s.ignore(ctx, name, n, "the gateway's answer does not fit the payment")
		}
		return err
	}
	return s.endEvent(ctx, name, n, "applied")
}

func (s *Service) ignore(ctx context.Context, name string, n Notice, why string) error {
	s.Log.Warn("webhook ignored", "event", n.ID, "why", why)
	return s.endEvent(ctx, name, n, "ignored")
}

var errMismatch = errors.New("payments: the gateway speaks of another payment")

// settle inquires about a payment at the gateway and applies the result.
func (s *Service) settle(ctx context.Context, p *Payment, ref string) error {
	gateway := s.Gateways.Of(p.Gateway)
	if gateway == nil {
		return fmt.Errorf("payments: %s needs the gateway %s, which is off", p.ID, p.Gateway)
	}
	ask, cancel := context.WithTimeout(ctx, askWithin)
	defer cancel()
	st, err := gateway.Inquire(ask, ref)
	if err != nil {
		return fmt.Errorf("payments: inquiry about %s: %w", p.ID, err)
	}
	if st.Reference != p.ID || st.Amount != p.Amount || st.Currency != p.Currency || st.Ref != ref {
		return errMismatch
	}
	switch st.State {
	case IntentPaid:
		return s.capture(ctx, p, ref)
	case IntentExpired:
		return s.touch(ctx, p, Expired)
	}
	return nil
}

// captureTries is how often a capture is tried when another transition of its order comes first.
const captureTries = 5

func (s *Service) capture(ctx context.Context, p *Payment, ref string) error {
	for try := 1; ; try++ {
		err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error { return s.captureOnce(ctx, tx, p, ref) })
		if try < captureTries && errs.Is(err, "orders.moved_on") {
			continue
		}
		return err
	}
}

// captureOnce records the money, and assigns it to its order or refunds it.
func (s *Service) captureOnce(ctx context.Context, tx *db.Tx, p *Payment, ref string) error {
	now := s.Clock.Now()
	n, err := tx.Exec(ctx, `UPDATE payments SET state = 'captured', captured = amount, gateway_ref = $2, updated_at = $3
		WHERE id = $1 AND captured = 0`, p.ID, ref, db.At(now))
	if err != nil || n == 0 {
		return err
	}
	if p.Purpose == ForTopUp {
		return s.topUp(ctx, tx, p)
	}
	_, err = ledger.Post(ctx, tx, ledger.Entry{Source: captureSource(p), Kind: "payment_captured", At: now,
		Postings: []ledger.Posting{
			{Account: ledger.Account("gateway", p.Gateway), Currency: p.Currency, Amount: p.Amount},
			{Account: orders.Account(p.OrderID), Currency: p.Currency, Amount: -p.Amount},
		}})
	if err != nil {
		return err
	}
	o, err := orders.Get(ctx, tx, p.OrderID)
	if err != nil {
		return err
	}
	if o.Status == orders.Draft && o.ExpiresAt != nil && *o.ExpiresAt <= db.At(now) {
		// The draft has expired, but the sweep has not processed it yet.
		o, err = s.Orders.TransitionIn(ctx, tx, orders.Transition{
			OrderID: o.ID, To: orders.Cancelled, Actor: orders.TheSystem, Reason: "expired"})
		if err != nil {
			return err
		}
	}
	if o.Status == orders.Draft {
		if err := s.Orders.MarkPaid(ctx, tx, o.ID); err != nil {
			return err
		}
		_, err = s.Orders.TransitionIn(ctx, tx, orders.Transition{OrderID: o.ID, To: orders.Pending, Actor: orders.TheSystem})
		return err
	}
	if err := s.Orders.MarkLatePaid(ctx, tx, o.ID, p.Amount); err != nil {
		return err
	}
	return s.GiveBack(ctx, tx, Back{OrderID: o.ID, UserID: o.UserID, Amount: p.Amount, To: ToCard, Reason: "late",
		Source: "payment:" + p.ID + ":late"})
}

// Reconcile inquires about payments without a webhook, registers those that the gateway does not know, and ends expired
// ones. Orders come before top-ups, because they are cancelled when they expire. It runs every minute on one node.
func (s *Service) Reconcile(ctx context.Context) error {
	now := s.Clock.Now()
	var failed error
	for _, purpose := range []string{ForOrder, ForTopUp} {
		list, err := unsettled(ctx, s.DB, purpose, db.At(now.Add(-askAfter)), askBatch)
		if err != nil {
			return err
		}
		for i := range list {
			p := &list[i]
			if err := s.reconcile(ctx, p, now); err != nil {
				s.Log.Warn("reconciliation", "payment", p.ID, "err", err)
				failed = err
			}
		}
	}
	return failed
}

func (s *Service) reconcile(ctx context.Context, p *Payment, now time.Time) error {
	if p.GatewayRef == nil {
		_, err := s.ask(ctx, p)
		if errs.Is(err, "payments.not_payable") {
			return s.touch(ctx, p, Abandoned)
		}
		return errors.Join(err, s.touchIf(ctx, p, err))
	}
	err := s.settle(ctx, p, *p.GatewayRef)
	if err == nil && now.Sub(p.CreatedAt.Time()) > askUntil {
		return s.touch(ctx, p, Expired)
	}
	return errors.Join(err, s.touch(ctx, p, Open))
}

// ask requests a payment again, for any purpose.
func (s *Service) ask(ctx context.Context, p *Payment) (string, error) {
	if p.Purpose == ForTopUp {
		return s.askTopUp(ctx, p)
	}
	return s.Ask(ctx, p.OrderID)
}

// touchIf moves a payment that failed to the end of the queue.
func (s *Service) touchIf(ctx context.Context, p *Payment, err error) error {
	if err == nil {
		return nil
	}
	return s.touch(ctx, p, Created)
}
