import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { KeyRing } from './namedKeys.js'
import { createSealedRows } from './sealedRows.js'

const key = (name: string, fill: number) => ({ name, bytes: new Uint8Array(32).fill(fill) })
const open = (keys: KeyRing = [key('a', 1)], use = 'rows') => createSealedRows({ keys, use })

describe('a sealed secret', () => {
  test('opens as its row’s', () => {
    const row = fc.array(fc.string())
    fc.assert(
      fc.property(fc.uint8Array(), row, row, (secret, name, other) => {
        const sealed = open().seal({ row: name, secret })
        expect(open().open({ row: name, sealed })).toEqual(secret)
        if (JSON.stringify(name) !== JSON.stringify(other)) {
          expect(() => open().open({ row: other, sealed })).toThrow("doesn't open")
        }
      }),
    )
  })

  const row = ['wallet', 'door']
  const sealed = open().seal({ row, secret: new Uint8Array(32).fill(9) })

  test('doesn’t open by another key, for another use, or changed', () => {
    expect(() => open([key('b', 1)]).open({ row, sealed })).toThrow('"a", which is no longer given')
    expect(() => open([key('a', 2)]).open({ row, sealed })).toThrow("doesn't open")
    expect(() => open(undefined, 'others').open({ row, sealed })).toThrow("doesn't open")
    for (const part of ['rowKey', 'sealed'] as const) {
      const changed = { ...sealed, [part]: sealed[part].replace(/^../, (two) => (two === 'AA' ? 'BB' : 'AA')) }
      expect(() => open().open({ row, sealed: changed })).toThrow("doesn't open")
      expect(() => open().open({ row, sealed: { ...sealed, [part]: 'short' } })).toThrow("doesn't open")
    }
  })

  test('[F17] is sealed anew with the current key without a change of what is in it', () => {
    const rotated = open([key('b', 2), key('a', 1)])
    const anew = rotated.rewrap({ row, sealed }) ?? expect.fail()
    expect(anew.keyName).toBe('b')
    const moved = { ...sealed, ...anew }
    expect(open([key('b', 2)]).open({ row, sealed: moved })).toEqual(new Uint8Array(32).fill(9))
    expect(rotated.rewrap({ row, sealed: moved })).toBe(null)
    expect(() => open([key('b', 2)]).rewrap({ row, sealed })).toThrow('no longer given')
  })
})
