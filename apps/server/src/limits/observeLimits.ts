import type { LimitKind, Limits } from './limits.js'

/** The same limits, each refusal of which is counted by the limit's name. */
export function observeLimits({
  limits,
  onRefused,
}: {
  limits: Limits
  onRefused: (refused: { limit: string }) => void
}): Limits {
  const observed =
    <Request>(take: (request: Request) => Promise<number | null>, { name }: LimitKind) =>
    async (request: Request) => {
      const wait = await take(request)
      if (wait !== null) onRefused({ limit: name })
      return wait
    }
  return {
    rateLimit: (limit) => ({ take: observed(limits.rateLimit(limit).take, limit) }),
    slidingWindow: (limit) => ({ take: observed(limits.slidingWindow(limit).take, limit) }),
  }
}
