package gate.rules.path.device_test

import data.gate.rules.path.device

_write(path, flaws) := {"writes": [{"path": path, "abs": path, "inside": false, "op": "write", "flaws": flaws}]}

test_deny if {
	device.deny == {{
		"reason": "/dev/sda is a device",
		"path": "/dev/sda",
		"fix": "Write to a file in the project instead.",
	}} with input as _write("/dev/sda", ["device"])
}

test_denied[path] if {
	some path in [`\\.\PhysicalDrive0`, "/dev/nvme0n1", "/dev/null2"]
	count(device.deny) == 1 with input as _write(path, ["device"])
}

test_silent[name] if {
	some name, document in {
		"null": _write("/dev/null", ["device"]),
		"descriptor": _write("/dev/fd/3", ["device"]),
		"file": _write("src/dev/sda", []),
	}
	device.deny == set() with input as document
}
