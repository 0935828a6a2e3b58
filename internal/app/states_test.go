package app_test

import (
	"os"
	"strings"
	"testing"

	"wekala/internal/orders"
	"wekala/internal/quotations"
	"wekala/internal/returns"
)

// TestStatesAreDrawn holds docs/states.md to the tables of transitions. Write it anew with
//
//	go test ./internal/app -run TestStatesAreDrawn -update
func TestStatesAreDrawn(t *testing.T) {
	const file = "../../docs/states.md"
	var b strings.Builder
	b.WriteString("# States\n\nWritten by `TestStatesAreDrawn` from the tables in `internal/{orders,returns,quotations}/status.go`: an arrow says who may\n" +
		"take a thing from one state to another, and in brackets the conditions, by the names of their functions. Whatever has no\narrow is refused. The states of imports stand in `docs/architecture.md`.\n")
	for _, one := range []struct{ name, diagram string }{
		{"Orders", orders.Diagram()},
		{"Returns", returns.Diagram()},
		{"Quotations", quotations.Diagram()},
	} {
		b.WriteString("\n## " + one.name + "\n```mermaid\n" + one.diagram + "```\n")
	}
	if *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile(file)
	if err != nil || string(have) != b.String() {
		t.Errorf("docs/states.md does not show the tables (%v): write it anew with -update", err)
	}
}
