/** The longest that texts on the wire may be, in characters. Both sides refuse more. */
export const limits = {
  projectId: 64,
  sdk: 128,
  clientId: 256,
  address: 128,
  caip2: 41,
  url: 2048,
  domain: 253,
  eventName: 64,
  eventText: 2048,
  stackTrace: 8192,
  eventProperties: 64,
  rpcMethod: 128,
  rpcBatch: 1000,
} as const
