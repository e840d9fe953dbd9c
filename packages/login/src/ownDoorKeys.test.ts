import { encodeBytes, keyLength, newId, randomBytes } from '@foyer/custody/bytes'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type OwnDoorKind, unwrapDataKey, wrapDataKey } from './door.js'
import { isSecuredBy, ownDoorKeys, paperDoor, passkeySalt, proofHash } from './ownDoorKeys.js'
import { printPaper, readPaper, readPaperGroup } from './paper.js'

const name = { wallet: newId(), door: newId(), kind: 'passkey' as OwnDoorKind }
const keysOf = (change: Partial<Parameters<typeof ownDoorKeys>[0]> = {}) =>
  ownDoorKeys({ ...name, part: new Uint8Array(32).fill(7), b: new Uint8Array(32).fill(9), ...change })

describe('a door of the visitor’s own', () => {
  test('opens by the visitor’s part and what is public of it, and by nothing else', async () => {
    const dataKey = randomBytes(keyLength)
    const { key } = await keysOf()
    const wrap = await wrapDataKey({ ...name, key, dataKey })
    expect(await unwrapDataKey({ ...name, key: (await keysOf()).key, wrap })).toEqual(dataKey)
    const others: Partial<Parameters<typeof ownDoorKeys>[0]>[] = [
      { part: new Uint8Array(32).fill(8) },
      { b: new Uint8Array(32).fill(8) },
      { wallet: newId() },
      { door: newId() },
      { kind: 'paper' },
    ]
    for (const other of others) {
      const opening = unwrapDataKey({ ...name, key: (await keysOf(other)).key, wrap })
      await expect(opening).rejects.toMatchObject({ code: 'wrong_key' })
    }
  })

  test('its proof is another for each part, public part, wallet, door and kind, and opens nothing', async () => {
    const { key, proof } = await keysOf()
    const wrap = await wrapDataKey({ ...name, key, dataKey: randomBytes(keyLength) })
    const proofs = [proof]
    for (const other of [
      { part: randomBytes(32) },
      { b: randomBytes(32) },
      { wallet: newId() },
      { door: newId() },
      { kind: 'paper' },
    ] as const)
      proofs.push((await keysOf(other)).proof)
    expect(new Set(proofs.map(encodeBytes)).size).toBe(6)
    expect(proof).toHaveLength(32)
    const byProof = await keysOf({ part: proof.slice() })
    await expect(unwrapDataKey({ ...name, key: byProof.key, wrap })).rejects.toMatchObject({ code: 'wrong_key' })
    expect(await proofHash(proof)).not.toBe(encodeBytes(proof))
  })

  test('[F15] the part is overwritten, and its key can’t be read', async () => {
    const part = randomBytes(32)
    const { key } = await keysOf({ part })
    expect([key.extractable, [...part].every((byte) => byte === 0)]).toEqual([false, true])
  })

  test('passkeys are asked about the same each time', async () => {
    expect(await passkeySalt()).toEqual(await passkeySalt())
  })

  test('two stand in for the recovery door, one of them a paper', () => {
    const sets = [[], ['paper'], ['passkey', 'passkey'], ['passkey', 'paper'], ['paper', 'paper']] as const
    expect(sets.map(isSecuredBy)).toEqual([false, false, false, true, true])
  })
})

describe('a paper', () => {
  const part = Uint8Array.from({ length: 32 }, (_, index) => index * 7)

  test('is eight groups of eight letters, and stays the same from version to version', async () => {
    const groups = await printPaper(part)
    expect(groups).toEqual(await printPaper(part.slice()))
    expect(groups.every((group) => /^[0-9A-HJKMNP-TV-Z]{8}$/.test(group))).toBe(true)
    expect([groups, await paperDoor(part)]).toMatchInlineSnapshot(`
      [
        [
          "003GW5A3",
          "3GHJMCER",
          "70ZMCKCF",
          "AHDP4TFN",
          "E1VQX1D1",
          "HJ9SN8CJ",
          "N2QVDFC1",
          "RK5X5P8X",
        ],
        "nGbYB6BXxZAHTpcN-qAbuw",
      ]
    `)
  })

  test('is read as it was printed, however it is typed', async () => {
    const parts = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Uint8Array.from(bytes))
    const betweens = fc.constantFrom(' ', '', '-', '\n', ' – ')
    await fc.assert(
      fc.asyncProperty(parts, betweens, fc.boolean(), async (bytes, between, isSmall) => {
        const typed = (await printPaper(bytes)).join(between)
        expect(await readPaper(isSmall ? typed.toLowerCase() : typed)).toEqual({ part: bytes })
      }),
      { numRuns: 30 },
    )
    const typed = (await printPaper(part)).join(' ').replaceAll('0', 'O').replaceAll('1', 'l')
    expect(await readPaper(typed)).toEqual({ part })
  })

  test('that is mistyped or torn says in which group', async () => {
    const groups = await printPaper(part)
    for (const [at, group] of groups.entries()) {
      const letter = group[3] === 'A' ? 'B' : 'A'
      const mistyped = `${group.slice(0, 3)}${letter}${group.slice(4)}`
      const swapped = [...group.slice(0, 2), group[3], group[2], ...group.slice(4)].join('')
      for (const wrong of [mistyped, group.slice(1), '', ...(swapped === group ? [] : [swapped])])
        expect(await readPaper(groups.map((each, index) => (index === at ? wrong : each)).join(' '))).toEqual({
          wrong: at + 1,
        })
      expect(await readPaperGroup(group, at + 1)).toEqual(part.slice(at * 4, at * 4 + 4))
      expect(await readPaperGroup(mistyped, at + 1)).toBeNull()
      // Read as a number it would be the same.
      for (const longer of [`0${group}`, `A${group}`]) expect(await readPaperGroup(longer, at + 1)).toBeNull()
    }
    const [first = '', second = '', ...rest] = groups
    expect(await readPaper([second, first, ...rest].join(' '))).toEqual({ wrong: 1 })
    expect(await readPaper(groups.slice(0, 5).join(' '))).toEqual({ wrong: 6 })
    expect(await readPaper([...groups, 'A'].join(' '))).toEqual({ wrong: 8 })
    expect(await readPaper('')).toEqual({ wrong: 1 })
  })
})
