package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// asked is a call with its id.
type asked struct {
	id string
	call
}

// reply is what the model says, and to whom: one call, or a closing text.
type reply struct {
	w      http.ResponseWriter
	stream bool
	model  any
	calls  []asked
	text   string
}

// wireOf is the wire format of an address, nil for none.
func wireOf(path string) func(reply) {
	switch {
	case strings.HasSuffix(path, "/messages"):
		return anthropic
	case strings.HasSuffix(path, "/chat/completions"):
		return chat
	case strings.HasSuffix(path, "/responses"):
		return responses
	case strings.HasSuffix(path, ":generateContent"), strings.HasSuffix(path, ":streamGenerateContent"):
		return gemini
	}
	return nil
}

// events begins a stream and gives what writes to it: an event's name, ""
// for none, and its data.
func events(w http.ResponseWriter) func(name string, data any) {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-cache")
	return func(name string, data any) {
		if name != "" {
			fmt.Fprintf(w, "event: %s\n", name)
		}
		fmt.Fprintf(w, "data: %s\n\n", text(data))
	}
}

func text(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	b, _ := json.Marshal(v) // made of maps, lists and texts, which always have a form
	return string(b)
}

// with is base with more keys.
func with(base, more obj) obj {
	all := obj{}
	for _, part := range []obj{base, more} {
		for key, value := range part {
			all[key] = value
		}
	}
	return all
}

// arguments is a call's input where every tool takes named arguments.
func (c asked) arguments() obj {
	if c.text != "" {
		return obj{"input": c.text}
	}
	return c.input
}

// anthropic is the Messages API.
func anthropic(r reply) {
	stop := "end_turn"
	block, empty, delta := obj{"type": "text", "text": r.text}, obj{"type": "text", "text": ""}, obj{"type": "text_delta", "text": r.text}
	for _, c := range r.calls {
		stop = "tool_use"
		block = obj{"type": "tool_use", "id": c.id, "name": c.tool, "input": c.arguments()}
		empty = with(block, obj{"input": obj{}})
		delta = obj{"type": "input_json_delta", "partial_json": text(c.arguments())}
	}
	message := obj{
		"id": "msg_e2e", "type": "message", "role": "assistant", "model": r.model, "content": []obj{block},
		"stop_reason": stop, "stop_sequence": nil,
		"usage": obj{"input_tokens": 10, "output_tokens": 5, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0},
	}
	if !r.stream {
		send(r.w, message)
		return
	}
	write := events(r.w)
	event := func(kind string, data obj) { write(kind, with(obj{"type": kind}, data)) }
	event("message_start", obj{"message": with(message, obj{"content": []obj{}, "stop_reason": nil})})
	event("content_block_start", obj{"index": 0, "content_block": empty})
	event("content_block_delta", obj{"index": 0, "delta": delta})
	event("content_block_stop", obj{"index": 0})
	event("message_delta", obj{"delta": obj{"stop_reason": stop, "stop_sequence": nil}, "usage": obj{"output_tokens": 5}})
	event("message_stop", nil)
}

// gemini is generateContent.
func gemini(r reply) {
	part := obj{"text": r.text}
	for _, c := range r.calls {
		part = obj{"functionCall": obj{"id": c.id, "name": c.tool, "args": c.arguments()}}
	}
	answer := obj{
		"candidates":    []obj{{"index": 0, "content": obj{"role": "model", "parts": []obj{part}}, "finishReason": "STOP"}},
		"usageMetadata": obj{"promptTokenCount": 10, "candidatesTokenCount": 5, "totalTokenCount": 15},
		"modelVersion":  "e2e",
	}
	if !r.stream {
		send(r.w, answer)
		return
	}
	events(r.w)("", answer)
}

// chat is OpenAI's Chat Completions API.
func chat(r reply) {
	finish, message := "stop", obj{"role": "assistant", "content": r.text}
	for _, c := range r.calls {
		finish = "tool_calls"
		message = obj{"role": "assistant", "content": nil, "tool_calls": []obj{{
			"index": 0, "id": c.id, "type": "function", "function": obj{"name": c.tool, "arguments": text(c.arguments())},
		}}}
	}
	base := obj{"id": "chatcmpl-e2e", "created": 1, "model": r.model}
	usage := obj{"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}
	if !r.stream {
		send(r.w, with(base, obj{"object": "chat.completion", "usage": usage, "choices": []obj{{"index": 0, "message": message, "finish_reason": finish}}}))
		return
	}
	write := events(r.w)
	chunk := func(delta obj, finish any, more obj) {
		write("", with(with(base, more), obj{"object": "chat.completion.chunk", "choices": []obj{{"index": 0, "delta": delta, "finish_reason": finish}}}))
	}
	chunk(message, nil, nil)
	chunk(obj{}, finish, obj{"usage": usage})
	write("", "[DONE]")
}

// responses is OpenAI's Responses API.
func responses(r reply) {
	item := obj{"id": "item_e2e", "type": "message", "role": "assistant", "status": "completed", "content": []obj{{"type": "output_text", "text": r.text, "annotations": []obj{}}}}
	for _, c := range r.calls {
		item = obj{"id": "item_e2e", "type": "function_call", "status": "completed", "call_id": c.id, "name": c.tool, "arguments": text(c.input)}
		if c.text != "" {
			item = obj{"id": "item_e2e", "type": "custom_tool_call", "status": "completed", "call_id": c.id, "name": c.tool, "input": c.text}
		}
	}
	whole := obj{
		"id": "resp_e2e", "object": "response", "created_at": 1, "model": r.model, "status": "completed", "output": []obj{item},
		"usage": obj{
			"input_tokens": 10, "output_tokens": 5, "total_tokens": 15,
			"input_tokens_details": obj{"cached_tokens": 0}, "output_tokens_details": obj{"reasoning_tokens": 0},
		},
	}
	if !r.stream {
		send(r.w, whole)
		return
	}
	write := events(r.w)
	event := func(kind string, data obj) { write(kind, with(obj{"type": kind}, data)) }
	event("response.created", obj{"response": with(whole, obj{"status": "in_progress", "output": []obj{}})})
	event("response.output_item.added", obj{"output_index": 0, "item": item})
	event("response.output_item.done", obj{"output_index": 0, "item": item})
	event("response.completed", obj{"response": whole})
}
