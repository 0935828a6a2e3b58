// Package telemetry counts events for Prometheus. The registry is served on its own address, never on the one for
// customers.
package telemetry

import (
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Metrics holds the program's instruments.
type Metrics struct {
	registry *prometheus.Registry
	requests *prometheus.HistogramVec
	events   *prometheus.CounterVec
}

// New returns instruments with their own registry.
func New() *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "wekala_request_seconds", Help: "Time to answer, by operation and status.",
			Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5},
		}, []string{"op", "status"}),
		events: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "wekala_events_total", Help: "Things worth counting, such as codes that were sent or refused.",
		}, []string{"event"}),
	}
	m.registry.MustRegister(m.requests, m.events, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Observe records one answered request.
func (m *Metrics) Observe(op string, status int, took time.Duration) {
	m.requests.WithLabelValues(op, strconv.Itoa(status)).Observe(took.Seconds())
}

// Count records one event.
func (m *Metrics) Count(event string) { m.events.WithLabelValues(event).Inc() }

// Sum adds a growing counter whose value is read from elsewhere.
func (m *Metrics) Sum(name, help string, read func() int64) {
	m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: name, Help: help},
		func() float64 { return float64(read()) }))
}

// Handler serves /metrics.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}
