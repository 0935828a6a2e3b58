package app_test

import (
	"context"
	"strings"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/config"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestAddressesSetInTheConsoleLeadOutside: a carrier or a mail server that an owner sets must be on the public
// internet, unless the operator of the machine named its network; earlier settings are not used either.
func TestAddressesSetInTheConsoleLeadOutside(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		sms := newCarrier(t)
		s, link := fresh(t, d)
		var in struct{ Token string }
		s.Do("POST", "/setup/owner", "", firstOwner(link)).Into(t, &in)
		closed, _ := fresh(t, d, apptest.Set(func(cfg *config.Serve) { cfg.ProviderNetworks = "" }))
		mail := func(host string) fields {
			body := providersBody("https://sms.example/send", 0)
			body["mail"] = fields{"on": true, "host": host, "port": 587, "tls": "starttls", "user": "",
				"from": "Nile <shop@example.com>", "password": ""}
			return body
		}
		for where, body := range map[string]fields{
			`"sms.url"`: providersBody(sms.URL, 0), `"sms.url" `: providersBody("https://169.254.169.254/latest/meta-data", 0),
			`"sms.url"  `: providersBody("https://[fd00:ec2::254]/", 0),
			`"mail.host"`: mail("localhost"), `"mail.host" `: mail("10.0.0.5"), `"mail.host"  `: mail("169.254.169.254"),
		} {
			if a := closed.Do("PUT", "/console/providers", in.Token, body); a.Status != 422 || a.Code() != "own_network" ||
				!strings.Contains(a.Body, strings.TrimSpace(where)) {
				t.Errorf("%s: %s", where, a.Body)
			}
		}
		for name, body := range map[string]fields{
			"sms": providersBody(strings.Replace(sms.URL, "127.0.0.1", "localhost", 1), 0), "email": mail("127.0.0.1")} {
			var v struct{ Version int64 }
			s.Do("GET", "/console/providers", in.Token, nil).Into(t, &v)
			body["version"] = v.Version
			if a := s.Do("PUT", "/console/providers", in.Token, body); a.Status != 200 {
				t.Fatal(a.Body)
			}
			if err := closed.App.Poll(context.Background()); err != nil {
				t.Fatal(err)
			}
			a := closed.Do("POST", "/console/providers/try", in.Token,
				fields{"channel": name, "to": map[string]string{"sms": "01012345678", "email": "x@example.com"}[name]})
			if !strings.Contains(a.Body, "WEKALA_PROVIDER_NETWORKS") || len(sms.got) != 0 {
				t.Errorf("%s: %s, %d came", name, a.Body, len(sms.got))
			}
		}
	})
}
