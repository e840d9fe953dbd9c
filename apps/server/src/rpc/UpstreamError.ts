/** A node failed to answer. A JSON-RPC error is an answer, and none of these. */
export type UpstreamFault =
  | 'unreachable'
  | 'silent'
  | 'status'
  | 'limited'
  | 'not_json_rpc'
  | 'too_large'
  | 'wrong_chain'

/** A node of a network gave no usable answer. The message names its host and no more: its path may hold a key. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError'
  readonly code: UpstreamFault
  /** whether the node may have got the request */
  readonly delivered: boolean
  /** when the node allows a retry */
  readonly retryAfterMs: number | undefined

  constructor({
    code,
    host,
    delivered,
    retryAfterMs,
    cause,
  }: {
    code: UpstreamFault
    host: string
    delivered: boolean
    retryAfterMs?: number | undefined
    cause?: unknown
  }) {
    super(`The node at ${host} gave no usable answer (${code}).`, { cause })
    this.code = code
    this.delivered = delivered
    this.retryAfterMs = retryAfterMs
  }
}
