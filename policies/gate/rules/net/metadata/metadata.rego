# METADATA
# title: The cloud's metadata service is not asked
# description: >-
#   The address at which a machine in a cloud learns its own credentials is not asked, in whatever form it is written.
# custom:
#   severity: high
#   fix: Use the cloud's own client, which fetches what it needs itself.
package gate.rules.net.metadata

deny contains {
	"reason": $"{address.source} asks the cloud's metadata service, which gives credentials",
	"fix": "Use the cloud's own client, which fetches what it needs itself.",
} if {
	some address in input.urls
	_metadata(trim_right(trim(lower(address.host), "[]"), "."))
}

deny contains {
	"reason": $"{command.name} asks the cloud's metadata service, which gives credentials",
	"fix": "Use the cloud's own client, which fetches what it needs itself.",
} if {
	some command in input.commands
	lower(command.name) in data.gate.rules.net.metadata.programs
	some i, word in command.argv
	i > 0
	host := regex.replace(lower(word), `^([a-z]+://)?([^@/]*@)?\[?([0-9a-fx.:-]+?|[a-z.-]+)\]?(:[0-9]+)?(/.*)?$`, "$3")
	_metadata(host)
}

_metadata(host) if host in data.gate.rules.net.metadata.hosts
