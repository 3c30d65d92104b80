// Command launch starts one command for the bench, writes a file to its
// standard input through a pipe and hears it through another, as a harness
// does, and prints what the command cost: times in nanoseconds, memory in bytes.
//
// It is a program of its own because Linux counts the memory of the process
// that starts a command as the command's, until that has loaded. So this one
// must stay smaller than whatever it starts.
package main

import (
	"fmt"
	"io"
	"os"
	"time"
)

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: launch FILE COMMAND [ARG...]")
		os.Exit(2)
	}
	if err := launch(os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintf(os.Stderr, "launch: %v\n", err)
		os.Exit(1)
	}
}

func launch(name string, argv []string) error {
	payload, err := os.Open(name)
	if err != nil {
		return err
	}
	r, w, err := os.Pipe()
	if err != nil {
		return err
	}
	said, out, err := os.Pipe()
	if err != nil {
		return err
	}
	begin := time.Now()
	p, err := os.StartProcess(argv[0], argv, &os.ProcAttr{Files: []*os.File{r, out, out}})
	if err != nil {
		return err
	}
	r.Close()
	out.Close()
	io.Copy(w, payload) // a command may end without having read it
	w.Close()
	io.Copy(io.Discard, said)
	state, err := p.Wait()
	if err != nil {
		return err
	}
	fmt.Printf(`{"cpu": %d, "wall": %d, "peak": %d, "exit": %d}`+"\n",
		state.UserTime()+state.SystemTime(), time.Since(begin), peak(state), state.ExitCode())
	return nil
}
