#!/bin/sh
# Makes the certificates of this folder anew: an authority, an intermediate of it, and what they sign. Keys are for tests alone.
set -eu
cd "$(dirname "$0")"
long=36500
key() { openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$1-key.pem" 2>/dev/null; }
sign() { # name, subject, authority, extensions, days
  key "$1"
  openssl req -new -key "$1-key.pem" -subj "/CN=$2" -out "$1.csr"
  printf '%s\n' "$4" > "$1.ext"
  openssl x509 -req -in "$1.csr" -CA "$3.pem" -CAkey "$3-key.pem" -CAcreateserial -days "$5" -extfile "$1.ext" -out "$1.pem" 2>/dev/null
}
key authority
openssl req -x509 -new -key authority-key.pem -subj '/CN=test authority' -days $long -out authority.pem
ca='basicConstraints=critical,CA:TRUE'
server='subjectAltName=IP:127.0.0.1,DNS:localhost
extendedKeyUsage=serverAuth'
sign intermediate 'test intermediate' authority "$ca" $long
sign service 'test service' authority "$server" $long
sign service-below 'test service below' intermediate "$server" $long
sign expired 'test service of yesterday' authority "$server" -1
sign client 'test runtime' authority 'extendedKeyUsage=clientAuth' $long
rm -f ./*.csr ./*.ext ./*.srl intermediate-key.pem authority-key.pem
