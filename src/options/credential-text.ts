/**
 * What fits into the two credential headers. Their values stand in no message. A text however long would be sent, and
 * answered with a status that says nothing of the call: whoever has taken a whole file for a token learns it here.
 */

/** Several times what a signed token takes. */
export const maxTokenChars = 8_192;
/** What stands in front may read long ones, and keep them from the service. */
export const maxAuthorizationChars = 65_536;

/** Does this text fit the pack token header? It has been trimmed. */
export function isToken(text: string): boolean {
  return text.length <= maxTokenChars && /^[\x21-\x7e]+$/.test(text);
}

/** Does this text fit the authorization header? It has been trimmed. */
export function isAuthorization(text: string): boolean {
  return text.length <= maxAuthorizationChars && /^[\x20-\x7e]+$/.test(text);
}
