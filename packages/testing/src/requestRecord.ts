/** A dapp's request, as it is recorded. */
export interface RequestRecord {
  /** The origin of the page that asked. */
  readonly origin: string
  readonly method: string
  readonly params: unknown
}
