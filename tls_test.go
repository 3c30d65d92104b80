package gate_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// secure is the script command "secure HOST": the bundle server of "serve"
// under a name that leads nowhere, behind the proxy whose address the variable
// PROXY has. Its certificate is ca.pem, and it lets in who has client.pem and
// client.key.
func secure(ts *testscript.TestScript, _ bool, args []string) {
	own, _ := certificate(ts, args[0], "ca.pem", "ca.key")
	_, client := certificate(ts, "laptop", "client.pem", "client.key")
	certificate(ts, "laptop", "other.pem", "other.key")
	server := httptest.NewUnstartedServer(bundles("made-up-token"))
	// In TLS 1.3 the client may be told that it is not let in after it has begun to send.
	server.TLS = &tls.Config{MaxVersion: tls.VersionTLS12, Certificates: []tls.Certificate{own}, ClientAuth: tls.RequireAndVerifyClientCert, ClientCAs: client}
	server.StartTLS()
	ts.Defer(server.Close)
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodConnect || r.Host != args[0]+":443" {
			w.WriteHeader(http.StatusForbidden)
			return
		}
		tunnel(w, server.Listener.Addr().String())
	}))
	ts.Defer(proxy.Close)
	ts.Setenv("PROXY", proxy.URL)
}

// tunnel answers CONNECT: what either side still has to say when the other has
// ended is passed on.
func tunnel(w http.ResponseWriter, address string) {
	to, err := net.Dial("tcp", address)
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	defer to.Close()
	from, early, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	defer from.Close()
	io.WriteString(from, "HTTP/1.1 200 OK\r\n\r\n")
	go func() {
		io.Copy(to, early)
		to.(*net.TCPConn).CloseWrite()
	}()
	io.Copy(from, to)
}

// certificate makes one that vouches for itself, writes it, and gives it and
// the pool of it.
func certificate(ts *testscript.TestScript, name, certFile, keyFile string) (tls.Certificate, *x509.CertPool) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	ts.Check(err)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), DNSNames: []string{name}, NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	ts.Check(err)
	private, err := x509.MarshalPKCS8PrivateKey(key)
	ts.Check(err)
	certPEM := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	keyPEM := pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private})
	ts.Check(os.WriteFile(ts.MkAbs(certFile), certPEM, 0o644))
	ts.Check(os.WriteFile(ts.MkAbs(keyFile), keyPEM, 0o600))
	pair, err := tls.X509KeyPair(certPEM, keyPEM)
	ts.Check(err)
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(certPEM)
	return pair, pool
}
