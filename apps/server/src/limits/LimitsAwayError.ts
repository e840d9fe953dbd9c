import { ApiError } from '../errors/ApiError.js'

/** What counts for all nodes is away, and what was asked is not let through uncounted. */
export class LimitsAwayError extends ApiError {
  override readonly name = 'LimitsAwayError'
  constructor({ cause }: { cause: unknown }) {
    super({
      code: 'limits_away',
      status: 503,
      reasons: [{ name: 'rate', description: "This can't be done at the moment. Try again in a minute." }],
      headers: { 'Retry-After': '60' },
      cause,
    })
  }
}
