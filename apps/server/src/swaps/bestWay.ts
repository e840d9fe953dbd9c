/** The way that gives most; of those that give the same, the first. Null where none gives anything. */
export function bestWay<Way>({
  ways,
  amounts,
}: {
  ways: readonly Way[]
  /** what each gives; null where it can't be gone */
  amounts: readonly (bigint | null)[]
}): { readonly way: Way; readonly amountOut: bigint } | null {
  let best: { way: Way; amountOut: bigint } | null = null
  for (const [index, way] of ways.entries()) {
    const amountOut = amounts[index] ?? 0n
    if (amountOut > (best?.amountOut ?? 0n)) best = { way, amountOut }
  }
  return best
}
