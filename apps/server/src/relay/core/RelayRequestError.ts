/** What can be wrong with a request, by the word that clients are told, and its JSON-RPC code. */
const codes = {
  InvalidJsonRpcVersion: -32_600,
  InvalidRequestId: -32_600,
  InvalidMethod: -32_600,
  InvalidParams: -32_600,
  InvalidTopic: -32_600,
  PayloadSizeExceeded: -32_600,
  BatchEmpty: -32_600,
  BatchLimitExceeded: -32_600,
  TtlTooShort: -32_000,
  TtlTooLong: -32_000,
  MailboxLimitExceeded: -32_000,
  SubscriberLimitExceeded: -32_000,
  TooManyRequests: 3_001,
  StorageError: -32_603,
} as const

export type RelayFault = keyof typeof codes

/** A request of a client isn't done. It is answered in JSON-RPC's shape, and the socket stays open. */
export class RelayRequestError extends Error {
  override readonly name = 'RelayRequestError'
  readonly code = 'relay_request'
  /** as the client is told */
  readonly answer: { readonly code: number; readonly message: string; readonly data: RelayFault }

  constructor({ fault, message, cause }: { fault: RelayFault; message: string; cause?: unknown }) {
    super(message, cause === undefined ? undefined : { cause })
    this.answer = { code: codes[fault], message, data: fault }
  }
}
