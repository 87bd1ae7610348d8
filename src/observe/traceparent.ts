/** A span's place in its trace, as the W3C header `traceparent` writes it. */

interface SpanPlace {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceFlags: number;
}

export function traceparentOf({ traceId, spanId, traceFlags }: SpanPlace): string {
  return `00-${traceId}-${spanId}-${(traceFlags & 0xff).toString(16).padStart(2, '0')}`;
}
