package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"gate/bundle/author"
)

func bundleKeygen() *cobra.Command {
	return &cobra.Command{
		Use:   "keygen NAME",
		Short: "Make a key for signing bundles: NAME.pem, private, and NAME.pub.pem",
		Long: `The key is ECDSA on P-256. NAME.pem signs and stays with you; NAME.pub.pem goes to all who verify.
A file that is there already is not overwritten.`,
		Example: "  gate bundle keygen acme",
		Args:    arguments(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			private, public, err := author.GenerateKey()
			if err == nil {
				err = createFile(args[0]+".pem", private, 0o600)
			}
			if err == nil {
				err = createFile(args[0]+".pub.pem", []byte(public.PEM), 0o644)
			}
			if err != nil {
				return fmt.Errorf("make a key: %w", err)
			}
			fmt.Fprintf(cmd.OutOrStdout(), "made %s.pem and %[1]s.pub.pem: key %s\n", args[0], public.Fingerprint)
			return nil
		},
	}
}

// createFile writes a file that is not there yet.
func createFile(name string, text []byte, mode os.FileMode) error {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	if cerr := file.Close(); err == nil {
		err = cerr
	}
	return err
}

func bundleSign() *cobra.Command {
	var keyFile, algorithm string
	cmd := &cobra.Command{
		Use:     "sign FILE --key KEY.pem",
		Short:   "Put a signature into a bundle, in OPA's own format",
		Long:    "The signature is over every file of the bundle, and takes the place of any that it has. OPA verifies it as well.",
		Example: "  gate bundle sign acme.tar.gz --key acme.pem\n  opa run -b acme.tar.gz --verification-key acme.pub.pem --signing-alg ES256",
		Args:    arguments(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := required("key", keyFile); err != nil {
				return err
			}
			signed, key, err := sign(args[0], keyFile, algorithm)
			if err == nil {
				err = writeWhole(args[0], signed.Tarball, 0o644)
			}
			if err != nil {
				return fmt.Errorf("sign %s: %w", args[0], err)
			}
			fmt.Fprintf(cmd.OutOrStdout(), "signed %s with %s, key %s\n", args[0], key.Algorithm, key.Fingerprint)
			return nil
		},
	}
	f := cmd.Flags()
	f.StringVar(&keyFile, "key", "", "the private key, in PEM: ECDSA on P-256, or RSA")
	f.StringVar(&algorithm, "alg", "", "ES256 or RS256 (default: what the key is for)")
	return cmd
}

func sign(name, keyFile, algorithm string) (*author.Bundle, author.Key, error) {
	b, err := readBundle(name)
	if err != nil {
		return nil, author.Key{}, err
	}
	private, err := os.ReadFile(keyFile)
	if err != nil {
		return nil, author.Key{}, err
	}
	return b.Sign(private, algorithm)
}

func bundleVerify() *cobra.Command {
	var keyFile string
	cmd := &cobra.Command{
		Use:     "verify FILE --key KEY.pub.pem",
		Short:   "Say whether a bundle is signed by a key, all of it and nothing else; exits 1 when not",
		Example: "  gate bundle verify acme.tar.gz --key acme.pub.pem",
		Args:    arguments(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := required("key", keyFile); err != nil {
				return err
			}
			key, err := readKey(keyFile)
			if err != nil {
				return err
			}
			b, err := readBundle(args[0])
			if err == nil {
				err = b.Verify(key)
			}
			if err != nil {
				return fmt.Errorf("verify %s: %w", args[0], err)
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s is signed by the key %s\n", args[0], key.Fingerprint)
			return nil
		},
	}
	cmd.Flags().StringVar(&keyFile, "key", "", "the public key, in PEM")
	return cmd
}

// required says that a flag must be there.
func required(flag, value string) error {
	if value == "" {
		return exit{2, fmt.Errorf("there is no --%s\nhint: --help has an example", flag)}
	}
	return nil
}

// readKey reads the file of a public key.
func readKey(name string) (author.Key, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return author.Key{}, fmt.Errorf("read the key: %w", err)
	}
	key, err := author.ReadKey(text)
	if err != nil {
		return author.Key{}, fmt.Errorf("read the key %s: %w\nhint: name the public half, in PEM: gate bundle keygen makes one", name, err)
	}
	return key, nil
}
