// Package browser tests the notebooks as a reader meets them: a real Jupyter
// server, the GoNB kernel and a real browser. script/test names the programs.
package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"fsnb.example/internal/must"
	"fsnb.example/internal/ostest"
)

const token = "fsnb-browser-test"

// patience bounds a test that hangs; the first cell compiles, which takes minutes on a busy
// machine.
const patience = 20 * time.Minute

// needed returns an environment variable that script/test sets; without it the test is skipped.
func needed(t *testing.T, name string) string {
	t.Helper()
	v := os.Getenv(name)
	if v == "" {
		t.Skip(name + " is not set: run script/test")
	}
	return v
}

// panel is the notebook in JupyterLab. The shell's current widget is none where the page has lost
// the focus.
const panel = `(window.jupyterapp && [...jupyterapp.shell.widgets('main')].find(w => ` +
	`w.sessionContext))`

// page is a notebook open in the browser.
type page struct {
	*testing.T
	ctx  context.Context
	file string // the notebook, as Jupyter saves it
	lab  bool   // it is open in JupyterLab

	heard   sync.Mutex
	errors  []string // of the page
	outside []string // requests that leave the machine
}

// listen notes what the page does wrong.
func (p *page) listen() {
	chromedp.ListenTarget(p.ctx, func(event any) {
		p.heard.Lock()
		defer p.heard.Unlock()
		switch e := event.(type) {
		case *runtime.EventExceptionThrown:
			p.errors = append(p.errors, e.ExceptionDetails.Error())
		case *network.EventRequestWillBeSent:
			u, err := url.Parse(e.Request.URL)
			if err != nil || !slices.Contains([]string{"data", "blob", "about", "chrome"},
				u.Scheme) && u.Hostname() != "127.0.0.1" {
				p.outside = append(p.outside, e.Request.URL)
			}
		}
	})
}

// tab is an empty page of a browser.
func tab(t *testing.T, chromium string) *page {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(chromium),
		chromedp.NoSandbox, chromedp.DisableGPU, chromedp.WindowSize(1250, 1000),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-dev-shm-usage", true),
		chromedp.Flag("disable-component-update", true))
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewExecAllocator(ctx, options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	p := &page{T: t, ctx: ctx}
	p.listen()
	return p
}

// jupyter is a server of the notebooks in a folder.
type jupyter struct {
	dir, address string
	lab          bool // it is JupyterLab
}

// open opens a notebook of that name and text.
func (j jupyter) open(t *testing.T, name, text string) *page {
	t.Helper()
	p := tab(t, needed(t, "FSNB_BROWSER"))
	p.file, p.lab = filepath.Join(j.dir, name+".ipynb"), j.lab
	must.Do(t, os.WriteFile(p.file, []byte(text), 0o644))
	place := "/notebooks/" + name + ".ipynb?token="
	if j.lab {
		place = "/doc/tree/" + name + ".ipynb?reset&token="
	}
	p.do("open the notebook", network.Enable(), chromedp.Navigate(j.address+place+token))
	p.wait("the kernel", `window.Jupyter
		? !!(Jupyter.notebook && Jupyter.notebook.kernel && Jupyter.notebook.kernel.is_connected())
		: !!`+panel+` && !!`+panel+`.sessionContext.session && !!`+panel+`.sessionContext.session.kernel`)
	p.heard.Lock()
	p.errors = nil // those of Jupyter's own start
	p.heard.Unlock()
	return p
}

// serve starts a Jupyter server for a new folder, JupyterLab from version 4 on if it is installed.
func serve(t *testing.T) jupyter {
	t.Helper()
	programs, dir, lab := needed(t, "FSNB_JUPYTER"), t.TempDir(), false
	listener := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	address := listener.Addr().String()
	listener.Close()
	_, port, _ := net.SplitHostPort(address)
	args := []string{"--no-browser", "--ip=127.0.0.1", "--port=" + port}
	if os.Getuid() == 0 {
		args = append(args, "--allow-root")
	}
	program := filepath.Join(programs, "jupyter-lab")
	version, err := exec.Command(program, "--version").Output()
	major, _, _ := strings.Cut(strings.TrimSpace(string(version)), ".")
	if number, failed := strconv.Atoi(major); err == nil && failed == nil && number >= 4 {
		lab = true
		args = append(args, "--ServerApp.root_dir="+dir, "--LabApp.expose_app_in_browser=True")
	} else {
		program = filepath.Join(programs, "jupyter-notebook")
		args = append(args, "--notebook-dir="+dir)
	}
	if help, _ := exec.Command(program, "--help").CombinedOutput(); !lab &&
		strings.Contains(string(help), "expose-app-in-browser") {
		args = append(args, "--expose-app-in-browser") // Notebook 7 needs to be asked
	}
	cmd := exec.Command(program, args...)
	cmd.Env = append(os.Environ(), "JUPYTER_TOKEN="+token)
	ostest.Group(cmd) // so that its kernels end with it
	log := must.Get(os.Create(filepath.Join(dir, "jupyter.log")))(t)
	cmd.Stdout, cmd.Stderr = log, log
	must.Do(t, cmd.Start())
	t.Cleanup(func() {
		ostest.EndGroup(cmd)
		log.Close()
	})
	address = "http://" + address
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); {
		if r, err := http.Get(address + "/api?token=" + token); err == nil {
			r.Body.Close()
			return jupyter{dir, address, lab}
		}
		<-time.After(100 * time.Millisecond)
	}
	said, _ := os.ReadFile(log.Name())
	t.Fatalf("Jupyter does not answer:\n%s", said)
	return jupyter{}
}

func (p *page) do(what string, actions ...chromedp.Action) {
	p.Helper()
	if err := chromedp.Run(p.ctx, actions...); err != nil {
		p.shoot("failed")
		p.Fatalf("%s: %v", what, err)
	}
}

// wait polls until the JavaScript expression is true.
func (p *page) wait(what, expression string) {
	p.Helper()
	p.do("wait for "+what, chromedp.Poll(expression, nil,
		chromedp.WithPollingInterval(200*time.Millisecond), chromedp.WithPollingTimeout(patience)))
}

// runAll presses "run all cells".
func (p *page) runAll() {
	p.Helper()
	p.do("run all cells", chromedp.Evaluate(`window.Jupyter ? (Jupyter.notebook.execute_all_cells(), 0)
		: (void jupyterapp.commands.execute('notebook:run-all-cells'), 0)`, nil))
}

// waitIdle waits until every code cell has run, and saves the notebook.
func (p *page) waitIdle() {
	p.Helper()
	p.wait("all cells to have run", `window.Jupyter
		? !Jupyter.notebook.kernel_busy && Jupyter.notebook.get_cells().every(c => c.cell_type !== 'code' || typeof c.input_prompt_number === 'number')
		: `+panel+`.sessionContext.session.kernel.status === 'idle'
			&& [...`+panel+`.model.cells].every(c => c.type !== 'code' || c.executionCount !== null)`)
	var saved bool
	p.do("save the notebook", chromedp.Evaluate(`(async () => { window.Jupyter ? await Jupyter.notebook.save_notebook()
		: await `+panel+`.context.save(); return true })()`, &saved,
		awaitPromise))
}

// stop presses the stop button.
func (p *page) stop() {
	p.Helper()
	p.do("press stop", chromedp.Evaluate(`window.Jupyter
		? (document.querySelector('[data-jupyter-action="jupyter-notebook:interrupt-kernel"]').click(), 0)
		: (void jupyterapp.commands.execute('notebook:interrupt-kernel'), 0)`, nil))
}

// shoot keeps a picture of the whole notebook beside the executed ones.
func (p *page) shoot(name string) {
	var picture []byte
	var height int64
	err := chromedp.Run(p.ctx,
		chromedp.Evaluate(
			`Math.max(...[...document.querySelectorAll('*')].map(e => e.scrollHeight)) + 200`,
			&height),
		chromedp.ActionFunc(func(ctx context.Context) error {
			return chromedp.EmulateViewport(1250, min(max(height, 1000), 12000)).Do(ctx)
		}),
		chromedp.CaptureScreenshot(&picture))
	if err != nil {
		p.Logf("no picture: %v", err)
		return
	}
	p.keep(name, picture)
}

// keep writes a picture beside the executed notebooks.
func (p *page) keep(name string, picture []byte) {
	p.Helper()
	dir := os.Getenv("FSNB_ARTEFACTS")
	if dir == "" {
		dir = os.TempDir()
	}
	file := filepath.Join(dir, "browser-"+name+".png")
	if err := os.WriteFile(file, picture, 0o644); err != nil {
		p.Logf("no picture: %v", err)
		return
	}
	p.Logf("picture: %s", file)
}

// outputs are those of the notebook as Jupyter saved it.
func (p *page) outputs() (kinds map[string]int, text string) {
	p.Helper()
	var book struct {
		Cells []struct {
			Type    string `json:"cell_type"`
			Outputs []struct {
				Type  string         `json:"output_type"`
				Data  map[string]any `json:"data"`
				Text  any            `json:"text"`
				Value string         `json:"evalue"`
			}
		}
	}
	must.Do(p, json.Unmarshal(must.Get(os.ReadFile(p.file))(p), &book))
	kinds = map[string]int{}
	for _, c := range book.Cells {
		if c.Type == "code" && len(c.Outputs) == 0 {
			kinds["silent"]++
		}
		for _, o := range c.Outputs {
			if len(o.Data) == 1 && strings.Trim(fmt.Sprint(o.Data["text/html"]), "[]") == "" {
				continue // a progress line that its result has replaced
			}
			kinds[o.Type]++
			for kind, v := range o.Data {
				kinds[kind]++
				if kind == "text/plain" {
					text += fmt.Sprint(v)
				}
			}
			if o.Type == "error" || o.Type == "stream" {
				text += fmt.Sprint(o.Value, o.Text)
			}
		}
	}
	return kinds, text
}
