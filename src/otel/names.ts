/**
 * The names that spans and metrics carry: those of the OpenTelemetry semantic conventions for RPC, HTTP and servers
 * (1.45) where there is one, and `kindgi.pack.` before what only this protocol knows.
 */

export const schemaUrl = 'https://opentelemetry.io/schemas/1.45.0';
export const rpcSystem = 'kindgi-pack';
/** Stands for the name of a tool or check that the pack does not have. */
export const unknownMethod = '_OTHER';

export const conventional = {
  rpcSystemName: 'rpc.system.name',
  rpcMethod: 'rpc.method',
  rpcMethodOriginal: 'rpc.method_original',
  rpcStatusCode: 'rpc.status_code',
  errorType: 'error.type',
  serverAddress: 'server.address',
  serverPort: 'server.port',
  networkProtocolVersion: 'network.protocol.version',
  urlFull: 'url.full',
  httpRequestMethod: 'http.request.method',
  httpRequestResendCount: 'http.request.resend_count',
  httpResponseStatusCode: 'http.response.status_code',
} as const;

export const own = {
  execution: 'kindgi.pack.execution',
  mayStillRun: 'kindgi.pack.may_still_run',
  stopped: 'kindgi.pack.stopped',
  attempts: 'kindgi.pack.attempts',
  runId: 'kindgi.pack.run_id',
  requestId: 'kindgi.pack.request_id',
  artifactVersion: 'kindgi.pack.artifact_version',
  replica: 'kindgi.pack.replica',
} as const;

export const metricNames = {
  duration: 'rpc.client.call.duration',
  calls: 'kindgi.pack.client.calls',
  attempts: 'kindgi.pack.client.attempts',
  inFlight: 'kindgi.pack.client.in_flight',
  queued: 'kindgi.pack.client.queued',
  limit: 'kindgi.pack.client.limit',
} as const;
