package plan

import (
	"crypto/hmac"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"hash"
)

func biMD5(_ *machine, args []Value) (Value, error)    { return digest(md5.New(), args) }
func biSHA1(_ *machine, args []Value) (Value, error)   { return digest(sha1.New(), args) }
func biSHA256(_ *machine, args []Value) (Value, error) { return digest(sha256.New(), args) }

func biHMACMD5(_ *machine, args []Value) (Value, error)    { return mac(md5.New, args) }
func biHMACSHA1(_ *machine, args []Value) (Value, error)   { return mac(sha1.New, args) }
func biHMACSHA256(_ *machine, args []Value) (Value, error) { return mac(sha256.New, args) }
func biHMACSHA512(_ *machine, args []Value) (Value, error) { return mac(sha512.New, args) }

func digest(h hash.Hash, args []Value) (Value, error) {
	h.Write([]byte(text(args, 0)))
	return String(hex.EncodeToString(h.Sum(nil))), nil
}

func mac(h func() hash.Hash, args []Value) (Value, error) {
	return digest(hmac.New(h, []byte(text(args, 1))), args)
}

func biHMACEqual(_ *machine, args []Value) (Value, error) {
	return Bool(hmac.Equal([]byte(text(args, 0)), []byte(text(args, 1)))), nil
}
