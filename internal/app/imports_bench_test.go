package app_test

import (
	"fmt"
	"runtime"
	"runtime/metrics"
	"slices"
	"strings"
	"testing"
	"time"

	"wekala/internal/app/apptest"
	"wekala/internal/catalogue/imports"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// BenchmarkImport tries and imports files of 10,000 and 100,000 rows, once with listings requested while the node
// loads the products. Live memory excludes earlier data and the file itself; in a trial it is only the import's. Run
// it with go test ./internal/app -run XXX -bench Import -benchtime 1x.
func BenchmarkImport(b *testing.B) {
	for _, rows := range []int{10_000, 100_000} {
		var file strings.Builder
		file.WriteString("handle,name_en,name_ar,category,option1,value1,sku,price,stock,published\n")
		for i := range rows {
			fmt.Fprintf(&file, "p%d,Shirt %d,قميص %d,Shirts,Size,%d,IMP-%d,%d.50,%d,yes\n", i/4, i/4, i/4, i%4, i, 10+i%90, i%20)
		}
		for _, how := range []string{"tried", "brought in", "brought in beside listings"} {
			b.Run(fmt.Sprintf("%d rows %s", rows, how), func(b *testing.B) {
				for range b.N {
					measureImport(b, file.String(), rows, how)
				}
			})
		}
	}
}

func measureImport(b *testing.B, file string, rows int, how string) {
	b.StopTimer()
	s := apptest.New(b, dbtest.New(b, db.SQLite))
	beside := strings.HasSuffix(how, "listings")
	dry := how == "tried"
	r := started(b, s, file, wanted{id: "imp_1", store: "gadgets", branches: []string{"gadgets-nasr"}, dry: dry})
	runtime.GC()
	alive := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(alive)
	first, most := alive[0].Value.Uint64(), uint64(0)
	var waits []time.Duration
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		tick := time.NewTicker(50 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-stop:
				return
			case <-tick.C:
			}
			metrics.Read(alive)
			most = max(most, alive[0].Value.Uint64())
			if !beside {
				continue
			}
			began := time.Now()
			if a := s.Do("GET", "/products?page=1&service_id=general", "", nil); a.Status != 200 {
				b.Error(a.Body)
			}
			waits = append(waits, time.Since(began))
		}
	}()
	looked := make(chan struct{})
	go func() { // the node takes in what has changed, so that listings show it
		defer close(looked)
		for beside {
			select {
			case <-stop:
				return
			case <-time.After(500 * time.Millisecond):
			}
			if err := s.App.Poll(b.Context()); err != nil {
				b.Error(err)
			}
		}
	}()
	used, began := cpu(b), time.Now()
	b.StartTimer()
	r, err := s.App.Imports().Finish(b.Context(), r.ID)
	b.StopTimer()
	took, spent := time.Since(began), cpu(b)-used
	close(stop)
	<-stopped
	<-looked
	if err != nil || r.RowsDone != int64(rows) || r.Counts[imports.Added] != rows/4 {
		b.Fatalf("%+v %v", r, err)
	}
	b.ReportMetric(float64(rows)/took.Seconds(), "rows/s")
	b.ReportMetric(spent.Seconds()*1000/float64(rows), "ms-CPU/row")
	b.ReportMetric((float64(most)-float64(first)-float64(len(file)))/(1<<20), "MB-alive")
	if len(waits) > 0 {
		slices.Sort(waits)
		b.ReportMetric(float64(waits[len(waits)/2].Microseconds())/1000, "ms-p50-listing")
		b.ReportMetric(float64(waits[len(waits)*99/100].Microseconds())/1000, "ms-p99-listing")
	}
	if err := s.Stop(); err != nil {
		b.Error(err)
	}
}
