package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// How long requests in flight may take to finish once we are asked to stop.
const grace = 15 * time.Second

// Listen serves the handler on addr until ctx ends, then lets requests in
// flight finish. ready is called once connections are accepted. Event streams
// must end when ctx does; http.Server would wait for them otherwise.
func Listen(ctx context.Context, addr string, h http.Handler, log *slog.Logger, ready func(net.Addr)) error {
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return fmt.Errorf("cannot listen on %s: %w", addr, err)
	}
	var protocols http.Protocols
	protocols.SetHTTP1(true)
	protocols.SetUnencryptedHTTP2(true)
	server := &http.Server{
		Handler:           h,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       30 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    32 << 10,
		Protocols:         &protocols,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	if ready != nil {
		ready(listener.Addr())
	}
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), grace)
	defer cancel()
	if err := server.Shutdown(stop); err != nil {
		return errors.Join(fmt.Errorf("requests were cut off after %s: %w", grace, err), server.Close())
	}
	return nil
}
