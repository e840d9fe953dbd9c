import { solana } from '@foyer/core/networks'
import * as v from 'valibot'
import type { Chain } from '../actions/chain.js'
import type { Level } from '../commitment.js'

/** What a node answers to each method; what it throws is what asking rejects with. */
export type NodeAnswers = Readonly<Record<string, (params: readonly unknown[]) => unknown>>

/** For tests: a chain whose node answers as the test says, and keeps what it was asked. */
export function fakeChain(
  answers: NodeAnswers,
  { commitment = 'confirmed' }: { readonly commitment?: Level } = {},
): { readonly chain: Chain; readonly asked: (readonly [string, readonly unknown[]])[] } {
  const asked: (readonly [string, readonly unknown[]])[] = []
  const chain: Chain = {
    network: solana,
    commitment,
    async ask({ method, params = [], schema }) {
      asked.push([method, params])
      const answer = answers[method]
      if (!answer) throw new Error(`Nothing was to ask for ${method}.`)
      return v.parse(schema, answer(params))
    },
  }
  return { chain, asked }
}

/** What a node says, with the slot that it says it of. */
export const inSlot = (value: unknown, slot = 1): unknown => ({ context: { slot }, value })
