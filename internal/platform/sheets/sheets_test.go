package sheets_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"wekala/internal/platform/clock"
	"wekala/internal/platform/sheets"
)

func read(b []byte) (*sheets.Table, []string, error) {
	t, err := sheets.Open(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		return nil, nil, err
	}
	var rows []string
	for {
		cells, line, err := t.Next()
		if err == io.EOF {
			return t, rows, t.Close()
		}
		if err != nil {
			return t, rows, errors.Join(err, t.Close())
		}
		rows = append(rows, fmt.Sprint(line, " ", strings.Join(cells, "|")))
	}
}

func encoded(t *testing.T, e encoding.Encoding, s string) []byte {
	t.Helper()
	b, err := e.NewEncoder().Bytes([]byte(s))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

const koshary = "SKU,الاسم,السعر\nK-1,كشري كبير,\"45,50\"\n\n K-2 ,\"سطر\nثان \"\"مهم\"\"\", 30 \n"

func TestEncodingsAndSeparators(t *testing.T) {
	want := []string{"1 SKU|الاسم|السعر", "2 K-1|كشري كبير|45,50", "4 K-2|سطر\nثان \"مهم\"|30"}
	utf16 := func(e unicode.Endianness, b unicode.BOMPolicy) encoding.Encoding { return unicode.UTF16(e, b) }
	for name, b := range map[string][]byte{
		"utf-8":                 []byte(koshary),
		"utf-8 marked":          []byte("\ufeff" + koshary),
		"utf-16 little, marked": encoded(t, utf16(unicode.LittleEndian, unicode.UseBOM), koshary),
		"utf-16 big, marked":    encoded(t, utf16(unicode.BigEndian, unicode.UseBOM), koshary),
		"utf-16 little":         encoded(t, utf16(unicode.LittleEndian, unicode.IgnoreBOM), koshary),
		"utf-16 big":            encoded(t, utf16(unicode.BigEndian, unicode.IgnoreBOM), koshary),
		"windows-1256":          encoded(t, charmap.Windows1256, koshary),
	} {
		table, rows, err := read(b)
		if err != nil || fmt.Sprint(rows) != fmt.Sprint(want) || !strings.HasPrefix(name, table.Encoding) {
			t.Errorf("%s: %v %q %v", name, table, rows, err)
		}
	}
	for text, comma := range map[string]rune{
		"a;b;c\n1,5;2;3\n1,7;2;4\n": ';', "a\tb\n1,2,3\t2\n": '\t', "a|b|c\n1|2|3\n": '|', "sku\nK-1\n": ',',
		"sep=;\na;b\n": ';', "name;price\r\n\"a, b, c, d, e\";3\r\n": ';', "a,b\r1,2\r3,4": ',',
	} {
		table, rows, err := read([]byte(text))
		if err != nil || table.Comma != comma || strings.Contains(rows[0], "sep=") {
			t.Errorf("%q: %q %v %v", text, table.Comma, rows, err)
		}
	}
}

func TestWhatIsNoTable(t *testing.T) {
	for name, c := range map[string]struct {
		b    []byte
		want error
	}{
		"empty":                 {nil, sheets.ErrEmpty},
		"old Excel":             {append([]byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), make([]byte, 99)...), sheets.ErrKind},
		"a PDF":                 {[]byte("%PDF-1.7 and so on"), sheets.ErrKind},
		"a picture":             {append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00"), make([]byte, 500)...), sheets.ErrKind},
		"a ZIP of other things": {zipped(t, map[string]string{"a.txt": "x"}), sheets.ErrKind},
		"a ZIP that is cut off": {zipped(t, map[string]string{"a.txt": "x"})[:20], sheets.ErrBroken},
		"a quote without end":   {[]byte("a,b\n\"1,2\n3,4\n"), sheets.ErrBroken},
		"a row without end":     {[]byte("a,b\n" + strings.Repeat("1,", 1000)), sheets.ErrTooLong},
		"a cell without end":    {[]byte("a,b\n" + strings.Repeat("x", 3<<20)), sheets.ErrTooLong},
		"a quote over it all":   {[]byte("a,b\n\"" + strings.Repeat("x\n", 3<<20)), sheets.ErrTooLong},
	} {
		if _, rows, err := read(c.b); !errors.Is(err, c.want) {
			t.Errorf("%s: %v %v", name, rows, err)
		}
	}
}

func zipped(t testing.TB, files map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, text := range files {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.WriteString(w, text)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func workbook(t testing.TB, rows string) []byte {
	return zipped(t, map[string]string{
		"xl/workbook.xml":            `<workbook xmlns="a" xmlns:r="b"><sheets><sheet name="hidden" state="hidden" r:id="rId9"/><sheet name="S" r:id="rId1"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>`,
		"xl/sharedStrings.xml":       `<sst><si><t>SKU</t></si><si><r><t>كش</t></r><r><t>ري</t></r><rPh><t>no</t></rPh></si></sst>`,
		"xl/styles.xml": `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="#,##0.00 &quot;day&quot;"/></numFmts>
			<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="22"/></cellXfs></styleSheet>`,
		"xl/worksheets/sheet1.xml": `<worksheet><sheetData>` + rows + `</sheetData></worksheet>`,
	})
}

func TestWorkbooks(t *testing.T) {
	b := workbook(t, `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>price</t></is></c></row>
		<row r="4"><c r="A4" t="s"><v>1</v></c><c r="B4" s="1"><v>46348</v></c><c r="C4" s="2"><v>19.990000000000002</v></c><c r="D4"><v>6.221234567890E+12</v></c>
		<c r="E4" t="b"><v>1</v></c><c r="F4" t="e"><v>#N/A</v></c><c r="G4" s="3"><v>46348.5</v></c><c t="str"><f>A1</f><v>made</v></c></row>`)
	table, rows, err := read(b)
	want := []string{"1 SKU||price", "4 كشري|2026-11-22|19.99|6221234567890|1||2026-11-22 12:00|made"}
	if err != nil || table.Kind != "xlsx" || fmt.Sprint(rows) != fmt.Sprint(want) {
		t.Errorf("%q %v", rows, err)
	}
	for name, rows := range map[string]string{
		"a text that is not there": `<row><c t="s"><v>7</v></c></row>`,
		"a number below zero":      `<row><c t="s"><v>-1</v></c></row>`,
		"too many columns":         `<row><c r="ZZZ1"><v>1</v></c></row>`,
		"cut off":                  `<row><c r="A1">`,
	} {
		if _, got, err := read(workbook(t, rows)); err == nil {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestDecimals(t *testing.T) {
	for text, want := range map[string]int64{
		"45": 4500, "45.5": 4550, "45,5": 4550, "45,50": 4550, "١٬٢٣٤٫٥٠": 123450, "۱۲۳": 12300, "1,234": 123400,
		"1,234.50": 123450, "1.234,50": 123450,
		"1 234,5": 123450, "0,500": 50, "1,234,567": 123456700, "1.234.567": 123456700, "EGP 45.00": 4500, "45 ج.م": 4500,
		"٤٥ جنيه": 4500, "-3": -300, "3-": -300, "+7": 700,
		".5": 50, "12.3000": 1230, "45 LE": 4500, "\u200f45\u200e": 4500,
	} {
		if got, ok := sheets.Decimal(text, 2); !ok || got != want {
			t.Errorf("%q: %d %v, want %d", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "abc", "1.234", "12.345", "1,23,4", "1,2345,678", "1e5", "6.22E+12", "--5", "5%",
		".", ",", "99999999999999999999", "1.2.3"} {
		if got, ok := sheets.Decimal(text, 2); ok {
			t.Errorf("%q was read as %d", text, got)
		}
	}
}

func TestDaysAndAnswers(t *testing.T) {
	for text, want := range map[string]string{
		"2026-11-22": "2026-11-22 00:00", "22/11/2026": "2026-11-22 00:00", "٢٢/١١/٢٠٢٦": "2026-11-22 00:00",
		"22-11-26":   "2026-11-22 00:00",
		"11/22/2026": "2026-11-22 00:00", "5/6/2026": "2026-06-05 00:00", "22.11.2026 14:30": "2026-11-22 14:30",
		"22 نوفمبر 2026": "2026-11-22 00:00",
		"Nov 22, 2026":   "2026-11-22 00:00", "2026-11-22T14:30:00": "2026-11-22 14:30", "22/11/2026 2:30 PM": "",
		"2026/1/2": "2026-01-02 00:00",
	} {
		if want == "" {
			continue
		}
		at, ok := sheets.Day(text, clock.Cairo)
		if got := at.Format("2006-01-02 15:04"); !ok || got != want {
			t.Errorf("%q: %s %v, want %s", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "31/2/2026", "2026-13-01", "today", "1/2", "1/2/3/4", "22/11/20260", "99/99/2026"} {
		if at, ok := sheets.Day(text, time.UTC); ok {
			t.Errorf("%q was read as %v", text, at)
		}
	}
	for text, want := range map[string]bool{"نعم": true, "TRUE": true, "١": true, "Draft": false, "-1": false,
		"لا": false} {
		if got, ok := sheets.Truth(text); !ok || got != want {
			t.Errorf("%q: %v %v", text, got, ok)
		}
	}
	if _, ok := sheets.Truth("maybe"); ok {
		t.Error("maybe is no answer")
	}
}

// TestMemoryStaysTheSame reads a hundred times as many rows in as much memory.
func TestMemoryStaysTheSame(t *testing.T) {
	row := "K-1,كشري كبير بالعدس,\"45,50\",وصف طويل للمنتج,12\n"
	use := func(rows int) uint64 {
		b := []byte("sku,name,price,text,stock\n" + strings.Repeat(row, rows))
		table, err := sheets.Open(bytes.NewReader(b), int64(len(b)))
		if err != nil {
			t.Fatal(err)
		}
		var most runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&most)
		before, high := most.HeapAlloc, uint64(0)
		for n := 0; ; n++ {
			if _, _, err := table.Next(); err == io.EOF {
				return high
			} else if err != nil {
				t.Fatal(err)
			}
			if n%(rows/4) == 0 {
				runtime.GC()
				runtime.ReadMemStats(&most)
				high = max(high, most.HeapAlloc-min(before, most.HeapAlloc))
			}
		}
	}
	few, many := use(1_000), use(100_000)
	if many > few+1<<20 {
		t.Errorf("%d KB for 1,000 rows, %d KB for 100,000", few>>10, many>>10)
	}
}

func FuzzOpen(f *testing.F) {
	f.Add([]byte(koshary))
	f.Add([]byte("\xff\xfea\x00,\x00b\x00\n\x00"))
	f.Add([]byte("sep=;\n\"a;b\"\r\n"))
	f.Add(workbook(f, `<row r="1"><c r="A1" t="s"><v>0</v></c></row>`))
	f.Fuzz(func(t *testing.T, b []byte) {
		table, err := sheets.Open(bytes.NewReader(b), int64(len(b)))
		if err != nil {
			return
		}
		defer func() { _ = table.Close() }()
		last := 0
		for range 10_000 {
			cells, line, err := table.Next()
			if err != nil {
				return
			}
			if len(cells) == 0 || len(cells) > sheets.MaxColumns || line < last {
				t.Fatalf("%d cells at line %d after %d", len(cells), line, last)
			}
			last = line
		}
	})
}

func FuzzValues(f *testing.F) {
	for _, s := range []string{"١٬٢٣٤٫٥٠", "1.234,5", "22/11/2026", "-5-", "نعم", "22 Nov 2026 10:30"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if n, ok := sheets.Decimal(s, 2); ok {
			sign := ""
			if n < 0 {
				sign, n = "-", -n
			}
			if again, ok := sheets.Decimal(fmt.Sprintf("%s%d.%02d", sign, n/100, n%100), 2); !ok || again != n && again != -n {
				t.Fatalf("%q became %d, and that %d", s, n, again)
			}
		}
		if at, ok := sheets.Day(s, time.UTC); ok && (at.Year() < 0 || at.Year() > 9999) {
			t.Fatalf("%q became %v", s, at)
		}
		sheets.Truth(s)
	})
}

func BenchmarkRows(b *testing.B) {
	text := []byte("sku,name,price,text,stock\n" +
		strings.Repeat("K-1,كشري كبير بالعدس,\"45,50\",وصف طويل للمنتج,12\n", 10_000))
	var cells strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&cells,
			`<row r="%d"><c r="A%[1]d" t="s"><v>0</v></c><c r="B%[1]d" t="s"><v>1</v></c><c r="C%[1]d"><v>45.5</v></c><c r="D%[1]d" t="inlineStr"><is><t>x</t></is></c></row>`, i+1)
	}
	for name, file := range map[string][]byte{"csv": text, "xlsx": workbook(b, cells.String())} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, rows, err := read(file); err != nil || len(rows) < 10_000 {
					b.Fatal(len(rows), err)
				}
			}
			b.ReportMetric(float64(10_000*b.N)/b.Elapsed().Seconds(), "rows/s")
		})
	}
}

// TestWorkbooksNameNoOtherFiles: a workbook whose parts declare entities, of this machine's files, of an address or of
// each other, is refused, and none of those are read.
func TestWorkbooksNameNoOtherFiles(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(secret, []byte("the shop's key"), 0o600); err != nil {
		t.Fatal(err)
	}
	var asked atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Add(1) }))
	defer server.Close()
	for name, doctype := range map[string]string{
		"a file":     `<!DOCTYPE a [<!ENTITY e SYSTEM "file://` + secret + `">]>`,
		"an address": `<!DOCTYPE a [<!ENTITY e SYSTEM "` + server.URL + `/e">]>`,
		"each other": `<!DOCTYPE a [<!ENTITY d "dddddddddd"><!ENTITY e "&d;&d;&d;&d;&d;&d;&d;&d;">]>`,
		"a DTD":      `<!DOCTYPE a SYSTEM "` + server.URL + `/a.dtd">`,
	} {
		for part, text := range map[string]string{
			"xl/worksheets/sheet1.xml": doctype +
				`<worksheet><sheetData><row><c t="inlineStr"><is><t>&e;</t></is></c></row></sheetData></worksheet>`,
			"xl/sharedStrings.xml": doctype + `<sst><si><t>&e;</t></si></sst>`,
		} {
			parts := map[string]string{
				"xl/workbook.xml":            `<workbook xmlns="a" xmlns:r="b"><sheets><sheet name="S" r:id="rId1"/></sheets></workbook>`,
				"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>`,
				"xl/sharedStrings.xml":       `<sst><si><t>SKU</t></si></sst>`,
				"xl/styles.xml":              `<styleSheet/>`,
				"xl/worksheets/sheet1.xml":   `<worksheet><sheetData><row><c t="s"><v>0</v></c></row></sheetData></worksheet>`,
			}
			parts[part] = text
			_, rows, err := read(zipped(t, parts))
			if said := fmt.Sprint(rows); err == nil || strings.Contains(said, "key") || strings.Contains(said, "dddd") {
				t.Errorf("%s in %s: %s, %v", name, part, said, err)
			}
		}
	}
	if asked.Load() != 0 {
		t.Errorf("%d questions of other machines", asked.Load())
	}
}

// TestInertTextsBeginNoFormula: no formula begins at the start of a text, nor after a semicolon, where some programs
// begin a new cell; and guarded texts are restored unchanged.
func TestInertTextsBeginNoFormula(t *testing.T) {
	for given, want := range map[string]string{
		"Mona":                      "Mona",
		"=1+1":                      "'=1+1",
		"'=1+1":                     "''=1+1",
		"Mona;=cmd|' /C calc'!A0":   "Mona;'=cmd|' /C calc'!A0",
		"a\t@SUM(A1)":               "a\t'@SUM(A1)",
		"a\n=1;+2":                  "a\n'=1;'+2",
		"Good for:\n- rice\n- fish": "Good for:\n'- rice\n'- fish",
		"A text.\n\n- rice":         "A text.\n\n'- rice",
		"\t=1":                      "'\t'=1",
		"Omar;\"=1+1;y":             "Omar;'\"=1+1;y",
		"x; =1;\u00a0\u200b+2":      "x;' =1;'\u00a0\u200b+2",
		"x\n- 1+cmd;y":              "x\n'- 1+cmd;y",
		"a-b; c":                    "a-b; c",
		"it's;''-1":                 "it's;'''-1",
		"\xff;=1":                   "\xff;'=1",
	} {
		if got := sheets.Inert(given); got != want {
			t.Errorf("%q is written as %q, not %q", given, got, want)
		}
		if back := sheets.Plain(sheets.Inert(given)); back != given {
			t.Errorf("%q comes back as %q", given, back)
		}
	}
}
