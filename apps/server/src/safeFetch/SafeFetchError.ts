/** Why something wasn't fetched. */
export type SafeFetchFault =
  | 'malformed'
  | 'scheme'
  | 'userinfo'
  | 'port'
  | 'address'
  | 'no_gateway'
  | 'redirects'
  | 'status'
  | 'type'
  | 'encoding'
  | 'too_large'
  | 'slow'
  | 'unreachable'

const sentences: Readonly<Record<SafeFetchFault, string>> = {
  malformed: "it isn't a URL",
  scheme: 'its scheme is not one that is fetched',
  userinfo: 'it holds a user or a password',
  port: 'its port is none of the usual ones',
  address: 'its host has an address that is not public',
  no_gateway: 'no gateway is configured for its network',
  redirects: 'it was sent on too often, or from a request that must not be sent on',
  status: 'the host answered with a status that is not 2xx',
  type: 'the answer is not of a type that was asked for',
  encoding: 'the answer is packed in a way that was not asked for, or broken',
  too_large: 'the answer is too large',
  slow: "the host didn't answer in time",
  unreachable: "the host can't be reached",
}

/** Fetching an untrusted URL was refused or failed. The message never holds the URL. */
export class SafeFetchError extends Error {
  override readonly name = 'SafeFetchError'
  readonly code: SafeFetchFault
  /** the HTTP status, where that is the reason */
  readonly status: number | undefined

  constructor({ code, status, cause }: { code: SafeFetchFault; status?: number | undefined; cause?: unknown }) {
    super(`Not fetched: ${sentences[code]}.`, cause === undefined ? undefined : { cause })
    this.code = code
    this.status = status
  }

  /** Whether it may go better another time: the host was away, slow or overloaded. What was refused stays refused. */
  get mayPass(): boolean {
    if (this.code === 'status') return this.status === 429 || (this.status !== undefined && this.status >= 500)
    return this.code === 'slow' || this.code === 'unreachable'
  }
}
