import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fakeConnector } from '../connector/test/fakeConnector.js'
import { entryOf } from '../state/selectors.js'
import { fakeKit } from '../test/fakeKit.js'
import { parseRecents, withRecent } from './recents.js'

const wallet = (id: string) => entryOf(fakeConnector({ id, name: id }))

test('[S9.8] two wallets are remembered, the latest first, each once', () => {
  const used = ['a', 'b', 'a', 'c'].reduce<ReturnType<typeof withRecent>>(
    (recents, id) => withRecent(recents, wallet(id)),
    [],
  )
  expect(used.map(({ id }) => id)).toEqual(['c', 'a'])
})

test('[S9.8] a wallet that was reached in two ways is remembered once', () => {
  const here = { ...wallet('org.maple'), rdns: 'org.maple' }
  const elsewhere = { ...wallet('of the directory'), rdns: 'org.maple' }
  const used = [wallet('a'), here, elsewhere].reduce<ReturnType<typeof withRecent>>(withRecent, [])
  expect(used.map(({ id }) => id)).toEqual(['of the directory', 'a'])
})

test('[S9.8] a wallet of several families is remembered once, with the families it was used for', () => {
  const maple = { ...wallet('a'), name: 'Maple' }
  const used = withRecent(withRecent([], maple), { ...maple, id: 'b', families: ['solana'] })
  expect(used).toMatchObject([{ id: 'b', families: ['solana', 'eip155'] }])
})

test('[S9.8] the wallet that was connected is remembered on the next visit', async () => {
  const entries = new Map<string, string>()
  const connectors = ['a', 'b', 'c'].map((id) => fakeConnector({ id, name: id }))
  const { foyer } = fakeKit({ connectors, entries })
  foyer.start()
  for (const { id } of connectors) await foyer.connect({ connectorId: id })
  foyer.stop()
  const next = fakeKit({ entries })
  next.foyer.open()
  await next.until(({ recents }) => recents.length > 0)
  expect(next.foyer.store.getState().recents).toMatchObject([{ id: 'c' }, { id: 'b' }])
})

test('[F20] what was stored is read back; anything else is left out', () => {
  const recents = withRecent(withRecent([], wallet('a')), wallet('b'))
  expect(parseRecents(JSON.stringify(recents))).toEqual(recents)
  for (const text of [
    undefined,
    '',
    'null',
    '{}',
    '{',
    '[null]',
    '[{"id":1}]',
    '[{"id":"a","name":"b","families":"eip155"}]',
  ])
    expect(parseRecents(text)).toEqual([])
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      for (const { id, name, families } of parseRecents(text))
        expect([typeof id, typeof name, Array.isArray(families)]).toEqual(['string', 'string', true])
    }),
  )
})
