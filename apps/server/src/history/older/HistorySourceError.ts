/** The service that has the older history didn't give it. */
export class HistorySourceError extends Error {
  override readonly name = 'HistorySourceError'
  readonly code: 'history_unreachable' | 'history_refused' | 'history_not_understood' | 'history_unfinished'
  constructor({ code, cause }: { code: HistorySourceError['code']; cause?: unknown }) {
    super(`The older history can't be had from its service (${code}).`, { cause })
    this.code = code
  }
}
