// Command registry is an OCI registry on this machine, the one that most
// others are made of, with all in memory.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"

	"golang.org/x/crypto/bcrypt"

	"github.com/distribution/distribution/v3/configuration"
	_ "github.com/distribution/distribution/v3/registry/auth/htpasswd"
	"github.com/distribution/distribution/v3/registry/handlers"
	_ "github.com/distribution/distribution/v3/registry/storage/driver/inmemory"
)

func main() {
	user := flag.String("user", "", "who may come in")
	password := flag.String("password", "", "of the user")
	file := flag.String("htpasswd", "", "where to write both, as Apache has them")
	flag.Parse()
	hash, err := bcrypt.GenerateFromPassword([]byte(*password), bcrypt.MinCost)
	if err == nil {
		err = os.WriteFile(*file, fmt.Appendf(nil, "%s:%s\n", *user, hash), 0o600)
	}
	if err != nil {
		log.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	c := &configuration.Configuration{
		Storage: configuration.Storage{"inmemory": nil},
		Auth:    configuration.Auth{"htpasswd": {"realm": "registry", "path": *file}},
	}
	c.HTTP.Secret = "made up, and the same for all"
	c.Log.Level = "error"
	fmt.Println(listener.Addr())
	log.Fatal(http.Serve(listener, handlers.NewApp(context.Background(), c)))
}
