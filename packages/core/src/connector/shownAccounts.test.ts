import { describe, expect, test, vi } from 'vitest'
import type { NetworkId } from '../chain/ids.js'
import { UnsupportedMethodError } from '../errors/wallet.js'
import type { WalletEvent } from './live.js'
import { awaitShown, createShownAccounts, forgotten } from './shownAccounts.js'

interface Shown {
  readonly networkId: NetworkId
  readonly addresses: readonly string[]
}

const first: Shown = { networkId: 'eip155:1', addresses: ['a', 'b'] }

/** A wallet that shows `first`, with what it has emitted and kept. */
function stage({ by = 'address' }: { readonly by?: 'address' | 'nothing' } = {}) {
  const kept = vi.fn<(shown: Shown) => void>()
  const stop = vi.fn()
  const listenTo = vi.fn(() => stop)
  const shown = createShownAccounts<Shown>({
    family: 'eip155',
    first,
    accountsIn: ({ addresses }) => addresses.map((address) => ({ namespace: 'eip155', address, type: 'eoa' })),
    keyOf: by === 'nothing' ? () => '' : undefined,
    keep: kept,
    listenTo,
  })
  const events: WalletEvent[] = []
  const unlisten = shown.listen((event) => events.push(event))
  return { shown, events, unlisten, kept, stop, listenTo }
}

describe('what a wallet shows', () => {
  test('emits only what is another: the network, the accounts, or both, the network first', () => {
    const { shown, events, kept } = stage()
    shown.arrive({ networkId: 'eip155:1', addresses: ['a', 'b'] })
    expect(events).toEqual([])
    shown.arrive({ networkId: 'eip155:10', addresses: ['a', 'b'] })
    shown.arrive({ networkId: 'eip155:10', addresses: ['b', 'a'] })
    shown.arrive({ networkId: 'eip155:1', addresses: [] })
    expect(events.map((event) => [event.type, 'networkId' in event ? event.networkId : undefined])).toEqual([
      ['networkChanged', 'eip155:10'],
      ['accountsChanged', undefined],
      ['networkChanged', 'eip155:1'],
      ['accountsChanged', undefined],
    ])
    expect(events[1]).toMatchObject({ accounts: [{ address: 'b' }, { address: 'a' }] })
    expect(kept.mock.calls.map(([{ networkId }]) => networkId)).toEqual([
      'eip155:1',
      'eip155:10',
      'eip155:10',
      'eip155:1',
    ])
    expect(shown.now.addresses).toEqual([])
  })

  test('accounts whose keys are equal are the same ones', () => {
    const { shown, events } = stage({ by: 'nothing' })
    shown.arrive({ networkId: 'eip155:1', addresses: ['c', 'd'] })
    expect(events).toEqual([])
    expect(shown.now.addresses).toEqual(['c', 'd'])
  })

  test('hides and leaves by events of its family', () => {
    const { shown, events } = stage()
    shown.hide()
    shown.leave()
    expect(events).toEqual([
      { type: 'accountsChanged', family: 'eip155', accounts: [] },
      { type: 'disconnected', family: 'eip155' },
    ])
  })

  test('what arrives after the visitor has disconnected changes, emits and keeps nothing', () => {
    const { shown, events, kept } = stage()
    shown.end()
    shown.arrive({ networkId: 'eip155:10', addresses: [] })
    expect(shown.isOver).toBe(true)
    expect([shown.now, events]).toEqual([first, []])
    expect(kept).not.toHaveBeenCalled()
  })

  test('the wallet is listened to once, for as long as anything listens, and anew afterwards', () => {
    const { shown, unlisten, stop, listenTo } = stage()
    const other = shown.listen(() => {})
    unlisten()
    expect([listenTo.mock.calls.length, stop.mock.calls.length]).toEqual([1, 0])
    other()
    expect(stop).toHaveBeenCalledOnce()
    shown.listen(() => {})
    expect(listenTo).toHaveBeenCalledTimes(2)
  })

  test('a listener that leaves while an event is emitted keeps it from none of the others', () => {
    const { shown, unlisten } = stage()
    unlisten()
    const leave = shown.listen(() => leave())
    const heard = vi.fn()
    shown.listen(heard)
    shown.hide()
    expect(heard).toHaveBeenCalledOnce()
  })
})

describe('what is asked on the network in use', () => {
  test('is asked again where the visitor goes to another meanwhile, whether it was answered or refused', async () => {
    const { shown } = stage()
    const asked: NetworkId[] = []
    const answer = await shown.onNetwork(async (networkId) => {
      asked.push(networkId)
      if (networkId !== 'eip155:1') return networkId
      shown.arrive({ networkId: 'eip155:10', addresses: [] })
      throw new Error('of the network before')
    })
    expect([answer, asked]).toEqual(['eip155:10', ['eip155:1', 'eip155:10']])
  })

  test('fails by its own failure', async () => {
    const { shown } = stage()
    await expect(shown.onNetwork(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  })
})

describe('a wallet that showed no account', () => {
  const looked = () => {
    let changed = () => {}
    const answers: (object | undefined)[] = []
    const looks: Promise<object | undefined>[] = []
    const back = vi.fn()
    const unlisten = vi.fn()
    const stop = awaitShown({
      listenTo(listener) {
        changed = listener
        return unlisten
      },
      look() {
        const answer = answers.shift()
        const asked = answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
        looks.push(asked)
        return asked
      },
      back,
    })
    return { answers, back, unlisten, stop, change: () => changed(), hasLooked: () => Promise.allSettled(looks) }
  }

  test('is back once it shows one, and neither while it shows none nor while it fails', async () => {
    const { answers, back, change, hasLooked } = looked()
    answers.push(undefined, new Error('locked'))
    change()
    change()
    await hasLooked()
    expect(back).not.toHaveBeenCalled()
    answers.push({})
    change()
    await hasLooked()
    expect(back).toHaveBeenCalledOnce()
  })

  test('isn’t back any more once that is waited for no longer', async () => {
    const { answers, back, unlisten, stop, change, hasLooked } = looked()
    answers.push({})
    change()
    stop()
    await hasLooked()
    expect(unlisten).toHaveBeenCalledOnce()
    expect(back).not.toHaveBeenCalled()
  })
})

test('a site that a wallet can’t forget is no failure; any other is reported, and nothing is thrown', async () => {
  const report = vi.fn()
  await forgotten(undefined, report)
  await forgotten(Promise.reject(new UnsupportedMethodError()), report)
  expect(report).not.toHaveBeenCalled()
  const failure = new Error('gone')
  await forgotten(Promise.reject(failure), report)
  expect(report).toHaveBeenCalledExactlyOnceWith(failure)
})
