package main

import (
	"encoding/json"
	"strconv"

	"gate"
	"gate/internal/audit"
)

// The parts of OTLP's ExportLogsServiceRequest in JSON that a decision needs.
type (
	otlpValue struct {
		StringValue string `json:"stringValue"`
	}
	otlpAttribute struct {
		Key   string    `json:"key"`
		Value otlpValue `json:"value"`
	}
	otlpRecord struct {
		TimeUnixNano   string          `json:"timeUnixNano"` // 64-bit numbers are strings in protobuf's JSON
		SeverityNumber int             `json:"severityNumber"`
		SeverityText   string          `json:"severityText"`
		EventName      string          `json:"eventName"`
		Body           otlpValue       `json:"body"`
		Attributes     []otlpAttribute `json:"attributes"`
	}
	otlpScope struct {
		Name    string `json:"name"`
		Version string `json:"version"`
	}
	otlpScopeLogs struct {
		Scope      otlpScope    `json:"scope"`
		LogRecords []otlpRecord `json:"logRecords"`
	}
	otlpResource struct {
		Attributes []otlpAttribute `json:"attributes"`
	}
	otlpResourceLogs struct {
		Resource  otlpResource    `json:"resource"`
		ScopeLogs []otlpScopeLogs `json:"scopeLogs"`
	}
	otlpRequest struct {
		ResourceLogs []otlpResourceLogs `json:"resourceLogs"`
	}
)

// otlp is a batch as OTLP has it: the body of each record is the whole line.
func otlp(batch [][]byte) ([]byte, error) {
	var records []otlpRecord
	for _, line := range batch {
		var e audit.Entry
		if err := json.Unmarshal(line, &e); err != nil {
			return nil, err
		}
		records = append(records, record(e, string(line)))
	}
	return json.Marshal(otlpRequest{[]otlpResourceLogs{{
		Resource:  otlpResource{[]otlpAttribute{{"service.name", otlpValue{"gate"}}}},
		ScopeLogs: []otlpScopeLogs{{Scope: otlpScope{"gate", gate.Version}, LogRecords: records}},
	}}})
}

// severity is OTLP's number of a decision: WARN for what was kept from the
// agent, INFO for the rest.
func severity(d gate.Decision) (int, string) {
	if d == gate.Deny || d == gate.Ask {
		return 13, "WARN"
	}
	return 9, "INFO"
}

func record(e audit.Entry, line string) otlpRecord {
	r := otlpRecord{TimeUnixNano: strconv.FormatInt(e.Timestamp.UnixNano(), 10), EventName: "gate.decision", Body: otlpValue{line}}
	r.SeverityNumber, r.SeverityText = severity(e.Result.Decision)
	for _, a := range []otlpAttribute{
		{"gate.decision_id", otlpValue{e.DecisionID}},
		{"gate.decision", otlpValue{e.Result.Decision.String()}},
		{"gate.reply", otlpValue{e.Reply.String()}},
		{"gate.harness", otlpValue{e.Labels["harness"]}},
		{"gate.session", otlpValue{e.Labels["session"]}},
		{"gate.event", otlpValue{e.Labels["event"]}},
		{"gate.rule", otlpValue{e.Result.Lead().ID}},
	} {
		if a.Value.StringValue != "" {
			r.Attributes = append(r.Attributes, a)
		}
	}
	return r
}

// rejected is how many records of a batch a collector did not take, and why. It
// would not take them the next time either.
func rejected(answer []byte) (n int64, why string) {
	var response struct {
		PartialSuccess struct {
			Rejected json.Number `json:"rejectedLogRecords"`
			Message  string      `json:"errorMessage"`
		} `json:"partialSuccess"`
	}
	if json.Unmarshal(answer, &response) != nil {
		return 0, "" // an answer of another form is a success all the same
	}
	n, _ = response.PartialSuccess.Rejected.Int64()
	return n, response.PartialSuccess.Message
}
