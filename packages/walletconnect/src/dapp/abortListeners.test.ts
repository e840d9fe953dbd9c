import { expect, test, vi } from 'vitest'
import * as peerFailures from '../protocol/failures.js'
import { connectedWorld } from './test/world.js'

/** A signal whose listeners are counted. */
function countedSignal() {
  const controller = new AbortController()
  const { signal } = controller
  const added = vi.spyOn(signal, 'addEventListener')
  const removed = vi.spyOn(signal, 'removeEventListener')
  const left = () =>
    added.mock.calls.filter(([, listener]) => !removed.mock.calls.some(([, each]) => each === listener)).length
  return { controller, signal, added, left }
}

test.each(['is answered', 'is refused', 'expires', 'loses its session', 'is aborted', 'is stopped'])(
  'a request that %s leaves no listener at its signal',
  async (how) => {
    const { clock, dapp, wallet, session, channel } = await connectedWorld()
    const { controller, signal, added, left } = countedSignal()
    const { topic } = session
    const request = dapp.client.request({
      ...{ topic, chainId: 'eip155:1', method: 'personal_sign', params: [], signal },
    })
    const settled = request.then(
      () => 'answered',
      ({ code }) => code,
    )
    await clock.untilTrue(() => wallet.requests.some(({ method }) => method === 'wc_sessionRequest'))
    expect([added.mock.calls.length, left()]).toEqual([1, 1])
    const asked = wallet.requests.find(({ method }) => method === 'wc_sessionRequest')
    const id = asked?.id ?? ''
    if (how === 'is answered') await wallet.answer(channel, 'wc_sessionRequest', { type: 'result', id, result: '0x' })
    if (how === 'is refused')
      await wallet.answer(channel, 'wc_sessionRequest', { type: 'failure', id, error: peerFailures.rejected })
    if (how === 'expires') await clock.advance(300_000)
    if (how === 'loses its session') await clock.until(dapp.client.disconnect({ topic }))
    if (how === 'is aborted') controller.abort()
    if (how === 'is stopped') dapp.client.stop()
    await clock.until(settled)
    expect(left()).toBe(0)
  },
)
