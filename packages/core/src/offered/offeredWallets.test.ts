import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Family, families } from '../chain/ids.js'
import type { ConnectorEntry } from '../connector/connector.js'
import { bitcoin, mainnet, solana } from '../networks/index.js'
import type { FoyerState } from '../state/state.js'
import { chainsOf, offeredWallets, usableWallet, walletOfConnector } from './offeredWallets.js'

const entry = (id: string, family: Family, more: Partial<ConnectorEntry> = {}): ConnectorEntry => ({
  id,
  type: 'ANNOUNCED',
  name: 'Maple',
  families: [family],
  ...more,
})
const networks = [mainnet, solana, bitcoin]
const everywhere: Pick<FoyerState, 'networks' | 'connectorFilter'> = { networks, connectorFilter: undefined }
const shown = (connectors: readonly ConnectorEntry[], excluded?: readonly string[]) =>
  offeredWallets({ connectors, excluded }).map(({ ways, ...wallet }) => ({ ...wallet, ways: ways.map(({ id }) => id) }))

describe('offeredWallets', () => {
  test('[S3.3] connectors of several families are one wallet of type MULTI_CHAIN where their rdns agree, or else their names', () => {
    const connectors = [
      entry('org.maple', 'eip155', { rdns: 'org.maple' }),
      entry('org.birch', 'eip155', { rdns: 'org.birch', name: 'Birch' }),
      entry('maple-sol', 'solana', { name: ' MAPLE ', icon: 'data:image/png;base64,AA==' }),
      entry('maple-btc', 'bip122', { name: 'Maple for Bitcoin', rdns: 'org.maple', type: 'INJECTED' }),
    ]
    expect(shown(connectors)).toEqual([
      {
        id: 'org.maple',
        type: 'MULTI_CHAIN',
        name: 'Maple',
        icon: 'data:image/png;base64,AA==',
        imageId: undefined,
        rdns: 'org.maple',
        families: ['eip155', 'bip122', 'solana'],
        ways: ['org.maple', 'maple-btc', 'maple-sol'],
      },
      { ...connectors[1], ways: ['org.birch'] },
    ])
  })

  test.each([
    ['another rdns', entry('b', 'solana', { rdns: 'org.other' })],
    ['a mark that turns text around', entry('b', 'solana', { name: 'Maple\u202e' })],
    ['a letter without a width', entry('b', 'solana', { name: 'Ma\u200bple' })],
    ['a filler that is drawn as nothing', entry('b', 'solana', { name: 'Maple\u3164' })],
    ['a letter that only looks alike', entry('b', 'solana', { name: 'M\u0430ple' })],
    ['the same family', entry('b', 'eip155')],
    ['a pairing', entry('b', 'solana', { type: 'WALLET_CONNECT' })],
    ['a login', entry('b', 'solana', { type: 'AUTH' })],
  ])('[S3.3] [F14] a connector with %s is another wallet', (_, other) => {
    const maple = entry('org.maple', 'eip155', { rdns: 'org.maple' })
    expect(shown([maple, other]).map(({ ways }) => ways)).toEqual([['org.maple'], ['b']])
  })

  test('wallets without a name of their own stay apart', () => {
    const nameless = { type: 'INJECTED', name: 'Browser Wallet' } as const
    expect(shown([entry('a', 'eip155', nameless), entry('b', 'solana', nameless)])).toHaveLength(2)
    expect(shown([entry('a', 'eip155', { name: '' }), entry('b', 'solana', { name: '' })])).toHaveLength(2)
  })

  test('a name that two wallets of a family have says of no third whose it is', () => {
    const two = [entry('a', 'eip155', { rdns: 'org.a' }), entry('b', 'eip155', { rdns: 'org.b' })]
    expect(shown([...two, entry('c', 'solana')])).toHaveLength(3)
  })

  test('[S6.8] what is excluded is in no wallet', () => {
    const connectors = [entry('org.maple', 'eip155', { rdns: 'org.maple' }), entry('maple-sol', 'solana')]
    expect(shown(connectors, ['maple-sol']).map(({ ways }) => ways)).toEqual([['org.maple']])
    expect(shown(connectors, ['MAPLE'])).toEqual([])
  })

  test('every connector is in exactly one wallet, and none has a family twice', () => {
    const connectors = fc.uniqueArray(
      fc.record({
        id: fc.string({ minLength: 1 }),
        type: fc.constantFrom('ANNOUNCED', 'INJECTED', 'EXTERNAL', 'WALLET_CONNECT', 'AUTH'),
        name: fc.constantFrom('Maple', 'maple', 'Birch', 'Browser Wallet', ''),
        rdns: fc.constantFrom(undefined, 'org.maple', 'org.birch'),
        families: fc.constantFrom(...families).map((family): [Family] => [family]),
      }),
      { selector: ({ id }) => id },
    )
    fc.assert(
      fc.property(connectors, (list) => {
        const wallets = offeredWallets({ connectors: list })
        expect(wallets.flatMap(({ ways }) => ways.map(({ id }) => id)).sort()).toEqual(list.map(({ id }) => id).sort())
        for (const { families: own } of wallets) expect(new Set(own).size).toBe(own.length)
      }),
    )
  })
})

describe('usableWallet', () => {
  const state = {
    connectors: [
      entry('org.maple', 'eip155', { rdns: 'org.maple', icon: 'data:image/png;base64,AA==' }),
      entry('maple-sol', 'solana'),
      entry('maple-btc', 'bip122'),
    ],
    ...everywhere,
  }
  const usable = (more: Partial<typeof state>) => walletOfConnector({ ...state, ...more }, 'maple-sol')

  test('has the connectors of the families that are configured, and a chain for each', () => {
    const wallet = usable({ networks: [solana, mainnet] })
    expect(wallet?.type).toBe('MULTI_CHAIN')
    expect(wallet && chainsOf(wallet, state)).toEqual([
      { family: 'eip155', connectorId: 'org.maple' },
      { family: 'solana', connectorId: 'maple-sol' },
    ])
  })

  test('[S3.3] is a connector alone where only one of its families is configured, with the picture that the wallet has', () => {
    expect(usable({ networks: [solana] })).toMatchObject({
      id: 'maple-sol',
      type: 'ANNOUNCED',
      icon: 'data:image/png;base64,AA==',
    })
  })

  test('[S2.15 S2.23] is the connector of the family that is asked for', () => {
    expect(usable({ connectorFilter: 'bip122' })).toMatchObject({ id: 'maple-btc', ways: [{ id: 'maple-btc' }] })
    expect(usable({ connectorFilter: 'near' })).toBeUndefined()
  })

  test('a wallet of no configured family stays, so that connecting says what is missing', () => {
    const [wallet] = offeredWallets({ connectors: [entry('a', 'near')] })
    expect(wallet && usableWallet(wallet, everywhere)).toMatchObject({ id: 'a' })
  })
})
