import { solana } from '@foyer/core/networks'
import * as v from 'valibot'
import type { Chain } from '../actions/chain.js'
import type { Level } from '../commitment.js'

/** The answers of a node to each method; what it throws is what asking rejects with. */
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

/** Returns a node's answer, with the slot that it is of. */
export const inSlot = (value: unknown, slot = 1): unknown => ({ context: { slot }, value })
