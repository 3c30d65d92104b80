package main

import (
	"context"
	"os"
	"path/filepath"
	"time"

	"gate/bundle/author"
)

// activate brings a bundle into force for a hook that runs with the environment
// it gives, and says how long that took. Dir becomes the home of that hook;
// without a bundle it has nothing but the embedded policy.
//
// It is the one place that knows how a hook finds its policy.
func activate(dir string, b *author.Bundle) (env []string, took time.Duration, err error) {
	folder := filepath.Join(dir, "gate")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, 0, err
	}
	if b != nil {
		begin := time.Now()
		s := author.Store{Dir: folder, Managed: filepath.Join(dir, "none")}
		if _, err := s.Use(context.Background(), author.Offer{Bundle: b, Source: "bench"}, begin); err != nil {
			return nil, 0, err
		}
		took = time.Since(begin)
	}
	return append(os.Environ(), "HOME="+dir, "XDG_CONFIG_HOME="+dir, "AppData="+dir), took, nil
}
