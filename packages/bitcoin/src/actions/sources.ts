import { type Coin, RawTransaction } from '../esplora/answers.js'
import type { Esplora } from '../esplora/esplora.js'

/** The transactions that made coins, by their id, in hexadecimal. */
export async function sourcesOf({
  inputs,
  esplora,
  signal,
}: {
  readonly inputs: readonly Pick<Coin, 'txid'>[]
  readonly esplora: Esplora
  readonly signal?: AbortSignal | undefined
}): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(inputs.map(({ txid }) => txid))]
  const asked = { schema: RawTransaction, expected: 'a transaction in hexadecimal', isText: true, signal }
  const found = await Promise.all(ids.map((id) => esplora.read({ ...asked, path: `/tx/${id}/hex` })))
  return new Map(ids.map((id, index) => [id, found[index] ?? '']))
}
