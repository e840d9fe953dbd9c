/**
 * Lets so many who wait go on in each turn of the event loop; what else has come is worked on in between.
 * @returns what is waited for; no caller waits longer than the turns of those before take
 */
export function spreadOverTurns({ perTurn }: { perTurn: number }): () => Promise<void> {
  const waiting: (() => void)[] = []
  const run = () => {
    for (const goOn of waiting.splice(0, perTurn)) goOn()
    if (waiting.length > 0) setImmediate(run)
  }
  return () =>
    new Promise((resolve) => {
      if (waiting.length === 0) setImmediate(run)
      waiting.push(resolve)
    })
}
