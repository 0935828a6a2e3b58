package ssr

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"modernc.org/quickjs"
)

//go:embed shims.js
var shims string

// maxCalls is the number of calls after which an engine is replaced, as a guard against slow memory leaks in it. None
// was seen in 1,500 renders, and a new engine costs a few milliseconds.
const maxCalls = 20_000

var errBusy = errors.New("ssr: no engine became free in time")

// pool provides engines, at most a fixed number of them. They boot from bytecode that is compiled once.
type pool struct {
	bytecode []byte
	limit    time.Duration
	wait     time.Duration
	memory   int
	log      *slog.Logger

	tickets chan struct{} // one per engine that may be at work
	mu      sync.Mutex
	idle    []*engine
	closed  bool
}

// engine is one virtual machine with the bundle loaded. Used by one caller at a time.
type engine struct {
	vm    *quickjs.VM
	calls int
}

func newPool(bundle string, cfg Config) (*pool, error) {
	vm, err := quickjs.NewVM()
	if err != nil {
		return nil, fmt.Errorf("ssr: %w", err)
	}
	defer func() { _ = vm.Close() }()
	bytecode, err := vm.Compile(shims+"\n"+bundle, quickjs.EvalGlobal)
	if err != nil {
		return nil, fmt.Errorf("ssr: the server bundle cannot be compiled: %w", err)
	}
	return &pool{
		bytecode: bytecode,
		limit:    cfg.Limit,
		wait:     cfg.Wait,
		memory:   cfg.MaxMemory,
		log:      cfg.Log,
		tickets:  make(chan struct{}, cfg.Workers),
	}, nil
}

// call runs wekala.<name>(input) and returns the resulting text. An engine that failed is not used again, because after
// a time-out or out of memory its state is unknown.
func (p *pool) call(ctx context.Context, name, input string) (string, error) {
	waiting, cancel := context.WithTimeout(ctx, p.wait)
	defer cancel()
	select {
	case p.tickets <- struct{}{}:
		defer func() { <-p.tickets }()
	case <-waiting.Done():
		return "", errBusy
	}
	e, err := p.take()
	if err != nil {
		return "", err
	}
	text, err := e.run(name, input)
	if err != nil {
		e.drop()
		return "", fmt.Errorf("ssr: %s: %w", name, err)
	}
	p.give(e)
	return text, nil
}

func (e *engine) run(name, input string) (text string, err error) {
	defer func() {
		// The engine is C translated to Go: what would be a crash there is a panic here.
		if cause := recover(); cause != nil {
			err = fmt.Errorf("the engine broke: %v", cause)
		}
	}()
	e.calls++
	result, err := e.vm.Call("wekala."+name, input)
	if err != nil {
		return "", describe(err)
	}
	if _, err := e.vm.ExecutePendingJobs(); err != nil {
		return "", describe(err)
	}
	text, ok := result.(string)
	if !ok {
		return "", fmt.Errorf("answered %T instead of text", result)
	}
	return text, nil
}

// describe adds the script's stack, without which a message from a minified bundle is useless.
func describe(err error) error {
	var thrown *quickjs.Error
	if errors.As(err, &thrown) && thrown.Stack != "" {
		return fmt.Errorf("%w\n%s", err, thrown.Stack)
	}
	return err
}

func (p *pool) take() (*engine, error) {
	p.mu.Lock()
	if n := len(p.idle); n > 0 {
		e := p.idle[n-1]
		p.idle = p.idle[:n-1]
		p.mu.Unlock()
		return e, nil
	}
	p.mu.Unlock()
	return p.boot()
}

func (p *pool) give(e *engine) {
	p.mu.Lock()
	keep := !p.closed && e.calls < maxCalls
	if keep {
		p.idle = append(p.idle, e)
	}
	p.mu.Unlock()
	if !keep {
		e.drop()
	}
}

func (p *pool) boot() (e *engine, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("ssr: the engine broke while starting: %v", cause)
		}
	}()
	vm, err := quickjs.NewVM()
	if err != nil {
		return nil, fmt.Errorf("ssr: %w", err)
	}
	e = &engine{vm: vm}
	vm.SetMemoryLimit(uintptr(p.memory))
	if err := vm.RegisterHostFunc("__log", p.write); err != nil {
		e.drop()
		return nil, fmt.Errorf("ssr: %w", err)
	}
	// Starting may take longer than a call: it loads every page.
	if err := vm.SetEvalTimeout(10 * p.limit); err != nil {
		e.drop()
		return nil, fmt.Errorf("ssr: %w", err)
	}
	if _, err := vm.EvalBytecode(p.bytecode); err != nil {
		e.drop()
		return nil, fmt.Errorf("ssr: the server bundle does not start: %w", describe(err))
	}
	// The pages are loaded by promises.
	if _, err := vm.ExecutePendingJobs(); err != nil {
		e.drop()
		return nil, fmt.Errorf("ssr: the server bundle does not start: %w", describe(err))
	}
	if err := vm.SetEvalTimeout(p.limit); err != nil {
		e.drop()
		return nil, fmt.Errorf("ssr: %w", err)
	}
	return e, nil
}

// write is the engine's console.
func (p *pool) write(args []any) (any, error) {
	if len(args) < 2 {
		return nil, nil
	}
	level := map[any]slog.Level{
		"debug": slog.LevelDebug,
		"info":  slog.LevelInfo,
		"warn":  slog.LevelWarn,
		"error": slog.LevelError,
	}[args[0]]
	p.log.Log(context.Background(), level, "page script", "text", args[1])
	return nil, nil
}

func (e *engine) drop() {
	defer func() {
		// A broken engine may panic while closing; it is not used again either way.
		_ = recover()
	}()
	_ = e.vm.Close()
}

func (p *pool) close() {
	p.mu.Lock()
	idle := p.idle
	p.idle, p.closed = nil, true
	p.mu.Unlock()
	for _, e := range idle {
		e.drop()
	}
}
