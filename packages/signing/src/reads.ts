import type { NodeReads, WalletNetwork } from '@foyer/core/words'

/** A node is asked no more than this for one description: a hundred calls of as many contracts would ask several hundred times. */
const mostReads = 200

/** So long a description waits for an answer, in milliseconds: what comes later is said when it comes, and until then that it is missing. */
const waitedMs = 1_500

/** A network whose node is asked each question once, until what is asked is known anew. */
export const remembering = (network: WalletNetwork): WalletNetwork => ({
  ...network,
  reads: network.reads ?? { answers: new Map(), unread: new Map() },
})

/** Has the node asked again, for a request that is described anew. */
export function forget({ reads }: Remembering): void {
  reads?.answers.clear()
  reads?.unread.clear()
}

type Remembering = Pick<WalletNetwork, 'reads'>

/** Whether more was to be asked than one description is worth: then not all that belongs to it is known. */
export const isSpent = ({ reads }: Remembering): boolean => reads !== undefined && reads.answers.size >= mostReads

/**
 * Returns `asked` or `lost` where a read for a description isn't answered, so that it says less than it should;
 * undefined where all are.
 */
export const unreadOf = ({ reads }: Remembering): 'asked' | 'lost' | undefined => {
  const all = [...(reads?.unread.values() ?? [])]
  return all.includes('asked') ? 'asked' : all[0]
}

/** Asks a node a question once for a description; undefined where nothing more is asked. */
function askedOnce(network: Remembering, question: readonly unknown[], ask: () => Promise<unknown>): Promise<unknown> {
  const key = JSON.stringify(question)
  const known = network.reads?.answers.get(key)
  if (known) return known
  if (isSpent(network)) return Promise.resolve(undefined)
  const answer = ask()
  network.reads?.answers.set(key, answer)
  return answer
}

/** The same for what only describes: undefined where it isn't answered within 1.5 s, or not at all, which is remembered. Never rejects. */
export const readOnce = (
  network: Remembering,
  question: readonly unknown[],
  ask: () => Promise<unknown>,
): Promise<unknown> => {
  const { reads } = network
  const key = JSON.stringify(question)
  return askedOnce(network, question, () =>
    reads ? inTime({ reads, key, answer: ask() }) : ask().catch(() => undefined),
  )
}

function inTime({
  reads,
  key,
  answer,
}: {
  readonly reads: NodeReads
  readonly key: string
  readonly answer: Promise<unknown>
}): Promise<unknown> {
  return new Promise((resolve) => {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      reads.unread.set(key, 'asked')
      resolve(undefined)
    }, waitedMs)
    const end = (value: unknown) => {
      clearTimeout(timer)
      resolve(value)
      // Where all was forgotten meanwhile, it isn't waited for.
      if (!isLate || !reads.answers.has(key)) return
      reads.answers.set(key, Promise.resolve(value))
      reads.onLate?.()
    }
    answer.then(
      (value) => {
        reads.unread.delete(key)
        end(value)
      },
      () => {
        reads.unread.set(key, 'lost')
        end(undefined)
      },
    )
  })
}
