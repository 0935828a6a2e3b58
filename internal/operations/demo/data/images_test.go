package data

import (
	"bytes"
	"image"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"

	"golang.org/x/image/webp"
)

// shown is every name that something of the demo shows.
func shown(s *Shop) map[string]bool {
	used := map[string]bool{}
	for _, v := range s.Services {
		used[v.Image] = true
	}
	for _, v := range s.Stores {
		used[v.Image], used[v.Cover] = true, true
	}
	for _, v := range s.Categories {
		used[v.Image] = true
	}
	for _, v := range s.Banners {
		used[v.Image] = true
	}
	for _, p := range s.Products {
		for _, name := range p.Images {
			used[name] = true
		}
		for _, v := range p.Variants {
			if v.Image != "" {
				used[v.Image] = true
			}
		}
	}
	return used
}

// Every picture is used, and each is there as a drawing and in pixels, a cover in two widths.
func TestPicturesAreAllUsed(t *testing.T) {
	used := shown(load(t))
	want := map[string]bool{}
	for name := range used {
		kinds := []string{".svg", ".webp"}
		if strings.HasPrefix(name, "cover-") {
			kinds = []string{".480.webp", ".960.webp"}
		}
		for _, kind := range kinds {
			want[name+kind] = true
		}
	}
	files, err := fs.Glob(Images(), "*")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !want[f] {
			t.Errorf("%s is used by nothing", f)
		}
		delete(want, f)
	}
	for f := range want {
		t.Errorf("no picture %s", f)
	}
	t.Logf("%d pictures", len(used))
}

func TestEveryProductHasItsOwnPicture(t *testing.T) {
	by := map[string]string{}
	for _, p := range load(t).Products {
		if other := by[p.Images[0]]; other != "" {
			t.Errorf("%s and %s share %s", p.Slug, other, p.Images[0])
		}
		by[p.Images[0]] = p.Slug
	}
}

// A product in several colours shows the chosen one.
func TestColoursHavePictures(t *testing.T) {
	seen := 0
	for _, p := range load(t).Products {
		pictures := map[string]string{}
		for _, v := range p.Variants {
			colour := v.Choices["colour"]
			if colour == "" {
				continue
			}
			picture := v.Image
			if picture == "" {
				picture = p.Images[0]
			}
			if other, ok := pictures[picture]; ok && other != colour {
				t.Errorf("%s shows %s for %s and %s", p.Slug, picture, other, colour)
			}
			pictures[picture] = colour
			seen++
		}
	}
	if seen == 0 {
		t.Error("nothing is sold in colours")
	}
}

// side is how many cells the eye of TestPicturesLookDifferent has in a row.
const side = 16

// look is a picture seen from afar: the mean colour of each cell of a coarse grid, on a paper ground.
func look(t *testing.T, name string) []float64 {
	t.Helper()
	raw, err := fs.ReadFile(Images(), name+".webp")
	if err != nil {
		t.Fatal(err)
	}
	img, err := webp.Decode(bytes.NewReader(raw))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if img.Bounds().Size() != image.Pt(256, 256) {
		t.Errorf("%s is %v", name, img.Bounds().Size())
	}
	const paper = 0.96
	cells := make([]float64, 0, side*side*3)
	for y := range side {
		for x := range side {
			var sum [3]float64
			const cell = 256 / side
			for dy := 0; dy < cell; dy += 2 {
				for dx := 0; dx < cell; dx += 2 {
					r, g, b, a := img.At(x*cell+dx, y*cell+dy).RGBA()
					for i, v := range []uint32{r, g, b} {
						sum[i] += (float64(v) + paper*(0xffff-float64(a))) / 0xffff
					}
				}
			}
			for _, v := range sum {
				cells = append(cells, v*4/(cell*cell))
			}
		}
	}
	return cells
}

// Two products of one shelf must be distinguishable at a glance: the mean difference of their looks stays above that of
// two packs from one mould in similar colours.
func TestPicturesLookDifferent(t *testing.T) {
	const least = 0.012
	byStore := map[string][]string{}
	for _, p := range load(t).Products {
		byStore[p.Store] = append(byStore[p.Store], p.Images[0])
	}
	for _, store := range slices.Sorted(maps.Keys(byStore)) {
		names := byStore[store]
		looks := make([][]float64, len(names))
		for i, name := range names {
			looks[i] = look(t, name)
		}
		for i := range names {
			for k := range i {
				var sum float64
				for c, v := range looks[i] {
					sum += max(v-looks[k][c], looks[k][c]-v)
				}
				if got := sum / float64(len(looks[i])); got < least {
					t.Errorf("%s: %s and %s look alike (%.4f)", store, names[i], names[k], got)
				}
			}
		}
	}
}
