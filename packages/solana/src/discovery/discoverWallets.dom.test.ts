import { createTestSolanaWallet } from '@foyer/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { keys } from '../test/keys.js'
import { discoverWallets, type FoundWallet } from './discoverWallets.js'
import { isWallet } from './parseWallet.js'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  Reflect.deleteProperty(navigator, 'wallets')
})

const standard = (name = 'Maple') =>
  createTestSolanaWallet({ name, keys, chains: [{ chain: 'solana:mainnet', rpcUrl: 'http://127.0.0.1:1' }] }).standard

/** A wallet with some of its members in another way. */
const changed = (members: object) => Object.assign({ ...standard() }, members)

function look({ announced = true, brought = [] as readonly object[] } = {}) {
  const found: FoundWallet[] = []
  const report = vi.fn()
  const stop = discoverWallets({
    host: { announced, report },
    brought: brought.filter(isWallet),
    found: (wallet) => found.push(wallet),
  })
  stops.push(stop)
  return { found, report, stop }
}

/** Registers as a wallet does that is loaded after the page. @returns takes it back */
function register(...wallets: readonly unknown[]): () => void {
  const leaves: (() => void)[] = []
  const detail = ({ register: take }: { readonly register: (...wallets: readonly unknown[]) => () => void }) =>
    leaves.push(take(...wallets))
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }))
  return () => {
    for (const leave of leaves) leave()
  }
}

test('a wallet that waits in `navigator.wallets` is found, beside one that registers itself twice', () => {
  const waiting = ({ register: take }: { readonly register: (wallet: unknown) => void }) => take(standard('Cedar'))
  Object.defineProperty(navigator, 'wallets', { value: [waiting, 'nonsense'], configurable: true })
  const { found, report } = look()
  const maple = standard()
  register(maple)
  register(maple)
  expect(found.map(({ id, name, type }) => ({ id, name, type }))).toEqual([
    { id: 'solana:Cedar', name: 'Cedar', type: 'ANNOUNCED' },
    { id: 'solana:Maple', name: 'Maple', type: 'ANNOUNCED' },
  ])
  expect(report).not.toHaveBeenCalled()
})

test('wallets of the host’s own code are there without the page’s event, also where announcements are switched off', () => {
  const { found } = look({ announced: false, brought: [standard()] })
  register(standard('Cedar'))
  expect(found.map(({ name, type }) => ({ name, type }))).toEqual([{ name: 'Maple', type: 'EXTERNAL' }])
})

test('[F14] a name has nothing in it that isn’t seen, and a picture of half a megabyte isn’t shown', () => {
  const { found } = look()
  register(changed({ name: ' Map\u202ele\u200b\u0007 ', icon: `data:image/png;base64,${'A'.repeat(500_000)}` }))
  register(changed({ name: 'Script', icon: 'javascript:alert(1)' }), changed({ name: 'x'.repeat(10_000) }))
  expect(found.map(({ name, icon }) => ({ name: name.slice(0, 64), icon: icon?.slice(0, 5) }))).toEqual([
    { name: 'Maple', icon: undefined },
    { name: 'Script', icon: undefined },
    { name: 'x'.repeat(64), icon: 'data:' },
  ])
})

test('[F18] what lies about being a wallet is left out, and reported once; a wallet of another family isn’t a lie', () => {
  const { found, report } = look()
  const thrower = new Proxy(
    {},
    {
      get() {
        throw new Error('No.')
      },
    },
  )
  register(null, undefined, 7, 'wallet', {}, thrower)
  register(changed({ features: {} }), changed({ name: '\u200b' }), changed({ chains: 'solana:mainnet' }))
  register(changed({ features: { 'standard:connect': { connect: 'yes' }, 'solana:signMessage': {} } }))
  register(changed({ chains: ['bitcoin:mainnet'] }))
  expect(found).toEqual([])
  expect(report).toHaveBeenCalledTimes(1)
  expect(report).toHaveBeenCalledWith(expect.objectContaining({ code: 'invalid_wallet' }))
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: 'nonsense' }))
  register(standard())
  expect(found).toHaveLength(1)
})

test('a wallet that leaves and comes back is the same row, with the wallet as it is now', () => {
  const { found } = look()
  const leave = register(standard())
  const [row] = found
  const former = row?.present()
  expect(former?.gone.aborted).toBe(false)
  leave()
  expect(former?.gone.aborted).toBe(true)
  const again = standard()
  register(again)
  expect(found).toHaveLength(1)
  expect(row?.present().wallet).toBe(again)
  expect(row?.present().gone.aborted).toBe(false)
})

test('[F19] once stopped, no wallet is found any more', () => {
  const { found, stop } = look()
  stop()
  register(standard())
  expect(found).toEqual([])
})
