package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// MaxCapture is the size in bytes from which on a capture is not added to.
const MaxCapture = 64 << 20

// Capture is the person's wish that payloads be kept, verbatim, in a file.
type Capture struct {
	File  string    `json:"file"`
	Until time.Time `json:"until"` // the wish ends then
}

// captureMark is the file that holds the wish.
func captureMark() (string, error) {
	dir, err := Folder()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "capture.json"), nil
}

// CaptureFile is the file that payloads are to be appended to now: that of a
// wish which has not ended, else that of the variable GATE_CAPTURE, else "".
// Where nobody wishes it, it costs the hook one open that fails.
func CaptureFile(now time.Time) (string, error) {
	wish, err := ReadCapture()
	if err != nil {
		return "", err
	}
	if wish.File != "" && now.Before(wish.Until) {
		return wish.File, nil
	}
	return os.Getenv("GATE_CAPTURE"), nil
}

// ReadCapture gives the wish, ended or not; its File is "" without one.
func ReadCapture() (Capture, error) {
	mark, err := captureMark()
	if err != nil {
		return Capture{}, nil // a machine without a home has no wish
	}
	if Missing(mark) {
		return Capture{}, nil
	}
	text, err := os.ReadFile(mark)
	if err != nil {
		return Capture{}, fmt.Errorf("read the gate's settings: %w", err)
	}
	var wish Capture
	if err := json.Unmarshal(text, &wish); err != nil {
		return Capture{}, fmt.Errorf("read %s: %w; gate capture off removes it", mark, err)
	}
	return wish, nil
}

// StartCapture notes the wish.
func StartCapture(wish Capture) error {
	mark, err := captureMark()
	if err != nil {
		return err
	}
	text, err := json.Marshal(wish)
	if err != nil {
		return err
	}
	return Replace(mark, append(text, '\n'))
}

// StopCapture forgets the wish, if there is one.
func StopCapture() error {
	mark, err := captureMark()
	if err != nil {
		return err
	}
	if err := os.Remove(mark); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
