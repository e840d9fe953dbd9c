import { encodeBytes, newId } from '@foyer/custody/bytes'
import { type DeletionStatement, type DeviceWord, signWord } from '@foyer/custody/keeperWord'
import { exportPublicKey } from '@foyer/custody/sealedBox'
import { createSigningKeys, type Receipt, type Statement, signReceipt } from '@foyer/custody/signed'
import * as v from 'valibot'
import { beforeAll, describe, expect, test } from 'vitest'
import { readDeletion, readDeviceWord, readReceipt } from './keeperWords.js'

/** A key that signs, and how it is known. */
async function createSigner() {
  const { privateKey, publicKey } = await createSigningKeys()
  return { privateKey, key: encodeBytes(await exportPublicKey(publicKey)) }
}

let keeper: Awaited<ReturnType<typeof createSigner>>
let other: Awaited<ReturnType<typeof createSigner>>
let deletion: DeletionStatement
let device: DeviceWord
beforeAll(async () => {
  keeper = await createSigner()
  other = await createSigner()
  const common = { person: 'email:ada@mail.example', device: other.key, expiresAt: 1000 }
  deletion = { ...common, stage: 'due', deletion: newId(), wallet: newId(), at: 900 }
  device = { ...common, ceremony: newId(), ends: 'device', actsFrom: 900 }
})

interface Reading {
  readonly receipt: Receipt
  readonly keeper: string
  readonly now: number
}

/** The same of no type. */
const copyOf = (word: object) => v.parse(v.any(), word)

/** The keeper's words that aren't receipts of a ceremony, each with what it states, how it is signed and how it is read. */
const words = {
  deletion: {
    said: () => deletion,
    sign: (by: CryptoKey) => signWord('deletion', by, deletion),
    signAsOther: (by: CryptoKey) => signWord('device', by, copyOf(deletion)),
    read: (reading: Reading) => readDeletion({ ...reading, stage: 'due' }),
    thing: 'word of the keeper for a deletion',
  },
  device: {
    said: () => device,
    sign: (by: CryptoKey) => signWord('device', by, device),
    signAsOther: (by: CryptoKey) => signWord('deletion', by, copyOf(device)),
    read: (reading: Reading) => readDeviceWord(reading),
    thing: 'word of the keeper for a device',
  },
} as const

describe.each(['deletion', 'device'] as const)('the keeper’s word of a %s', (which) => {
  const { said, sign, read, thing } = words[which]
  const refused = { name: 'CustodyError', code: 'wrong_signature', facts: { what: thing } }
  const reading = async (by = keeper.privateKey) => ({ receipt: await sign(by), keeper: keeper.key, now: 1_000_000 })

  test('is read as it was stated, for as long as it counts', async () => {
    expect(await read(await reading())).toEqual(said())
    expect(await read({ ...(await reading()), now: 0 })).toEqual(said())
    await expect(read({ ...(await reading()), now: 1_000_001 })).rejects.toMatchObject(refused)
  })

  test('of another’s key, or of another text than was signed, is none', async () => {
    await expect(read(await reading(other.privateKey))).rejects.toMatchObject(refused)
    const { receipt, ...rest } = await reading()
    const text = receipt.text.replace('ada@', 'eve@')
    await expect(read({ ...rest, receipt: { ...receipt, text } })).rejects.toMatchObject(refused)
  })

  test('is taken for no other word, though the keeper has signed both: the same text as another word is none', async () => {
    const receipt = await words[which].signAsOther(keeper.privateKey)
    await expect(read({ ...(await reading()), receipt })).rejects.toMatchObject(refused)
  })
})

test('the keeper’s word of a deletion is of its stage alone', async () => {
  const receipt = await signWord('deletion', keeper.privateKey, deletion)
  for (const stage of ['asked', 'done', 'ended'] as const)
    await expect(readDeletion({ receipt, keeper: keeper.key, now: 0, stage })).rejects.toMatchObject({
      code: 'wrong_signature',
    })
})

test('what the keeper has signed, and is no such word, is refused as one that isn’t signed', async () => {
  const { stage: _, ...ofNoStage } = deletion
  const { ends: __, ...ofNoEnd } = device
  const reading = { keeper: keeper.key, now: 0 }
  const deletionText = await signWord('deletion', keeper.privateKey, copyOf(ofNoStage))
  const deviceText = await signWord('device', keeper.privateKey, copyOf(ofNoEnd))
  const refused = { code: 'wrong_signature' }
  await expect(readDeletion({ ...reading, receipt: deletionText, stage: 'due' })).rejects.toMatchObject(refused)
  await expect(readDeviceWord({ ...reading, receipt: deviceText })).rejects.toMatchObject(refused)
})

test('a receipt is the keeper’s, in time, and states what was asked', async () => {
  const keys = await createSigningKeys()
  const keeper = encodeBytes(await exportPublicKey(keys.publicKey))
  const statement: Statement = {
    is: 'bound',
    person: 'email:a@b.example',
    device: keeper,
    ceremony: newId(),
    expiresAt: 1000,
    wallet: newId(),
    sealedHash: encodeBytes(new Uint8Array(32)),
  }
  const receipt = await signReceipt(keys.privateKey, statement)
  const reading = { receipt, keeper, is: 'bound', now: 1_000_000 } as const
  expect(await readReceipt(reading)).toEqual(statement)
  const wrong = { code: 'wrong_signature' }
  const other = encodeBytes(await exportPublicKey((await createSigningKeys()).publicKey))
  await expect(readReceipt({ ...reading, now: 1_000_001 })).rejects.toMatchObject(wrong)
  await expect(readReceipt({ ...reading, is: 'confirmed' })).rejects.toMatchObject(wrong)
  await expect(readReceipt({ ...reading, keeper: other })).rejects.toMatchObject(wrong)
  const text = receipt.text.replace('a@b', 'c@b')
  await expect(readReceipt({ ...reading, receipt: { ...receipt, text } })).rejects.toMatchObject(wrong)
  // Signed, and no statement at all.
  const { sealedHash: _, ...less } = statement
  const none = await signReceipt(keys.privateKey, v.parse(v.any(), less))
  await expect(readReceipt({ ...reading, receipt: none })).rejects.toMatchObject(wrong)
})
