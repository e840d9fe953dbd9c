import type { FamilyActions, GrantedPermission, PermissionReading } from '@foyer/core'
import { UnsupportedMethodError, UserRejectedError } from '@foyer/core/errors'
import { mainnet } from '@foyer/core/networks'
import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { polyfillDialog } from '../../test/polyfillDialog.js'
import { acting, addresses, askedAdapter, connected, modalKit, showModal } from '../test/modalKit.js'

beforeEach(polyfillDialog)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const key = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const given = (context: string): GrantedPermission => ({
  ...{ context, networkId: 'eip155:1', account: addresses[0], to: key },
})
const reading: PermissionReading = {
  ...{ status: 'active', to: key, account: addresses[0], expiresAt: undefined },
  terms: {
    ...{ type: 'spend', token: key, symbol: 'DUSD', decimals: 6 },
    limit: { type: 'periodic', amount: 10_000_000n, periodSeconds: 86_400n },
  },
  ...{ spent: 2_500_000n, left: 7_500_000n },
}

/** The list of an account whose wallet and chain do as the test says. */
async function shown(own: Partial<FamilyActions>, features: object = { smartSessions: true }, api?: string) {
  const kit = modalKit({ adapters: [askedAdapter(own)], networks: [mainnet], features, api })
  const modal = await showModal(kit)
  await connected(kit)
  await acting(() => kit.foyer.open({ view: 'SmartSessionList' }))
  return { ...modal, kit }
}

test('[F13] what was granted is said with what was spent, ended by the wallet, and stays as ended', async () => {
  const ended: string[] = []
  const contexts = ['0x01', '0x02', '0x03']
  const { parts, part, press, kit, root } = await shown({
    permissions: async () => contexts.filter((each) => !ended.includes(each)).map(given),
    readPermission: async ({ context }) => ({ ...reading, status: ended.includes(context) ? 'ended' : 'active' }),
    async revokePermission({ context }) {
      if (context === '0x03') throw new UserRejectedError()
      ended.push(context)
    },
  })
  await waitFor(() => expect(parts('session')).toHaveLength(3))
  const [first] = parts('session')
  expect(first?.textContent).toContain('10 DUSD a day')
  expect(first?.textContent).toContain('2.5 DUSD / 10 DUSD')
  expect(parts('session-share')[0]?.getAttribute('value')).toBe('25')
  expect(part('end-all').textContent).toBe('End all (3)')

  const [end] = parts('end-session')
  await acting(() => end?.click())
  await waitFor(() =>
    expect(parts('session').map((each) => each.dataset.status)).toEqual(['active', 'active', 'ended']),
  )
  expect(ended).toEqual(['0x01'])
  expect(part('sessions-status').textContent).toBe('It can be used no more.')
  expect(root.activeElement === part('sessions-status')).toBe(true)

  // One after the other, up to the first that isn't approved.
  await press('end-all')
  await waitFor(() => expect(ended).toEqual(['0x01', '0x02']))
  await waitFor(() => expect(part('sessions-trouble').textContent).toBe('The request was not approved in the wallet.'))
  await waitFor(() => expect(parts('end-session')).toHaveLength(1))

  await acting(() => kit.foyer.open({ view: 'SmartSessionCreated', contexts: ['0x03'] }))
  await waitFor(() => expect(part('session-created').textContent).toContain('10 DUSD a day'))
  await press('to-sessions')
  await waitFor(() => expect(parts('session')).toHaveLength(3))
})

test('[S7.21] where no node answers, what the server lists as dormant is said to be switched off, and can be ended', async () => {
  const listed = {
    ...{ project: { id: 'p', name: 'Tea' }, pci: 'pci', expiry: 4_000_000_000, createdAt: 1, permissions: [] },
    ...{ policies: [], context: '0x01', revokedAt: 5 },
  }
  const server = [
    { ...listed, standing: 'dormant' },
    { ...listed, pci: 'other', context: '0x02' },
  ]
  vi.stubGlobal('fetch', async (request: URL | string) => {
    const { pathname } = new URL(request)
    if (pathname === '/v1/supported-chains') return Response.json({ http: ['eip155:1'], ws: [] })
    return pathname.startsWith('/v1/sessions/') ? Response.json(server) : new Response('', { status: 404 })
  })
  const { parts } = await shown({ permissions: async () => [] }, { smartSessions: true }, 'https://server.test')
  await waitFor(() => expect(parts('session').map((each) => each.dataset.status)).toEqual(['off', 'ended']))
  expect(parts('session')[0]?.textContent).toContain('Switched off')
  expect(parts('session')[0]?.textContent).toContain('It works again once that is switched on.')
  expect(parts('end-session')).toHaveLength(1)
})

test('a wallet that ends nothing by a page says where it is ended', async () => {
  const { part, press } = await shown({
    permissions: async () => [given('0x01')],
    readPermission: async () => undefined,
    revokePermission: () => Promise.reject(new UnsupportedMethodError()),
  })
  await waitFor(() => expect(part('session').textContent).toContain('The network does not say just now'))
  await press('end-session')
  await waitFor(() => expect(part('sessions-trouble').textContent).toContain('open it and end it there'))
})

test.each<[string, Partial<FamilyActions>, string]>([
  ['nothing was granted', { permissions: async () => [] }, 'No permissions'],
  ['the wallet lists none', {}, 'Your wallet lists no permissions'],
])('it is said that %s', async (_, own, words) => {
  const { part } = await shown(own)
  await waitFor(() => expect(part('empty-state').textContent).toContain(words))
})

test('a wallet that fails is asked again by a press', async () => {
  let isDown = true
  const { part, press } = await shown({
    async permissions() {
      if (isDown) throw new Error('down')
      return []
    },
  })
  await waitFor(() => expect(part('error-state').textContent).toContain('could not be loaded'))
  isDown = false
  await press('retry')
  await waitFor(() => expect(part('empty-state').textContent).toContain('No permissions'))
})

test('without the feature there is no such view', async () => {
  const { root } = await shown({}, {})
  await waitFor(() => expect(root.textContent).toContain('This part is not available here.'))
})
