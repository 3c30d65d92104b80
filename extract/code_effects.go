package extract

import (
	"strings"

	"gate/internal/table"
)

// deed is what calling a function does.
type deed byte

const (
	startsShell  deed = iota + 1 // the first argument is a shell's text, or a list of words
	startsWords                  // a program and its words
	doesDelete                   // the first argument, or what it is called on, goes away
	doesWrite                    // the first argument is written
	doesOpen                     // as the second argument says
	doesMove                     // from the first to the second
	doesCopy                     // from the first to the second
	doesRead                     // the first argument is read
	doesLink                     // the second argument becomes a link to the first
	doesMake                     // the first argument is a new folder
	doesMode                     // the mode of the first argument changes
	doesEvaluate                 // the first argument is a program
	doesFetch                    // the first argument is an address
	doesAppend                   // the first argument is written at its end
	writesThis                   // what it is called on is written
	readsThis                    // what it is called on is read
	deleteThis                   // what it is called on goes away
	linksThis                    // what it is called on becomes a link to the first argument
	moveThis                     // what it is called on moves to the first argument
	makeThis                     // what it is called on is a new folder or file
	modeThis                     // the mode of what it is called on changes
)

// effects by a function's own name; those in dottedDeeds only behind that module.
var deeds = table.Of[deed]{
	{"system", startsShell}, {"popen", startsShell}, {"getoutput", startsShell}, {"getstatusoutput", startsShell}, {"execSync", startsShell}, {"shell_exec", startsShell}, {"passthru", startsShell}, {"proc_open", startsShell}, {"check_call", startsShell}, {"check_output", startsShell}, {"Popen", startsShell}, {"create_subprocess_shell", startsShell},
	{"spawn", startsWords}, {"spawnSync", startsWords}, {"execFile", startsWords}, {"execFileSync", startsWords}, {"execvp", startsWords}, {"execv", startsWords}, {"create_subprocess_exec", startsWords},
	{"rmtree", doesDelete}, {"rmSync", doesDelete}, {"unlinkSync", doesDelete}, {"rmdirSync", doesDelete}, {"rm_rf", doesDelete}, {"rm_r", doesDelete}, {"removedirs", doesDelete}, {"remove_tree", doesDelete}, {"removeSync", doesDelete}, {"rimraf", doesDelete}, {"rimrafSync", doesDelete},
	{"writeFileSync", doesWrite}, {"writeFile", doesWrite}, {"appendFileSync", doesAppend}, {"appendFile", doesAppend}, {"createWriteStream", doesWrite}, {"file_put_contents", doesWrite}, {"outputFileSync", doesWrite}, {"truncateSync", doesWrite},
	{"open", doesOpen}, {"fopen", doesOpen}, {"openSync", doesOpen},
	{"renameSync", doesMove}, {"copyFileSync", doesCopy}, {"cpSync", doesCopy}, {"copytree", doesCopy}, {"copyfile", doesCopy}, {"copy2", doesCopy}, {"symlinkSync", doesLink}, {"symlink", doesLink},
	{"readFileSync", doesRead}, {"readFile", doesRead}, {"file_get_contents", doesRead},
	{"mkdirSync", doesMake}, {"makedirs", doesMake}, {"mkdir_p", doesMake}, {"chmodSync", doesMode},
	{"symlink_to", linksThis}, {"hardlink_to", linksThis}, {"write_text", writesThis}, {"write_bytes", writesThis}, {"read_text", readsThis}, {"read_bytes", readsThis},
	{"urlopen", doesFetch}, {"urlretrieve", doesFetch}, {"getstore", doesFetch}, {"runInThisContext", doesEvaluate}, {"runInNewContext", doesEvaluate}, {"instance_eval", doesEvaluate}, {"class_eval", doesEvaluate},
	{"copyFile", doesCopy}, {"cp_r", doesCopy}, {"rm_f", doesDelete}, {"rmtreeSync", doesDelete}, {"mkpath", doesMake}, {"pcntl_exec", startsWords},
	{"copy_file", doesCopy}, {"fetch", doesFetch},
}

var dottedDeeds = table.Of[deed]{
	{"subprocess.run", startsShell}, {"subprocess.call", startsShell}, {"child_process.exec", startsShell}, {"Open3.capture2", startsShell}, {"Open3.capture3", startsShell}, {"IO.popen", startsShell}, {"Kernel.system", startsShell}, {"Kernel.exec", startsShell}, {"os.execl", startsWords}, {"os.execlp", startsWords}, {"Deno.run", startsShell}, {"Bun.spawn", startsShell},
	{"os.remove", doesDelete}, {"os.unlink", doesDelete}, {"os.rmdir", doesDelete}, {"fs.rm", doesDelete}, {"fs.unlink", doesDelete}, {"fs.rmdir", doesDelete}, {"File.delete", doesDelete}, {"File.unlink", doesDelete}, {"FileUtils.rm", doesDelete}, {"FileUtils.remove_dir", doesDelete}, {"Dir.rmdir", doesDelete}, {"Deno.remove", doesDelete}, {"fs.promises.rm", doesDelete}, {"os.truncate", doesWrite},
	{"File.write", doesWrite}, {"IO.write", doesWrite}, {"Deno.writeTextFile", doesWrite}, {"Bun.write", doesWrite}, {"File.open", doesOpen}, {"File.read", doesRead}, {"IO.read", doesRead},
	{"os.rename", doesMove}, {"os.replace", doesMove}, {"shutil.move", doesMove}, {"fs.rename", doesMove}, {"File.rename", doesMove}, {"FileUtils.mv", doesMove}, {"shutil.copy", doesCopy}, {"FileUtils.cp", doesCopy}, {"FileUtils.cp_r", doesCopy},
	{"os.mkdir", doesMake}, {"os.chmod", doesMode}, {"os.chown", doesMode}, {"os.link", doesLink}, {"requests.get", doesFetch}, {"requests.post", doesFetch}, {"requests.request", doesFetch}, {"httpx.get", doesFetch}, {"httpx.post", doesFetch}, {"https.get", doesFetch}, {"http.get", doesFetch}, {"https.request", doesFetch}, {"http.request", doesFetch}, {"Net::HTTP.get", doesFetch}, {"HTTP.get", doesFetch}, {"session.get", doesFetch}, {"axios.get", doesFetch},
	{"fs.cp", doesCopy}, {"fs.copyFile", doesCopy}, {"fs.truncate", doesWrite}, {"fs.mkdir", doesMake}, {"fs.chmod", doesMode}, {"fs.link", doesLink}, {"fs.open", doesOpen}, {"fs.copy", doesCopy}, {"fs.move", doesMove}, {"fs.remove", doesDelete}, {"fs.outputFile", doesWrite},
	{"os.execute", startsShell}, {"IO.readlines", doesRead}, {"File.readlines", doesRead}, {"File.binread", doesRead}, {"FileUtils.touch", doesWrite}, {"FileUtils.rmdir", doesDelete}, {"FileUtils.rm_rf", doesDelete}, {"FileUtils.ln_s", doesLink}, {"File.symlink", doesLink}, {"Function.constructor", doesEvaluate},
	{"pty.spawn", startsShell}, {"os.spawnlp", startsWords}, {"os.posix_spawn", startsWords}, {"subprocess.getoutput", startsShell}, {"Bun.$", startsShell}, {"File.rm_rf!", doesDelete}, {"axios.post", doesFetch},
}

// words that are functions of the language itself, without a module.
var plainDeeds = table.Of[deed]{
	{"exec", doesEvaluate}, {"eval", doesEvaluate}, {"Function", doesEvaluate}, {"get", doesFetch}, {"copy", doesCopy}, {"unlink", doesDelete}, {"rmdir", doesDelete}, {"rename", doesMove},
}

// pathDeeds are what the methods of a pathlib.Path do.
var pathDeeds = table.Of[deed]{
	{"mkdir", makeThis}, {"touch", makeThis}, {"rename", moveThis}, {"replace", moveThis}, {"chmod", modeThis}, {"unlink", deleteThis}, {"rmdir", deleteThis}, {"rmtree", deleteThis}, {"delete", deleteThis},
}

// deedOf finds what the function of a dotted name does.
func deedOf(full string) (deed, bool) {
	full = strings.Replace(full, "fs.promises.", "fs.", 1)
	rest, last := "", full
	if i := strings.LastIndex(full, "."); i >= 0 {
		rest, last = full[:i], full[i+1:]
	}
	if e, ok := deeds.Find(last); ok {
		return e, true
	}
	if rest == "" {
		e, ok := plainDeeds.Find(last)
		return e, ok
	}
	if e, ok := dottedDeeds.Find(rest[strings.LastIndex(rest, ".")+1:] + "." + last); ok {
		return e, true
	}
	if last == "unlink" || last == "rmdir" {
		return deleteThis, true
	}
	return 0, false
}
