// Package approval keeps what a person has allowed although a rule denies or
// asks: one action, in one project, once or for a while.
//
// An action is named by its hash (audit.ActionHash), and to people by a code
// that only this user's gate can make, so that nobody tells the code of an
// action that was not denied. The code itself lets nothing through: what does is
// a grant, a file in the gate's folder that a person has said yes to.
package approval

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"gate/internal/config"
)

// Store is the folder of a user's approvals.
type Store struct {
	Dir    string
	secret []byte
}

const (
	secretName = "secret"
	secretSize = 32 // bytes
)

// Folder is the folder of the user's approvals.
func Folder() (string, error) {
	dir, err := config.Folder()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "approvals"), nil
}

// Open opens a folder of approvals, and makes its secret where there is none.
// A secret that others can read is an error.
func Open(dir string) (Store, error) {
	s := Store{Dir: dir}
	name := filepath.Join(dir, secretName)
	if config.Missing(name) {
		if err := makeSecret(dir, name); err != nil {
			return s, fmt.Errorf("make the secret of approvals: %w", err)
		}
	}
	text, err := readOwn(name, secretSize)
	if err == nil && len(text) != secretSize {
		err = fmt.Errorf("%s is not %d bytes long", name, secretSize)
	}
	if err != nil {
		return s, fmt.Errorf("read the secret of approvals: %w\nhint: remove it; the codes shown so far are then void", err)
	}
	s.secret = text
	return s, nil
}

// makeSecret puts a new secret in its place, unless another process has just
// done so.
func makeSecret(dir, name string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(dir, ".secret-*") // 0600
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	secret := make([]byte, secretSize)
	rand.Read(secret) // never fails
	_, err = tmp.Write(secret)
	if err = errors.Join(err, tmp.Close()); err != nil {
		return err
	}
	if err = os.Link(tmp.Name(), name); errors.Is(err, fs.ErrExist) {
		return nil
	}
	return err
}

// alphabet is that of Crockford's base 32: no letter in it looks like another
// or like a digit.
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

// CodeLen is the number of characters of a code: 40 bits.
const CodeLen = 8

// Code is the code of an action in a project.
func (s Store) Code(root, action string) string {
	sum := s.seal("code", root, action)
	var bits uint64
	for _, b := range sum[:5] {
		bits = bits<<8 | uint64(b)
	}
	var code [CodeLen]byte
	for i := range code {
		code[i] = alphabet[bits>>(5*(CodeLen-1-i))&31]
	}
	return string(code[:])
}

// seal is the HMAC-SHA-256 of some texts, none of which runs into the next.
func (s Store) seal(texts ...string) []byte {
	mac := hmac.New(sha256.New, s.secret)
	for _, text := range texts {
		n := len(text)
		mac.Write([]byte{byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n)})
		mac.Write([]byte(text))
	}
	return mac.Sum(nil)
}

// ParseCode reads a code as a person types it: in any case, with blanks and
// dashes, and with the letters that look like one of its digits.
func ParseCode(text string) (string, error) {
	code := strings.Map(func(r rune) rune {
		switch r {
		case '-', ' ':
			return -1
		case 'O':
			return '0'
		case 'I', 'L':
			return '1'
		}
		return r
	}, strings.ToUpper(text))
	if len(code) != CodeLen || strings.Trim(code, alphabet) != "" {
		return "", fmt.Errorf("%q is no approval code\nhint: a code is the %d characters at the end of a denial's reason", text, CodeLen)
	}
	return code, nil
}
