import type { WalletNetwork } from './network.js'

/** A node is asked no more than this for one description: a hundred calls of as many contracts would ask several hundred times. */
const mostReads = 200

/** A network whose node is asked each question once, until what is asked is known anew. */
export const remembering = (network: WalletNetwork): WalletNetwork => ({
  ...network,
  reads: network.reads ?? new Map(),
})

type Remembering = Pick<WalletNetwork, 'reads'>

/** Whether more was to be asked than one description is worth: then not all that belongs to it is known. */
export const isSpent = ({ reads }: Remembering): boolean => reads !== undefined && reads.size >= mostReads

/** What a node answers to a question, which is asked once for a description; undefined where nothing more is asked. */
export function askedOnce(
  network: Remembering,
  question: readonly unknown[],
  ask: () => Promise<unknown>,
): Promise<unknown> {
  const key = JSON.stringify(question)
  const known = network.reads?.get(key)
  if (known) return known
  if (isSpent(network)) return Promise.resolve(undefined)
  const answer = ask()
  network.reads?.set(key, answer)
  return answer
}
