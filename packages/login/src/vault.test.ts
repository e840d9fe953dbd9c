import { decodeBytes, encodeBytes } from '@foyer/custody/bytes'
import { describe, expect, test } from 'vitest'
import { type DoorName, doorKey, importContribution, unwrapDataKey, wrapDataKey } from './door.js'
import { openVault, sealVault } from './vault.js'

const bytes = (from: number, length = 32) => Uint8Array.from({ length }, (_, index) => (from + index) % 256)

/** The same bytes with one bit turned. */
function turned(original: Uint8Array, at: number): Uint8Array<ArrayBuffer> {
  const copy = Uint8Array.from(original)
  const index = at % copy.length
  copy[index] = (copy[index] ?? 0) ^ 1
  return copy
}

/** Made once with the first version, of the inputs above. */
const VECTOR = {
  wrap: 'XCpXvkW2l2cgoezjhkCPDufagcPaV5w68XwGmYV4jdN1FRhY8UjWJteyTY_nggsspK1vJKIcbPCCOR34',
  vault: 'q3ue5CW-zdEahWlXQ5te5pn7lwnYwBQ9c1wonwVrhmhrg-BvGs1CD5k-c8k',
}

describe('a vault and its doors', () => {
  const name: DoorName = { wallet: encodeBytes(bytes(1, 16)), door: encodeBytes(bytes(2, 16)), kind: 'device' }
  const dataKey = bytes(3)
  const secret = bytes(4, 16)
  const keyOf = async (a = bytes(5), b = bytes(6), of: DoorName = name) =>
    doorKey({ a: await importContribution(a), b, ...of })

  test('a door that both contributions open gives the vault’s key, and that the secret', async () => {
    const vault = await sealVault({ wallet: name.wallet, dataKey, secret })
    const wrap = await wrapDataKey({ key: await keyOf(), dataKey, ...name })
    const opened = await unwrapDataKey({ key: await keyOf(), wrap, ...name })
    expect(opened).toEqual(dataKey)
    expect(await openVault({ wallet: name.wallet, dataKey: opened, vault })).toEqual(secret)
    expect(vault).toHaveLength(44)
    expect(wrap).toHaveLength(60)
  })

  test.each([
    ['the opener’s contribution', () => keyOf(bytes(7)), name],
    ['the server’s contribution', () => keyOf(bytes(5), bytes(7)), name],
    ['the wallet', () => keyOf(), { ...name, wallet: encodeBytes(bytes(9, 16)) }],
    ['the door', () => keyOf(), { ...name, door: encodeBytes(bytes(9, 16)) }],
    ['the kind', () => keyOf(), { ...name, kind: 'recovery' as const }],
    ['the wallet, and the key for it', () => keyOf(bytes(5), bytes(6), { ...name, wallet: 'other' }), name],
    ['the kind, and the key for it', () => keyOf(bytes(5), bytes(6), { ...name, kind: 'recovery' }), name],
  ])('%s of another opens nothing, and says so', async (_, key, of) => {
    const wrap = await wrapDataKey({ key: await keyOf(), dataKey, ...name })
    await expect(unwrapDataKey({ key: await key(), wrap, ...of })).rejects.toMatchObject({
      name: 'CustodyError',
      code: 'wrong_key',
    })
  })

  test('a vault with any bit turned, of another wallet or under another key stays shut', async () => {
    const { wallet } = name
    const vault = await sealVault({ wallet, dataKey, secret })
    const wrong = { name: 'CustodyError', code: 'wrong_key' }
    for (let at = 0; at < vault.length; at++)
      await expect(openVault({ wallet, dataKey, vault: turned(vault, at) })).rejects.toMatchObject(wrong)
    await expect(openVault({ wallet: 'other', dataKey, vault })).rejects.toMatchObject(wrong)
    await expect(openVault({ wallet, dataKey: turned(dataKey, 0), vault })).rejects.toMatchObject(wrong)
  })

  test('[F15] neither a contribution nor a door’s key can be read', async () => {
    const a = await importContribution(bytes(5))
    const key = await keyOf()
    expect([a.extractable, key.extractable]).toEqual([false, false])
    await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow()
  })

  test('a wrap of today opens with the version of tomorrow', async () => {
    const wrap = decodeBytes(VECTOR.wrap)
    expect(await unwrapDataKey({ key: await keyOf(), wrap, ...name })).toEqual(dataKey)
    expect(await openVault({ wallet: name.wallet, dataKey, vault: decodeBytes(VECTOR.vault) })).toEqual(secret)
  })
})
