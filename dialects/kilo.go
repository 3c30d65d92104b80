package dialects

// Kilo's command line is a fork of OpenCode with folders of its own, read in
// its source; the old extension has no hooks.
var kilo = dialect{
	name:    "kilo",
	claims:  func(p payload) claim { return p.signed("kilo") },
	decode:  decodePlain,
	events:  opencodeEvents,
	tools:   opencodeTools,
	mcp:     opencodeMCP,
	before:  "tool.execute.before",
	windows: "powershell", // inferred, as OpenCode's
	workdir: []string{"workdir"},
	neutral: pluginNone,
	answers: opencodeAnswers,
	setup: Setup{
		Title:   "Kilo",
		Version: "source of 2026",
		Files: []File{
			{Project, "", ".kilo/plugins/gate.js"},
			{User, "", "~/.config/kilo/plugins/gate.js"},
		},
		Shape:   Plugin,
		Hooks:   opencodeHooks,
		Found:   []string{"kilo", "~/.config/kilo"},
		Unix:    Start{Direct, Source, "by the plugin"},
		Windows: Start{Direct, Inferred, "by the plugin"},
		Trust:   "nothing is known to be asked",
		Off:     opencodeOff,
		Deny:    Honour{Blocks, Source, ""},
		Ask:     Honour{Denies, Source, "a plugin has no way to ask"},
		Allow:   Honour{Nothing, Source, "its own permission flow goes on"},
		Modify:  Honour{Changes, Source, "of the arguments in place"},
		Silence: Honour{Blocks, Source, "by the plugin"},
		Crash:   Honour{Blocks, Source, "by the plugin"},
		Hang:    Honour{Blocks, Source, "by the plugin, after 10 s"},
	},
}
