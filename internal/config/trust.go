package config

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// A trust file maps a project's root to the SHA-256 of the profile that a
// person has read and trusted. It lives outside every project.
func trustFile() (string, error) {
	dir, err := Folder()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "trust.json"), nil
}

// Trusted says whether the person has trusted the profile that root has now.
func Trusted(root string) (bool, error) {
	all, err := trusts()
	if err != nil {
		return false, err
	}
	known, ok := all[filepath.ToSlash(root)]
	if !ok {
		return false, nil
	}
	now, err := digest(ProjectProfile(root))
	return err == nil && now == known, nil
}

// Trust notes that the person trusts root's profile as it stands, and gives
// its SHA-256. A profile that cannot be read is not trusted.
func Trust(root, home string) (string, error) {
	if _, err := read(ProjectProfile(root), root, home); err != nil {
		return "", err
	}
	sum, err := digest(ProjectProfile(root))
	if err != nil {
		return "", err
	}
	all, err := trusts()
	if err != nil {
		return "", err
	}
	all[filepath.ToSlash(root)] = sum
	return sum, writeTrusts(all)
}

// Distrust takes that back. What was not trusted is no error.
func Distrust(root string) error {
	all, err := trusts()
	if err != nil {
		return err
	}
	if _, ok := all[filepath.ToSlash(root)]; !ok {
		return nil
	}
	delete(all, filepath.ToSlash(root))
	return writeTrusts(all)
}

func writeTrusts(all map[string]string) error {
	text, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		return err
	}
	file, err := trustFile()
	if err != nil {
		return err
	}
	return Replace(file, append(text, '\n'))
}

func trusts() (map[string]string, error) {
	file, err := trustFile()
	if err != nil {
		return map[string]string{}, nil
	}
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return map[string]string{}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read trust: %w", err)
	}
	all := map[string]string{}
	if err := json.Unmarshal(bytes.TrimSpace(text), &all); err != nil {
		return nil, fmt.Errorf("read trust %s: %w; delete the file and run gate trust again", file, err)
	}
	return all, nil
}

func digest(file string) (string, error) {
	f, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, io.LimitReader(f, maxProfile+1)); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// Replace writes a file that only its user can read, whole or not at all.
func Replace(file string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(file), ".gate-*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	if _, err := tmp.Write(text); err != nil {
		tmp.Close()
		return err
	}
	if err := tmp.Close(); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), file)
}
