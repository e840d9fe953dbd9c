import type { Asset, MinedTransaction } from '@foyer/core'
import type { Made, Suite } from './adapterSubject.js'
import { silentNodes } from './silentNodes.js'

/** Sends an amount, or the least that can be sent, and waits for it; undefined where the family sends nothing. */
type Sent = (subject: Made, asset: Asset, amount: bigint) => Promise<MinedTransaction | undefined>

/** What a kit asks nodes for, by itself or before a wallet is asked; each with the signal that calls it off. */
async function askedOfNodes(
  subject: Made,
  sent: Sent,
): Promise<readonly ((signal: AbortSignal) => Promise<unknown> | undefined)[]> {
  const { actions, network, own, wallet, addresses, token, leastAmount = 1n } = subject
  const transfer = { to: addresses.other, asset: { type: 'coin' }, amount: leastAmount } as const
  const asking = { networkId: network.caipNetworkId, network, address: own, asked: { transfer } }
  const asks = [
    (signal: AbortSignal) => actions.nativeBalance({ address: own, network, signal }),
    async (signal: AbortSignal) =>
      token === undefined ? undefined : actions.tokenBalances?.({ address: own, network, tokens: [token], signal }),
    (signal: AbortSignal) => actions.estimateFee?.({ address: own, network, work: { transfer }, signal }),
    (signal: AbortSignal) => actions.sendTransfer?.({ wallet, transfer, signal }),
    async (signal: AbortSignal) => actions.walletRequest?.({ ...asking, signal }),
  ]
  const mined = await sent(subject, { type: 'coin' }, 1n)
  // A block more, so that it is waited for as many.
  const after = mined && (await sent(subject, { type: 'coin' }, leastAmount + 1n))
  const { hash } = mined ?? {}
  if (hash === undefined || !after) return asks
  return [
    ...asks,
    (signal) => actions.waitForTransaction?.({ network, hash, confirmations: 2, signal }),
    (signal) => actions.failureReason?.({ network, hash, signal }),
  ]
}

/** More than any work takes. */
const mostRequests = 40

/** Each request to a node, of each that a work makes, is left without an answer once, and called off. */
export function callingOff({ test, expect, made, sent }: Suite & { readonly sent: Sent }): void {
  test('[F18] what is called off while nodes are asked ends as that, and asks them and the visitor nothing more', async () => {
    const nodes = silentNodes()
    try {
      const subject = await made()
      const { prompts } = subject
      for (const ask of await askedOfNodes(subject, sent)) {
        let isOver = false
        for (let answered = 0; !isOver && answered < mostRequests; answered += 1) {
          const controller = new AbortController()
          const before = prompts.count
          const silent = nodes.answer(answered)
          const work = nodes.run(() => ask(controller.signal))
          isOver = work === undefined
          if (!work) break
          const ended = work.then(
            () => 'done',
            (error: unknown) => String(Reflect.get(Object(error), 'code')),
          )
          isOver = (await Promise.race([silent.then(() => false), ended.then(() => true)])) || prompts.count > before
          controller.abort()
          if (isOver) continue
          // At once: what isn't called off would end by its own time limit.
          expect(nodes.waiting()).toBe(0)
          expect(await ended).toBe('aborted')
          expect(prompts.count).toBe(before)
        }
        expect(isOver).toBe(true)
      }
    } finally {
      nodes.stop()
    }
  })
}
