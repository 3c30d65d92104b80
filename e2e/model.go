package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

type obj = map[string]any

// call is one tool call that the model asks for. Freeform tools take text in
// place of named arguments.
type call struct {
	tool  string
	input obj
	text  string
}

// marker stands in the prompt, so that the conversation is told apart from a
// harness's own requests for titles and summaries.
const marker = "E2E-MAIN"

const prompt = marker + ": please do the scripted work."

// model is a model server on loopback that plays a script: one call a turn,
// then a closing word. Which turn it is shows in the ids of the calls that a
// request quotes, so retries and side requests do not disturb the play.
type model struct {
	url    string
	script []call
	server *http.Server
	log    io.WriteCloser // every request, a JSON line each

	mu    sync.Mutex
	asked map[int]bool   // turns whose call was handed out
	heard map[int]string // what a later request said came of it
}

// serve starts a model on a free port. Its log goes to dir.
func serve(script []call, dir string) (*model, error) {
	log, err := os.Create(filepath.Join(dir, "requests.jsonl"))
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Close()
		return nil, err
	}
	m := &model{url: "http://" + listener.Addr().String(), script: script, log: log, asked: map[int]bool{}, heard: map[int]string{}}
	m.server = &http.Server{Handler: m}
	go m.server.Serve(listener)
	return m, nil
}

func (m *model) close() {
	m.server.Close()
	m.log.Close()
}

// ServeHTTP answers in the wire format that the path names. What else a
// harness asks for at its start is answered just well enough.
func (m *model) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	raw, _ := io.ReadAll(r.Body) // a cut request is no JSON, and gets the side answer
	m.keep(r, raw)
	wire := wireOf(r.URL.Path)
	switch {
	case r.Method == http.MethodPost && wire != nil:
		var body obj
		json.Unmarshal(raw, &body)
		calls, text := m.turn(body, raw)
		wire(reply{w: w, stream: body["stream"] == true || strings.Contains(r.URL.Path, ":stream"), model: body["model"], calls: calls, text: text})
	case strings.HasSuffix(r.URL.Path, "count_tokens"), strings.HasSuffix(r.URL.Path, ":countTokens"):
		send(w, obj{"input_tokens": 10, "totalTokens": 10})
	case r.Method == http.MethodGet && strings.HasSuffix(r.URL.Path, "/models"):
		send(w, obj{"object": "list", "data": []obj{}, "has_more": false})
	default:
		http.NotFound(w, r)
	}
}

func (m *model) keep(r *http.Request, raw []byte) {
	line, _ := json.Marshal(obj{"method": r.Method, "url": r.URL.Path, "body": string(raw)})
	m.mu.Lock()
	defer m.mu.Unlock()
	m.log.Write(append(line, '\n'))
}

var callID = regexp.MustCompile(`e2e-call-(\d+)`)

func idOf(turn int) string { return fmt.Sprintf("e2e-call-%d", turn) }

// turn notes what the request says of earlier calls, and gives what the model
// says next.
func (m *model) turn(body obj, raw []byte) (calls []asked, text string) {
	tools, _ := body["tools"].([]any)
	if len(tools) == 0 || !bytes.Contains(raw, []byte(marker)) {
		return nil, "{}" // also right where a harness wants JSON
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.listen(body)
	next := 0
	for _, id := range callID.FindAllSubmatch(raw, -1) {
		if n, _ := strconv.Atoi(string(id[1])); n >= next {
			next = n + 1
		}
	}
	if next >= len(m.script) {
		return nil, "All done."
	}
	m.asked[next] = true
	return []asked{{idOf(next), m.script[next]}}, ""
}

// listen finds the results of calls anywhere in v: in every wire format they
// are an object with the call's id and what came of it.
func (m *model) listen(v any) {
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			m.listen(item)
		}
	case obj:
		id, _ := first(v, "tool_use_id", "tool_call_id", "call_id", "id").(string)
		result := first(v, "content", "output", "response")
		if n := callID.FindStringSubmatch(id); n != nil && result != nil {
			turn, _ := strconv.Atoi(n[1])
			m.heard[turn] = textOf(result)
		}
		for _, item := range v {
			m.listen(item)
		}
	}
}

func first(v obj, keys ...string) any {
	for _, key := range keys {
		if v[key] != nil {
			return v[key]
		}
	}
	return nil
}

// textOf is the text of a result, which may be a list of parts.
func textOf(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	text, _ := json.Marshal(v)
	return string(text)
}

func send(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(v)
}
