interface Waiting {
  readonly owner: string
  start(): void
}

/** The places of lookups under way: so many in all, and so many of one owner. */
export interface LookupPlaces {
  /**
   * Does the work when there is a place for it: of those who wait, the owner with least under way is first.
   * @throws what the work throws · the signal's reason, where it aborts before there was a place
   */
  within<Value>(request: { owner: string; signal: AbortSignal; work: () => Promise<Value> }): Promise<Value>
}

/** An owner whose lookups don't end waits behind these, and others have the rest. */
export function createLookupPlaces({ inAll, perOwner }: { inAll: number; perOwner: number }): LookupPlaces {
  const underWay = new Map<string, number>()
  const waiting = new Set<Waiting>()
  let all = 0
  const of = (owner: string) => underWay.get(owner) ?? 0
  const change = (owner: string, by: number) => {
    all += by
    const now = of(owner) + by
    if (now === 0) underWay.delete(owner)
    else underWay.set(owner, now)
  }
  const next = (): Waiting | undefined =>
    [...waiting]
      .filter(({ owner }) => of(owner) < perOwner)
      .reduce<Waiting | undefined>(
        (first, each) => (first === undefined || of(each.owner) < of(first.owner) ? each : first),
        undefined,
      )
  const serve = () => {
    for (let first = next(); first !== undefined && all < inAll; first = next()) {
      waiting.delete(first)
      change(first.owner, 1)
      first.start()
    }
  }
  const place = ({ owner, signal }: { owner: string; signal: AbortSignal }) =>
    new Promise<void>((resolve, reject) => {
      const leave = () => {
        waiting.delete(own)
        reject(signal.reason)
      }
      const own: Waiting = {
        owner,
        start() {
          signal.removeEventListener('abort', leave)
          resolve()
        },
      }
      signal.addEventListener('abort', leave, { once: true })
      waiting.add(own)
      serve()
    })
  return {
    async within({ owner, signal, work }) {
      signal.throwIfAborted()
      await place({ owner, signal })
      try {
        return await work()
      } finally {
        change(owner, -1)
        serve()
      }
    },
  }
}
