/** The JSON-RPC code of each fault; clients read the fault's name in `data`. */
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

/** A client's request is rejected. The answer is a JSON-RPC error, and the socket stays open. */
export class RelayRequestError extends Error {
  override readonly name = 'RelayRequestError'
  readonly code = 'relay_request'
  /** The JSON-RPC error object. */
  readonly answer: { readonly code: number; readonly message: string; readonly data: RelayFault }

  constructor({ fault, message, cause }: { fault: RelayFault; message: string; cause?: unknown }) {
    super(message, cause === undefined ? undefined : { cause })
    this.answer = { code: codes[fault], message, data: fault }
  }
}

/** There is no room for a message: its topic is full, or no one holds so much that could go for it. */
export class MailboxFullError extends Error {
  override readonly name = 'MailboxFullError'
  readonly code = 'mailbox_full'

  constructor() {
    super('The mailboxes have no room for this message: its topic is full, or no one else holds as much as it takes.')
  }
}

/** Returns the error that a client receives when its request fails. */
export function toRequestError(error: unknown): RelayRequestError {
  if (error instanceof RelayRequestError) return error
  if (error instanceof MailboxFullError) {
    return new RelayRequestError({ fault: 'MailboxLimitExceeded', message: error.message, cause: error })
  }
  const message = "The mailboxes can't be reached at the moment. Try again."
  return new RelayRequestError({ fault: 'StorageError', message, cause: error })
}
