/** The age that an answer may have: probes ask every few seconds. */
const pingEveryMs = 1_000

/**
 * Asks whether the database answers once a second at most, however many want to know: readiness is answered at any load, to anyone, so that it
 * must cost next to nothing. One that is still being waited for is shared, too.
 */
export function createSharedPing({ ping, now }: { ping: () => Promise<void>; now: () => number }): () => Promise<void> {
  let last: { readonly askedAt: number; readonly answer: Promise<void> } | undefined
  let isAsking = false
  return () => {
    if (last !== undefined && (isAsking || Math.abs(now() - last.askedAt) < pingEveryMs)) return last.answer
    isAsking = true
    const answer = ping().finally(() => {
      isAsking = false
    })
    last = { askedAt: now(), answer }
    return answer
  }
}
