import { describe, expect, test } from 'vitest'
import { defaultFeatures } from '../config/options.js'
import type { Connector, ConnectorEntry, LoginMethods } from '../connector/connector.js'
import { fakeConnector } from '../connector/test/fakeConnector.js'
import { isLoginOffered } from '../setup/setup.js'
import { collapsesWallets, connectMethods, loginConnector, offeredLogins } from './methods.js'

const entry = (type: ConnectorEntry['type']): ConnectorEntry => ({ id: 'a', type, name: 'A', families: ['eip155'] })

describe('connectMethods', () => {
  test('[S2.19 S9.52] email, social, wallet', () => {
    expect(connectMethods({ connectors: [], features: defaultFeatures })).toEqual(['email', 'social', 'wallet'])
    const connectors = [entry('EXTERNAL'), entry('AUTH')]
    expect(connectMethods({ connectors, features: defaultFeatures })).toEqual(['email', 'social', 'wallet'])
  })

  test.each(['INJECTED', 'ANNOUNCED'] as const)('[S2.20] the wallet first where one is %s', (type) => {
    const connectors = [entry(type)]
    expect(connectMethods({ connectors, features: defaultFeatures })).toEqual(['wallet', 'email', 'social'])
  })

  test("the host's order stands, each way once", () => {
    const features = { ...defaultFeatures, connectMethodsOrder: ['social', 'wallet', 'social'] as const }
    expect(connectMethods({ connectors: [entry('ANNOUNCED')], features })).toEqual(['social', 'wallet'])
  })
})

const login = (id: string, logins: LoginMethods, families: Connector['families'] = ['eip155']): Connector => ({
  ...fakeConnector({ id, type: 'AUTH', families }),
  logins,
})
const kitOf = (...connectors: readonly Connector[]) => ({
  connectors: new Map(connectors.map((each) => [each.id, each])),
})
const state = { features: defaultFeatures }

describe('offeredLogins', () => {
  const kit = kitOf(
    fakeConnector({ id: 'wallet' }),
    login('mail', { email: true, socials: ['github'] }),
    login('social', { socials: ['google', 'github', 'x'] }, ['solana']),
  )

  test('has what the connectors have, each account once and in their order', () => {
    expect(offeredLogins(kit, state)).toEqual({ email: true, socials: ['github', 'google', 'x'] })
  })

  test('leaves out what the host has switched off, and takes its order of the accounts', () => {
    const features = { ...defaultFeatures, email: false, socials: ['x', 'apple', 'github'] as const }
    expect(offeredLogins(kit, { features })).toEqual({ email: false, socials: ['x', 'github'] })
    expect(offeredLogins(kit, { features: { ...features, socials: false } }).socials).toEqual([])
  })

  test('[S2.23] is of the family that was asked for', () => {
    expect(offeredLogins(kit, { ...state, connectorFilter: 'solana' })).toEqual({
      email: false,
      socials: ['google', 'github', 'x'],
    })
  })

  test('each way is of the first connector that has it', () => {
    const by = (asked: Parameters<typeof loginConnector>[2]) => loginConnector(kit, {}, asked)?.id
    expect(by({ method: 'email', email: 'ada@example.com' })).toBe('mail')
    expect(by({ method: 'social', provider: 'github' })).toBe('mail')
    expect(by({ method: 'social', provider: 'x' })).toBe('social')
    expect(by({ method: 'social', provider: 'apple' })).toBeUndefined()
  })
})

test.each([
  [{ collapseWallets: true }, true],
  [{ emailShowWallets: false }, true],
  [{ emailShowWallets: true }, false],
  [{}, false],
])('wallets wait behind one button with %o: %s', (features, collapsed) => {
  expect(collapsesWallets({ features: { ...defaultFeatures, ...features } })).toBe(collapsed)
})

test.each([
  [{ email: true }, {}, true],
  [{ email: true }, { email: false }, false],
  [{ socials: ['x' as const] }, { email: false }, true],
  [{ socials: ['x' as const] }, { socials: false as const }, false],
  [{}, {}, false],
])('[S2.24] a login with %o and the features %o is offered: %s', (logins, features, isOffered) => {
  const options = { features: { ...defaultFeatures, ...features } }
  expect(isLoginOffered({ ...kitOf(login('mail', logins)), options })).toBe(isOffered)
})
