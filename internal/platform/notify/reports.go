package notify

import (
	"crypto/hmac"
	"io"
	"log/slog"
	"net/http"
	"net/url"

	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
)

const (
	reportsBase   = httpapi.Base
	twilioReports = "/webhooks/twilio"
	// CloudReports is the path to which WhatsApp sends reports, below the API.
	CloudReports = "/webhooks/whatsapp"
	// maxReport bounds the body of a report.
	maxReport = 256 << 10
)

// Routes registers the paths to which Twilio and WhatsApp report deliveries. They are always registered, because owners
// may enable these providers at any time.
func (s *Service) Routes(a *httpapi.API) {
	a.Raw(httpapi.Op{Method: "POST", Path: twilioReports, ID: "webhook-twilio", Tag: "messages",
		Summary: "What became of messages, says Twilio"}, s.byTwilio)
	a.Raw(httpapi.Op{Method: "GET", Path: CloudReports, ID: "webhook-whatsapp-subscribe", Tag: "messages",
		Summary: "WhatsApp makes sure that this is us"}, s.byCloud((*Service).subscribe))
	a.Raw(httpapi.Op{Method: "POST", Path: CloudReports, ID: "webhook-whatsapp", Tag: "messages",
		Summary: "What became of messages, says WhatsApp"}, s.byCloud((*Service).fromCloud))
}

// byTwilio handles reports while Twilio carries SMS or WhatsApp, with one account for both; otherwise it returns not
// found.
func (s *Service) byTwilio(w http.ResponseWriter, r *http.Request) {
	for _, channel := range []string{SMS, WhatsApp} {
		if t, ok := s.via(channel).(*twilio); ok {
			s.fromTwilio(t, w, r)
			return
		}
	}
	httpapi.WriteError(w, r, errs.NotFound())
}

// byCloud wraps a handler for reports of WhatsApp's own API; without that provider it returns not found.
func (s *Service) byCloud(handle func(*Service, *cloud, http.ResponseWriter, *http.Request)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		c, ok := s.via(WhatsApp).(*cloud)
		if !ok {
			httpapi.WriteError(w, r, errs.NotFound())
			return
		}
		handle(s, c, w, r)
	}
}

func rawBody(w http.ResponseWriter, r *http.Request) ([]byte, bool) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxReport))
	if err != nil {
		httpapi.WriteError(w, r, errs.Refuse("common.too_large"))
	}
	return body, err == nil
}

func (s *Service) fromTwilio(t *twilio, w http.ResponseWriter, r *http.Request) {
	body, ok := rawBody(w, r)
	if !ok {
		return
	}
	form, err := url.ParseQuery(string(body))
	address := s.cfg.PublicURL + r.URL.RequestURI()
	claimed := r.Header.Values("X-Twilio-Signature")
	if err != nil || len(claimed) != 1 ||
		!hmac.Equal([]byte(claimed[0]), []byte(TwilioSignature(t.cfg.AuthToken, address, form))) {
		httpapi.WriteError(w, r, errs.Refuse("notify.forged"))
		return
	}
	if rep, ok := twilioReport(r.URL.Query().Get("id"), form); ok {
		s.answer(w, r, []report{rep})
		return
	}
	s.answer(w, r, nil)
}

// subscribe answers WhatsApp's verification request for the reports.
func (s *Service) subscribe(c *cloud, w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	if q.Get("hub.mode") != "subscribe" || !hmac.Equal([]byte(q.Get("hub.verify_token")), []byte(c.cfg.VerifyToken)) {
		httpapi.WriteError(w, r, errs.Refuse("notify.forged"))
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	_, _ = io.WriteString(w, q.Get("hub.challenge")) // the asker has gone
}

func (s *Service) fromCloud(c *cloud, w http.ResponseWriter, r *http.Request) {
	body, ok := rawBody(w, r)
	if !ok {
		return
	}
	claimed := r.Header.Values("X-Hub-Signature-256")
	if len(claimed) != 1 || !hmac.Equal([]byte(claimed[0]), []byte(CloudSignature(c.cfg.AppSecret, body))) {
		httpapi.WriteError(w, r, errs.Refuse("notify.forged"))
		return
	}
	reports, err := cloudReports(body)
	if err != nil {
		httpapi.WriteError(w, r, errs.Refuse("notify.forged"))
		return
	}
	s.answer(w, r, reports)
}

// answer processes reports. After any status but 200 the provider sends them again.
func (s *Service) answer(w http.ResponseWriter, r *http.Request, reports []report) {
	for _, rep := range reports {
		if err := s.report(r.Context(), rep); err != nil {
			slog.Error("a report on a message could not be kept", "provider", rep.provider, "err", err)
			httpapi.WriteError(w, r, errs.Unavailable("common.unavailable"))
			return
		}
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, `{"response":{"data":{},"message":""}}`)
}
