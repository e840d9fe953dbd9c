/**
 * Does the same for each, one after another: one that fails doesn't keep the others from being done.
 * @throws the failure, or how many failed with the first as the cause, once all were tried
 */
export async function eachSettled<Item>(items: Iterable<Item>, act: (item: Item) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = []
  for (const item of items) {
    try {
      await act(item)
    } catch (error) {
      failures.push(error)
    }
  }
  const [first] = failures
  if (failures.length > 1) throw new Error(`${failures.length} of them failed.`, { cause: first })
  if (failures.length === 1) throw first
}
