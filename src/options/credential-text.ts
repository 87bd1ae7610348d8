/** What fits into the two credential headers. Their values stand in no message. */

/** Does this text fit the pack token header? It has been trimmed. */
export function isToken(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text);
}

/** Does this text fit the authorization header? It has been trimmed. */
export function isAuthorization(text: string): boolean {
  return /^[\x20-\x7e]+$/.test(text);
}
