package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// harness is a real client, and how it is led to the scripted model.
type harness struct {
	name    string // as `gate install` knows it; its packages are pinned in clients/
	variant string // "" but where it runs in more than one way
	pkg     string // the npm package that has its version
	program string // below node_modules; {os} and {arch} in npm's words

	files    func(w world) map[string]string // in its home: model, trust, nothing that phones home
	env      func(w world) []string
	args     []string
	ordinary []string // more arguments that grant the script's tools by name; nil where it cannot
	skip     []string // more arguments that switch its questions off
	prompt   []string // the arguments before the prompt
	tools    func(project string) tools

	ends bool // a denial ends the run: no model is told
	dir  string
}

func (h harness) title() string {
	return strings.TrimSpace(h.name + " " + h.variant)
}

func (h harness) modes() []mode {
	if h.ordinary == nil {
		return []mode{ungated, yolo}
	}
	return []mode{ungated, asking, yolo}
}

// command is the argv for a mode.
func (h harness) command(m mode) []string {
	platform := strings.NewReplacer("{os}", runtime.GOOS, "{arch}", strings.Replace(runtime.GOARCH, "amd64", "x64", 1))
	program := filepath.Join(h.dir, "node_modules", filepath.FromSlash(platform.Replace(h.program)))
	argv := []string{program}
	if strings.HasSuffix(program, "js") || h.name == "cline" {
		argv = []string{h.node(), program}
	}
	argv = append(argv, h.args...)
	if m == asking {
		argv = append(argv, h.ordinary...)
	} else {
		argv = append(argv, h.skip...)
	}
	return append(append(argv, h.prompt...), prompt)
}

// node is the one installed beside the harness where it wants a newer one than
// most machines have, else the one on PATH.
func (h harness) node() string {
	own := filepath.Join(h.dir, "node_modules", "node-"+runtime.GOOS+"-"+strings.Replace(runtime.GOARCH, "amd64", "x64", 1), "bin", "node")
	if _, err := os.Stat(own); err == nil {
		return own
	}
	return "node"
}

// world is one run: an empty home with a project in it, and a model.
type world struct {
	dir, home, project string
	cache              string // survives the run
	url                string // of the model
}

func encode(v any) string {
	b, _ := json.MarshalIndent(v, "", "  ") // made of maps, lists and texts, which always have a form
	return string(b) + "\n"
}

func harnesses() []harness {
	return []harness{
		{
			name: "claude-code", pkg: "@anthropic-ai/claude-code", program: "@anthropic-ai/claude-code-{os}-{arch}/claude",
			files: func(w world) map[string]string {
				return map[string]string{".claude.json": encode(obj{
					"hasCompletedOnboarding": true, "bypassPermissionsModeAccepted": true,
					"customApiKeyResponses": obj{"approved": []string{"sk-test"}, "rejected": []string{}},
					"projects":              obj{w.project: obj{"hasTrustDialogAccepted": true, "hasCompletedProjectOnboarding": true}},
				})}
			},
			env: func(w world) []string {
				return []string{
					"ANTHROPIC_BASE_URL=" + w.url, "ANTHROPIC_API_KEY=sk-test", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1",
					"DISABLE_TELEMETRY=1", "DISABLE_ERROR_REPORTING=1", "DISABLE_AUTOUPDATER=1",
				}
			},
			ordinary: []string{"--allowedTools=Bash,Write,Edit,Read"},
			skip:     []string{"--dangerously-skip-permissions"},
			prompt:   []string{"-p"},
			tools:    claudeTools,
		},
		{
			name: "codex", pkg: "@openai/codex", program: "@openai/codex/bin/codex.js",
			files: func(w world) map[string]string {
				return map[string]string{".codex/config.toml": fmt.Sprintf(`model = "gpt-5.5"
model_provider = "e2e"
check_for_update_on_startup = false

[model_providers.e2e]
name = "e2e"
base_url = "%s/v1"
wire_api = "responses"
env_key = "E2E_API_KEY"
request_max_retries = 0
stream_max_retries = 0

[analytics]
enabled = false

[projects.%q]
trust_level = "trusted"
`, w.url, w.project)}
			},
			env:      func(world) []string { return []string{"E2E_API_KEY=sk-test"} },
			args:     []string{"exec", "--json"},
			ordinary: []string{"--sandbox", "danger-full-access"},
			skip:     []string{"--dangerously-bypass-approvals-and-sandbox"},
			tools:    codexTools,
		},
		copilot("", "gpt-5.5", "openai", "/v1", copilotTools),
		copilot("(Claude model)", "claude-sonnet-5", "anthropic", "", copilotClaudeTools),
		{
			name: "gemini", pkg: "@google/gemini-cli", program: "@google/gemini-cli/bundle/gemini.js",
			files: func(w world) map[string]string {
				return map[string]string{
					".gemini/settings.json": encode(obj{
						"security": obj{"auth": obj{"selectedType": "gemini-api-key"}},
						"general":  obj{"enableAutoUpdate": false, "enableAutoUpdateNotification": false},
						"privacy":  obj{"usageStatisticsEnabled": false}, "telemetry": obj{"enabled": false},
						"model": obj{"name": "gemini-2.5-flash"},
					}),
					".gemini/trustedFolders.json": encode(obj{w.project: "TRUST_FOLDER"}),
				}
			},
			env: func(w world) []string {
				return []string{"GOOGLE_GEMINI_BASE_URL=" + w.url, "GEMINI_API_KEY=sk-test", "GEMINI_CLI_NO_RELAUNCH=true", "NO_BROWSER=true"}
			},
			ordinary: []string{"--allowed-tools=run_shell_command,write_file,replace"},
			skip:     []string{"--approval-mode=yolo"},
			prompt:   []string{"-p"},
			tools:    geminiTools,
		},
		{
			name: "qwen", pkg: "@qwen-code/qwen-code", program: "@qwen-code/qwen-code/cli.js",
			files: func(w world) map[string]string {
				return map[string]string{".qwen/settings.json": encode(obj{
					"security": obj{"auth": obj{"selectedType": "openai"}},
					"general":  obj{"enableAutoUpdate": false},
					"privacy":  obj{"usageStatisticsEnabled": false}, "telemetry": obj{"enabled": false},
				})}
			},
			env: func(w world) []string {
				return []string{
					"OPENAI_BASE_URL=" + w.url + "/v1", "OPENAI_API_KEY=sk-test", "OPENAI_MODEL=e2e-model",
					"QWEN_CODE_NO_RELAUNCH=true", "NO_BROWSER=true",
				}
			},
			// No ordinary mode: a headless run refuses a shell command before any hook, whatever its settings grant.
			skip:   []string{"--approval-mode=yolo"},
			prompt: []string{"-p"},
			tools:  qwenTools,
		},
		{
			name: "droid", pkg: "@factory/cli-linux-x64", program: "@factory/cli-{os}-{arch}/bin/droid",
			files: func(w world) map[string]string {
				return map[string]string{".factory/settings.json": encode(obj{
					"customModels": []obj{{
						"model": "e2e-model", "displayName": "e2e", "baseUrl": w.url + "/v1", "apiKey": "sk-test",
						"provider": "generic-chat-completion-api", "maxOutputTokens": 8192,
					}},
					"cloudSessionSync": false,
				})}
			},
			env: func(world) []string {
				return []string{"FACTORY_AIRGAP_ENABLED=true", "FACTORY_DROID_AUTO_UPDATE_ENABLED=false", "FACTORY_DISABLE_KEYRING=true"}
			},
			args:     []string{"exec", "-m", "custom:e2e-0", "-o", "json"},
			ordinary: []string{"--auto", "high"},
			skip:     []string{"--skip-permissions-unsafe"},
			tools:    droidTools,
		},
		{
			name: "opencode", pkg: "opencode-ai", program: "opencode-{os}-{arch}/bin/opencode",
			files: func(w world) map[string]string { return nil },
			env: func(w world) []string {
				return []string{
					"OPENCODE_CONFIG_CONTENT=" + encode(obj{
						"provider": obj{"e2e": obj{
							"npm": "@ai-sdk/openai-compatible", "options": obj{"baseURL": w.url + "/v1", "apiKey": "sk-test"}, "models": obj{"e2e-model": obj{}},
						}},
						"model": "e2e/e2e-model", "small_model": "e2e/e2e-model", "autoupdate": false, "share": "disabled",
					}),
					"OPENCODE_DISABLE_AUTOUPDATE=1", "OPENCODE_DISABLE_MODELS_FETCH=1", "OPENCODE_DISABLE_LSP_DOWNLOAD=1",
					// It wants a library from npm for each plugin; a registry that says no at once is answered faster than none.
					"npm_config_registry=" + w.url + "/", "npm_config_fetch_retries=0",
				}
			},
			args:     []string{"run"},
			ordinary: []string{}, // it grants all tools by itself
			skip:     []string{"--auto"},
			tools:    openCodeTools,
		},
		{
			name: "cline", pkg: "cline", program: "cline/bin/cline",
			files: func(w world) map[string]string {
				return map[string]string{".cline/data/settings/providers.json": encode(obj{
					"version": 1, "lastUsedProvider": "openai-compatible", "modes": obj{},
					"providers": obj{"openai-compatible": obj{
						"settings":  obj{"provider": "openai-compatible", "apiKey": "sk-test", "model": "gpt-5.5", "baseUrl": w.url + "/v1"},
						"updatedAt": "2026-11-30T00:00:00.000Z", "tokenSource": "manual",
					}},
				})}
			},
			env: func(w world) []string {
				return []string{"CLINE_NO_AUTO_UPDATE=1", "CLINE_TELEMETRY_DISABLED=1", "DO_NOT_TRACK=1"}
			},
			args:  []string{"--json", "-P", "openai-compatible", "-m", "gpt-5.5"},
			skip:  []string{}, // it asks nothing by itself, and refuses all calls where it is told to ask
			tools: clineTools,
			ends:  true,
		},
	}
}

// copilot offers other tools to other models.
func copilot(variant, model, provider, base string, t func(string) tools) harness {
	return harness{
		name: "copilot", variant: variant, pkg: "@github/copilot", program: "@github/copilot/npm-loader.js",
		files: func(w world) map[string]string {
			return map[string]string{".copilot/config.json": encode(obj{"trustedFolders": []string{w.project}})}
		},
		env: func(w world) []string {
			return []string{
				"COPILOT_OFFLINE=true", "COPILOT_AUTO_UPDATE=false", "COPILOT_PROVIDER_API_KEY=sk-test", "COPILOT_MODEL=" + model,
				"COPILOT_PROVIDER_TYPE=" + provider, "COPILOT_PROVIDER_BASE_URL=" + w.url + base, "XDG_CACHE_HOME=" + filepath.Join(w.cache, "cache"),
			}
		},
		args:     []string{"--no-color", "--disable-builtin-mcps"},
		ordinary: []string{"--allow-tool=shell", "--allow-tool=write"},
		skip:     []string{"--allow-all"},
		prompt:   []string{"-p"},
		tools:    t,
	}
}
