import { expect, test, vi } from 'vitest'
import { createTestWorld } from './test/world.js'

test.each(['settles', 'is refused', 'is aborted', 'is stopped'])(
  'connecting that %s leaves no listener at its signal',
  async (how) => {
    const { clock, dapp, wallet, scanned } = await createTestWorld()
    const controller = new AbortController()
    const { signal } = controller
    const removed = vi.spyOn(signal, 'removeEventListener')
    const { offers, session } = dapp.connect({ signal })
    await clock.untilTrue(() => offers.length > 0)
    const proposal = await scanned(offers[0]?.uri ?? '')
    expect(removed).not.toHaveBeenCalled()
    if (how === 'settles') await clock.until(wallet.approve(proposal))
    if (how === 'is refused') await clock.until(wallet.reject(proposal))
    if (how === 'is aborted') controller.abort()
    if (how === 'is stopped') dapp.client.stop()
    await clock.until(session.catch(() => undefined))
    expect(removed).toHaveBeenCalledWith('abort', expect.any(Function))
  },
)

test('[S4.5] a code that is withdrawn before it is there, and kept, is made once for the next time all the same', async () => {
  for (const isThere of [false, true]) {
    const { clock, relay, dapp } = await createTestWorld({ reuse: true })
    const first = dapp.connect()
    first.abort()
    if (isThere) {
      await clock.untilTrue(() => relay.messages.length > 0)
      await clock.settle()
    }
    const second = dapp.connect()
    await clock.untilTrue(() => second.offers.length > 0)
    await clock.settle()
    expect([first.offers.length, second.offers.length, relay.messages.length]).toEqual([0, 1, 1])
  }
})
