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

// Serve answers on the listener until ctx ends, then ends the event streams
// and lets requests in flight finish. ready is called once connections are
// accepted.
func Serve(ctx context.Context, listener net.Listener, a *App, ready func()) error {
	var protocols http.Protocols
	protocols.SetHTTP1(true)
	protocols.SetUnencryptedHTTP2(true)
	server := &http.Server{
		Handler:           a.Handler,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       30 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    32 << 10,
		Protocols:         &protocols,
		ErrorLog:          slog.NewLogLogger(a.log.Handler(), slog.LevelDebug),
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
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
