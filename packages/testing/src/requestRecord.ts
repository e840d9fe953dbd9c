/** What a dapp asked, in order. */
export interface RequestRecord {
  /** The origin of the page that asked. */
  readonly origin: string
  readonly method: string
  readonly params: unknown
}
