/** What `--help` says below the list of commands. */
export const helpAfter = `
Environment:
  KINDGI_PACK_SERVICE_URL       the address, when there is no --url
  KINDGI_PACK_SERVICE_TOKEN     the pack token, when there is no --token-file
  KINDGI_PACK_CALL_TIMEOUT_MS   milliseconds for invoke and check, when there is no --timeout

Exit codes:
  0    yes: ready, no error finding, a result, a check passed
  1    no: not ready, an error finding, a pack error, a check failed
  2    wrong use, or a bad index
  3    transport failure: nobody there, or no answer that counts
  130  ended by Ctrl+C

Examples:
  kindgi-pack demo
  kindgi-pack ready --url http://127.0.0.1:8080 --wait 30s
  kindgi-pack reconcile --index build/index.json
  kindgi-pack invoke acme.billing.find-invoice --input '{"invoiceId":"inv_102"}'
`;
