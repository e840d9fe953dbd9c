import { describe, expect, test } from 'vitest'
import { walletOf } from '../wallets/test/localDirectory.js'
import { walletButtonIds } from '../wire/wallet.js'
import type { ConnectorEntry } from './connector.js'
import { installedFirst, isConnectorOf, type WalletPlatformsParameters, walletPlatforms } from './listedWallet.js'

const connector: ConnectorEntry = { id: 'a', type: 'ANNOUNCED', name: 'Maple', rdns: 'org.maple', families: ['eip155'] }
const whole = walletOf(1, {
  name: 'Maple',
  rdns: 'org.maple',
  mobile_link: 'maple://',
  webapp_link: 'https://maple.example',
  desktop_link: 'maple://',
})
const ways = (given: Partial<WalletPlatformsParameters>) =>
  walletPlatforms({ wallet: whole, connectors: [], mobile: false, hasAdapters: true, ...given })

describe('the ways to a wallet', () => {
  test.each<[string, Partial<WalletPlatformsParameters>, readonly string[]]>([
    ['no wallet', { wallet: undefined }, ['qrcode']],
    ['installed', { connectors: [connector] }, ['browser', 'qrcode', 'web', 'desktop']],
    ['not installed', {}, ['qrcode', 'web', 'desktop', 'unsupported']],
    ['on a phone', { mobile: true }, ['mobile', 'web', 'unsupported']],
    ['in its own browser', { mobile: true, connectors: [connector] }, ['browser', 'mobile', 'web']],
    ['without adapters', { connectors: [connector], hasAdapters: false }, ['qrcode', 'web', 'desktop']],
    ['an app alone', { wallet: walletOf(2) }, ['qrcode']],
    ['an extension alone', { wallet: walletOf(2, { mobile_link: null, rdns: 'org.x' }) }, ['unsupported']],
    ['a page of the web alone', { wallet: { id: 'x', name: 'X', webapp_link: 'https://x.example' } }, ['web']],
    [
      'a page of the web, named as an app too',
      { wallet: { id: 'x', name: 'X', webapp_link: 'https://x.example', mobile_link: 'https://x.example' } },
      ['web'],
    ],
    ['nothing known of it', { wallet: { id: 'x', name: 'X' } }, ['qrcode']],
    ['nothing known of it, on a phone', { wallet: { id: 'x', name: 'X' }, mobile: true }, ['qrcode']],
    [
      'one of old, known by its flag',
      { wallet: walletOf(2, { name: 'Maple', injected: [{ injected_id: 'isMaple' }] }), connectors: [connector] },
      ['browser', 'qrcode'],
    ],
    [
      'one that bears the name, but is for phones',
      { wallet: walletOf(2, { name: 'Maple' }), connectors: [connector] },
      ['qrcode'],
    ],
    [
      'one that code brought is none of the page',
      { connectors: [{ ...connector, type: 'EXTERNAL' }] },
      ['qrcode', 'web', 'desktop', 'unsupported'],
    ],
  ])('%s', (_, given, expected) => {
    expect(ways(given)).toEqual(expected)
  })
})

test('what is installed comes first, the rest keeps its order', () => {
  const wallets = [walletOf(1), walletOf(2), whole, walletOf(3)]
  expect(installedFirst(wallets, [connector])).toEqual([whole, walletOf(1), walletOf(2), walletOf(3)])
  const namesake = walletOf(4, { name: 'Maple' })
  expect(installedFirst([walletOf(1), namesake], [connector])).toEqual([walletOf(1), namesake])
})

test('a connector is the wallet of the directory by the name that it announces, and no other', () => {
  const known: Readonly<Record<string, keyof typeof walletButtonIds>> = {
    MetaMask: 'metamask',
    'Trust Wallet': 'trust',
    Solflare: 'solflare',
    Phantom: 'phantom',
    Coin98: 'coin98',
    'Magic Eden': 'magic-eden',
    Backpack: 'backpack',
    'Bitget Wallet': 'bitget',
    Frontier: 'frontier',
    'Xverse Wallet': 'xverse',
    Leather: 'leather',
    coinbaseWallet: 'coinbase',
    coinbaseWalletSDK: 'coinbase',
    safe: 'safe',
    ledger: 'ledger',
    okx: 'okx',
  }
  for (const [name, button] of Object.entries(known)) {
    const are = Object.entries(walletButtonIds).filter(([, id]) => isConnectorOf({ id: 'some.id', name }, { id }))
    expect(
      are.map(([each]) => each),
      name,
    ).toEqual([button])
  }
  expect(isConnectorOf({ id: 'constructor', name: 'toString' }, { id: walletButtonIds.metamask })).toBe(false)
})
