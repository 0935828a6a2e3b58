package notify

import (
	"testing"

	"github.com/wneessen/go-mail/smtp"
)

// TestMailServersAreSignedInAtAsTheyOffer: with whichever way a server has, and never
// in the open.
func TestMailServersAreSignedInAtAsTheyOffer(t *testing.T) {
	for _, c := range []struct {
		offers []string
		tls    bool
		want   string
	}{
		{[]string{"LOGIN", "PLAIN"}, true, "PLAIN"}, {[]string{"LOGIN", "XOAUTH2"}, true, "LOGIN"},
		{[]string{"PLAIN"}, false, ""}, {[]string{"LOGIN"}, false, ""},
	} {
		a := &eitherAuth{host: "mail.example.com", user: "nile", password: "hush"}
		way, _, err := a.Start(&smtp.ServerInfo{Name: "mail.example.com", TLS: c.tls, Auth: c.offers})
		if way != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%v, encrypted %t: %q %v", c.offers, c.tls, way, err)
		}
	}
}
