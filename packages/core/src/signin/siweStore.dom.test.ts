import { expect, test } from 'vitest'
import type { NetworkId } from '../chain/ids.js'
import { memoryStorage } from '../test/fakeKit.js'
import type { SiweConfigOptions } from './createSiweConfig.js'
import { siwxOfSiwe } from './siwxOfSiwe.js'
import { alice, bob } from './test/signingKit.js'

/** The older client's sessions without the kit around them; time stands still, and no timer goes off by itself. */
function siweStore(options: Partial<SiweConfigOptions> = {}) {
  const asked: unknown[] = []
  const timers: number[] = []
  const ends: (() => void)[] = []
  const time = { now: 1_700_000_000_000 }
  let nonces = 0
  const siwx = siwxOfSiwe({
    options: {
      async getNonce(address) {
        asked.push(['getNonce', address])
        return `nonce${++nonces}`
      },
      getMessageParams: async () => ({ chains: [1], domain: 'dapp.example', uri: 'https://dapp.example/' }),
      createMessage: ({ address }) => `I am ${address}`,
      async verifyMessage(signed) {
        asked.push(['verifyMessage', signed])
        return true
      },
      getSession: async () => null,
      signOut: async () => asked.push(['signOut']) > 0,
      onSignIn: (session) => asked.push(['onSignIn', session]),
      onSignOut: () => asked.push(['onSignOut']),
      ...options,
    },
    host: {
      clock: {
        now: () => time.now,
        setTimeout(_, ms) {
          timers.push(ms)
          return () => timers.splice(timers.indexOf(ms), 1)
        },
      },
      storage: memoryStorage(new Map()),
      page: () => ({ domain: 'dapp.example', uri: 'https://dapp.example/' }),
      verify: async () => true,
      api: undefined,
      wallet: () => undefined,
      networkId: () => 'eip155:10',
      changed() {},
      onStop: (end) => ends.push(end),
      report: (error) => asked.push(['report', error]),
    },
  })
  const signed = async (chainId: NetworkId, accountAddress = alice) => {
    const { toString: write, ...data } = await siwx.createMessage({ accountAddress, chainId })
    return { data, message: write(), signature: 'signed', cacao: { p: 1 } }
  }
  const of = (name: string) => asked.filter((each) => Array.isArray(each) && each[0] === name)
  const stop = () => {
    for (const end of ends) end()
  }
  return { siwx, of, timers, time, signed, stop }
}

test('the host verifies what was signed with all that there is of it; of several networks the visitor’s own', async () => {
  const { siwx, of, signed } = siweStore()
  const [one, ten] = [await signed('eip155:1'), await signed('eip155:10')]
  await siwx.setSessions([one, ten])
  expect(of('verifyMessage')).toEqual([['verifyMessage', ten]])
  expect(of('onSignIn')).toEqual([['onSignIn', { address: alice, chainId: 10 }]])
  await siwx.setSessions([one])
  expect(of('onSignIn').at(-1)).toEqual(['onSignIn', { address: alice, chainId: 1 }])
  await siwx.revokeSession('eip155:1', alice)
  expect([of('signOut'), of('onSignOut')]).toEqual([[['signOut']], [['onSignOut']]])
})

test('callbacks that a host leaves out aren’t missed', async () => {
  const { siwx, of, signed } = siweStore({ onSignIn: undefined, onSignOut: undefined })
  await siwx.addSession(await signed('eip155:1'))
  await siwx.setSessions([])
  expect(of('signOut')).toHaveLength(1)
})

const data = { domain: 'dapp.example', uri: 'https://dapp.example/', version: '1', nonce: '', issuedAt: '' }
test.each<
  readonly [string, { readonly address: string; readonly chainId: number }, Partial<SiweConfigOptions>, boolean]
>([
  ['of the account', { address: alice.toLowerCase(), chainId: 1 }, {}, true],
  ['of another account', { address: bob, chainId: 1 }, {}, false],
  ['of another account that may stay', { address: bob, chainId: 1 }, { signOutOnAccountChange: false }, true],
  ['of another network', { address: alice, chainId: 10 }, {}, false],
  ['of another network that may stay', { address: alice, chainId: 10 }, { signOutOnNetworkChange: false }, true],
  ['of neither', { address: bob, chainId: 10 }, { signOutOnAccountChange: false }, false],
])('[X10] a host’s session %s', async (_, session, options, isKept) => {
  const { siwx, of } = siweStore({ getSession: async () => session, ...options })
  const found = await siwx.getSessions('eip155:1', alice)
  const kept = { data: { ...data, accountAddress: alice, chainId: 'eip155:1' }, message: '', signature: '' }
  expect(found).toEqual(isKept ? [kept] : [])
  expect(of('signOut')).toHaveLength(isKept ? 0 : 1)
  expect(of('getNonce')).toEqual(isKept ? [] : [['getNonce', alice]])
})

test.each([
  [299_999, 'nonce1', 1],
  [300_000, 'nonce2', 2],
])('a nonce that was asked for %i ms ago: %s is signed', async (age, nonce, count) => {
  const { siwx, of, signed, time } = siweStore()
  await siwx.getSessions('eip155:1', alice)
  time.now += age
  expect((await signed('eip155:1')).data.nonce).toBe(nonce)
  expect(of('getNonce')).toHaveLength(count)
  // It is used up, whatever its age.
  expect((await signed('eip155:1')).data.nonce).toBe(`nonce${count + 1}`)
})

test('a nonce for one account isn’t signed by another, nor by one that isn’t known yet', async () => {
  for (const [address, asked] of [
    [bob, bob],
    ['', undefined],
  ] as const) {
    const { siwx, of, signed } = siweStore()
    await siwx.getSessions('eip155:1', alice)
    expect((await signed('eip155:1', address)).data.nonce).toBe('nonce2')
    expect(of('getNonce')).toEqual([
      ['getNonce', alice],
      ['getNonce', asked],
    ])
  }
})

test.each([
  [2_147_483_647, [2_147_483_647]],
  [2_147_483_648, []],
  [1, [1]],
  [0, []],
])('an interval of %i ms sets the timers %j, which end with the kit', async (sessionRefetchIntervalMs, timers) => {
  const store = siweStore({ sessionRefetchIntervalMs })
  await store.siwx.addSession(await store.signed('eip155:1'))
  expect(store.timers).toEqual(timers)
  store.stop()
  expect(store.timers).toEqual([])
})

test('signing in is required unless the host says otherwise', () => {
  expect([undefined, true, false].map((required) => siweStore({ required }).siwx.getRequired?.())).toEqual([
    true,
    true,
    false,
  ])
})
