package notify_test

import (
	"bufio"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/notify"
)

// mailServer speaks as much SMTP as a client needs to hand over a message.
type mailServer struct {
	address string
	mu      sync.Mutex
	refuse  string // an answer to RCPT instead of 250
	mails   []string
	sent    []string // commands
}

func newMailServer(t *testing.T) *mailServer {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	m := &mailServer{address: l.Addr().String()}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go m.serve(conn)
		}
	}()
	return m
}

func (m *mailServer) serve(conn net.Conn) {
	defer conn.Close()
	in := bufio.NewReader(conn)
	say := func(line string) { _, _ = io.WriteString(conn, line+"\r\n") }
	say("220 test ESMTP")
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		line = strings.TrimRight(line, "\r\n")
		m.mu.Lock()
		m.sent = append(m.sent, line)
		refuse := m.refuse
		m.mu.Unlock()
		switch verb := strings.ToUpper(strings.SplitN(line, " ", 2)[0]); verb {
		case "EHLO":
			say("250-test")
			say("250-8BITMIME")
			say("250 SMTPUTF8")
		case "RCPT":
			if refuse != "" {
				say(refuse)
				continue
			}
			say("250 ok")
		case "DATA":
			say("354 go on")
			var mail strings.Builder
			for {
				line, err := in.ReadString('\n')
				if err != nil {
					return
				}
				if strings.TrimRight(line, "\r\n") == "." {
					break
				}
				mail.WriteString(line)
			}
			m.mu.Lock()
			m.mails = append(m.mails, mail.String())
			m.mu.Unlock()
			say("250 taken")
		case "QUIT":
			say("221 bye")
			return
		default:
			say("250 ok")
		}
	}
}

func (m *mailServer) got() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return append([]string(nil), m.mails...)
}

func (m *mailServer) refuses(line string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.refuse = line
}

func TestMail(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		server := newMailServer(t)
		sh := newShop(t, d, notify.Config{Channels: []string{"email"}, PublicURL: "https://shop.example.com",
			SMTP: notify.SMTP{URL: "smtp+plain://" + server.address, From: "Wekala <shop@example.com>"}})
		m := notify.Message{To: "mona@example.com", Template: notify.TemplateCode, Lang: "ar", ChallengeID: "otp_1"}
		sh.send(m)
		sh.run()
		sh.want("sent", 1)
		mails := server.got()
		if len(mails) != 1 {
			t.Fatalf("%d mails", len(mails))
		}
		for _, want := range []string{"To: <mona@example.com>", `From: "Wekala" <shop@example.com>`, "Message-ID: <msg_",
			"@shop.example.com>", "multipart/alternative", "text/plain", "text/html", "=?UTF-8?q?4821_",
			"Date: Fri, 20 Nov 2026 10:00:00 +0000"} {
			if !strings.Contains(mails[0], want) {
				t.Errorf("%q is not in %s", want, mails[0])
			}
		}

		server.refuses("451 come back later")
		sh.send(m)
		sh.run()
		sh.want("queued", 1)
		server.refuses("")
		sh.clock.Advance(time.Hour)
		sh.run()
		sh.want("sent", 2)

		server.refuses("550 nobody here")
		sh.send(m)
		sh.run()
		sh.want("failed", 1)
		if n := len(server.got()); n != 2 {
			t.Errorf("%d mails taken", n)
		}
		// A name with line breaks must not become a header.
		server.refuses("")
		sh.send(notify.Message{To: "mona@example.com", Template: "notify.subject", Lang: "en",
			Params: map[string]string{"x": "a\r\nBcc: all@example.com"}})
		sh.run()
		for _, command := range server.sent {
			if strings.Contains(command, "all@example.com") {
				t.Errorf("smuggled: %s", command)
			}
		}
	})
}

func TestMailServerThatIsAway(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		away := l.Addr().String()
		_ = l.Close()
		sh := newShop(t, d, notify.Config{Channels: []string{"email"},
			SMTP: notify.SMTP{URL: "smtp+plain://" + away, From: "shop@example.com"}})
		sh.send(notify.Message{To: "mona@example.com", Template: "notify.subject", Lang: "en"})
		sh.run()
		sh.want("queued", 1)
		// The other channels are off: the message is skipped, not retried forever.
		sh.send(notify.Message{To: "+201001234567", Template: "notify.subject", Lang: "en"})
		sh.run()
		sh.want("skipped", 1)
	})
}
