import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeConnector } from '../connector/test/fakeConnector.js'
import { createFoyer, initialStateFrom, keepInitialState } from '../createFoyer.js'
import { mainnet, sepolia } from '../networks/index.js'
import { fakeKit } from '../test/fakeKit.js'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** A page whose cookie is written: the last text that was. */
function page(protocol = 'https:') {
  const document = { cookie: 'another=1' }
  vi.stubGlobal('document', document)
  vi.stubGlobal('location', { protocol })
  return {
    written: () => document.cookie,
    /** As the next request has it, between those of others. */
    header: () => `first=1; ${document.cookie.split(';')[0]}; foyerlike=eip155:5; last=2`,
  }
}

test('what a page keeps is what the next render at a server begins with', async () => {
  const { written, header } = page()
  const { foyer, until } = fakeKit({ connectors: [fakeConnector()] })
  const stop = keepInitialState(foyer)
  // Before the start the cookie may know more than the kit.
  expect(written()).toBe('another=1')
  foyer.start()
  expect(initialStateFrom(header())).toEqual({ networkId: 'eip155:1', restoring: [] })
  await foyer.connect({ connectorId: 'fake' })
  await foyer.switchNetwork('eip155:11155111')
  expect(written()).toBe('foyer=eip155:11155111/eip155; path=/; max-age=31536000; samesite=lax; secure')
  const initialState = initialStateFrom(header())
  const rendered = createFoyer({ projectId: 'project', networks: [mainnet, sepolia], initialState })
  expect(rendered.network()?.caipNetworkId).toBe('eip155:11155111')
  expect(rendered.account('eip155').status).toBe('connecting')
  await foyer.disconnect()
  await until(({ connection }) => connection.active.eip155 === undefined)
  expect(initialStateFrom(header()).restoring).toEqual([])
  stop()
  const last = written()
  await foyer.connect({ connectorId: 'fake' })
  foyer.stop()
  expect(written()).toBe(last)
})

test('a page without a certificate keeps it too', () => {
  const { written } = page('http:')
  const { foyer } = fakeKit()
  foyer.start()
  keepInitialState(foyer)()
  expect(written()).toBe('foyer=eip155:1; path=/; max-age=31536000; samesite=lax')
})

test('a cookie is a stranger’s word: what is malformed counts as not said, and nothing throws', () => {
  const nothing = { networkId: undefined, restoring: [] }
  for (const cookies of [undefined, null, '', 'foyer', 'foyer=', 'xfoyer=eip155:1', 'foyer=eip155:1:2', 'foyer=eip9:1'])
    expect(initialStateFrom(cookies)).toEqual(nothing)
  expect(initialStateFrom('foyer=eip155:<b>/eip155/nonsense')).toEqual({ networkId: undefined, restoring: ['eip155'] })
  fc.assert(
    fc.property(fc.string(), (text) => {
      const initialState = initialStateFrom(`foyer=${text}`)
      createFoyer({ projectId: 'project', networks: [mainnet], initialState })
    }),
  )
})
