package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"wekala/internal/platform/certs"
	"wekala/internal/platform/egress"
)

const (
	// grace is how long open requests may take to finish after a signal to stop.
	grace = 15 * time.Second
	// streamsAtOnce limits the concurrent requests of one HTTP/2 connection, to the number that browsers expect.
	streamsAtOnce = 100
	// unread is how long a connection may accept no bytes while data is ready for it.
	unread = 30 * time.Second
)

// Serve serves on the listener until ctx ends, then ends the event streams and waits for open requests. ready is called
// once connections are accepted.
func Serve(ctx context.Context, listener net.Listener, a *App, ready func()) error {
	server := a.server(a.Handler)
	server.Protocols.SetUnencryptedHTTP2(true)
	return a.serve(ctx, server, func() error { return server.Serve(a.limiter.Listener(listener)) }, ready)
}

// ServeTLS is Serve with a certificate that the program gets by itself. On the plain listener it answers the
// authority's challenges and redirects all other requests to the same address with TLS.
func ServeTLS(ctx context.Context, secure, plain net.Listener, a *App, certificates *certs.Manager,
	ready func()) error {
	server := a.server(a.Handler)
	server.Protocols.SetHTTP2(true)
	server.TLSConfig = certificates.TLS()
	redirects := a.server(certificates.Plain())
	redirects.WriteTimeout = 10 * time.Second
	go func() { _ = redirects.Serve(a.limiter.Listener(plain)) }()
	defer func() { _ = redirects.Close() }()
	go certificates.Prepare(ctx)
	return a.serve(ctx, server, func() error { return server.ServeTLS(a.limiter.Listener(secure), "", "") }, ready)
}

func (a *App) server(handler http.Handler) *http.Server {
	var protocols http.Protocols
	protocols.SetHTTP1(true)
	server := &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       30 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    32 << 10,
		Protocols:         &protocols,
		// The guard (platform/egress) sets the deadlines of responses: a deadline for the whole response would end streams
		// and uploads.
		ConnContext: egress.Context,
		HTTP2:       &http.HTTP2Config{MaxConcurrentStreams: streamsAtOnce, WriteByteTimeout: unread},
		ErrorLog:    slog.NewLogLogger(a.log.Handler(), slog.LevelDebug),
	}
	a.limiter.Watch(server)
	return server
}

func (a *App) serve(ctx context.Context, server *http.Server, accept func() error, ready func()) error {
	failed := make(chan error, 1)
	go func() { failed <- accept() }()
	ready()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	a.log.Info("stopping: requests in flight finish")
	a.Drain()
	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), grace)
	defer cancel()
	if err := server.Shutdown(stop); err != nil {
		return errors.Join(fmt.Errorf("requests were cut off after %s: %w", grace, err), server.Close())
	}
	return nil
}
