import { decodeBytes, encodeBytes, newId, randomBytes, sha256 } from '@foyer/custody/bytes'
import { doorKey, importContribution, unwrapDataKey } from '@foyer/login/door'
import { openVault } from '@foyer/login/vault'
import { delegateAddress, entryPoint } from '@foyer/signing/delegate'
import { type SponsoredOperation, signedBytesOf } from '@foyer/signing/sponsored'
import { type Payload, partsOf, type Switching, transactionBytes } from '@foyer/signing/switching'
import { bytesToHex, keccak256, parseTransaction, recoverAddress, recoverTransactionAddress, verifyMessage } from 'viem'
import { recoverAuthorizationAddress } from 'viem/utils'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createRunTask, VaultError } from './runTask.js'
import { inlineWorkers } from './test/inlineWorker.js'

afterEach(() => void vi.restoreAllMocks())

const wallet = newId()
const a = randomBytes(32)
const b = randomBytes(32)
const keyOf = async ({
  door,
  kind,
  a,
  b,
}: {
  door: string
  kind: 'device' | 'recovery'
  a: Uint8Array
  b: Uint8Array
}) => doorKey({ a: await importContribution(Uint8Array.from(a)), b: Uint8Array.from(b), wallet, door, kind })

/** A wallet behind one door, and what opens it. */
async function made() {
  const { start, posted, state } = inlineWorkers()
  const run = createRunTask(start)
  const door = { door: newId(), kind: 'device' } as const
  const key = await keyOf({ ...door, a, b })
  const { vault, doors, addresses } = await run({ task: 'create', wallet, doors: [{ ...door, key }] })
  const [{ wrap } = { wrap: '' }] = doors
  const openable = { wallet, vault: decodeBytes(vault), door: { ...door, key, wrap: decodeBytes(wrap) } }
  const [eip155 = '', solana = ''] = addresses.map(({ address }) => address)
  return { run, posted, state, openable, addresses, eip155, solana, door, key }
}

const hashOf = async (bytes: Uint8Array) => encodeBytes(await sha256(Uint8Array.from(bytes)))
const payload = new TextEncoder().encode('\x19Ethereum Signed Message:\n5hello')

describe('a wallet in its worker', () => {
  test('is made, signs by its door, and each task has a worker of its own that ends', async () => {
    const { run, openable, eip155, state } = await made()
    const { signatures } = await run({
      ...{ task: 'sign', family: 'eip155', address: eip155, ...openable },
      ...{ payloads: [payload], approved: [await hashOf(payload)] },
    })
    const [signature = new Uint8Array()] = signatures
    expect(await verifyMessage({ address: `0x${eip155.slice(2)}`, message: 'hello', signature })).toBe(true)
    expect(state.terminated).toBe(2)
  })

  test.each([
    ['other bytes', [new Uint8Array([1])]],
    ['one more', [payload, payload]],
    ['none', []],
  ])('[F13] %s than those that were approved aren’t signed', async (_name, payloads) => {
    const { run, openable, eip155 } = await made()
    const approved = [await hashOf(payload)]
    const signing = run({ task: 'sign', family: 'eip155', address: eip155, ...openable, payloads, approved })
    await expect(signing).rejects.toMatchObject({ reason: 'not_what_was_shown' })
  })

  test.each([
    ['the second of two', (own: string, other: string) => [own, own, other]],
    ['the first of two', (own: string, other: string) => [other, other, own]],
    ['two in the other order', (own: string, other: string) => [other, own]],
  ])('[F13] %s that wasn’t approved leaves both unsigned', async (_name, order) => {
    const { run, openable, eip155 } = await made()
    const other = new TextEncoder().encode('\x19Ethereum Signed Message:\n5other')
    const approved = order(await hashOf(payload), await hashOf(other)).slice(0, 2)
    const task = { task: 'sign', family: 'eip155', address: eip155, ...openable } as const
    const signing = run({ ...task, payloads: [payload, other], approved })
    await expect(signing).rejects.toMatchObject({ reason: 'not_what_was_shown' })
  })

  test('another account than the one that was shown signs nothing', async () => {
    const { run, openable, eip155 } = await made()
    const approved = [await hashOf(payload)]
    const signing = run({
      task: 'sign',
      family: 'solana',
      address: eip155,
      ...openable,
      payloads: [payload],
      approved,
    })
    await expect(signing).rejects.toMatchObject({ reason: 'another_account' })
  })

  describe('[F13] what switches the account to a contract’s code', () => {
    const of = (eip155: string, more: Partial<Switching> = {}): Switching => ({
      ...{ chainId: 31_337n, nonce: 3n, maxPriorityFeePerGas: 1n, maxFeePerGas: 2n, gas: 100_000n },
      ...{ account: eip155, delegate: delegateAddress, data: '0xe9ae5c53', ...more },
    })
    const hashesOf = (payloads: readonly Payload[]) => Promise.all(payloads.flatMap(partsOf).map(hashOf))
    type Made = Awaited<ReturnType<typeof made>>
    const sign = async ({ run, openable, eip155 }: Made, payloads: readonly Payload[], approved?: readonly string[]) =>
      run({
        ...{ task: 'sign', family: 'eip155', address: eip155, ...openable },
        ...{ payloads, approved: approved ?? (await hashesOf(payloads)) },
      })

    test('is signed by its fields, first the authorization, then the transaction with that signature in it', async () => {
      const wallet = await made()
      const switching = of(wallet.eip155)
      const { signatures } = await sign(wallet, [switching])
      const serialized: `0x04${string}` = `0x04${bytesToHex(transactionBytes(switching, signatures)).slice(4)}`
      expect(await recoverTransactionAddress({ serializedTransaction: serialized })).toBe(wallet.eip155)
      const [authorization] = parseTransaction(serialized).authorizationList ?? []
      if (!authorization) throw new Error('There is no authorization.')
      expect(authorization).toMatchObject({ chainId: 31_337, nonce: 4, address: delegateAddress.toLowerCase() })
      expect(await recoverAuthorizationAddress({ authorization })).toBe(wallet.eip155)
    })

    test('is signed to be undone, where nothing is carried out beside it', async () => {
      const wallet = await made()
      const off = of(wallet.eip155, { delegate: `0x${'0'.repeat(40)}`, data: '0x' })
      const { signatures } = await sign(wallet, [off])
      const serialized: `0x04${string}` = `0x04${bytesToHex(transactionBytes(off, signatures)).slice(4)}`
      expect(await recoverTransactionAddress({ serializedTransaction: serialized })).toBe(wallet.eip155)
      await expect(sign(wallet, [{ ...off, chainId: 0n }])).rejects.toMatchObject({ reason: 'another_code' })
      await expect(sign(wallet, [{ ...off, account: delegateAddress }])).rejects.toMatchObject({
        reason: 'another_account',
      })
    })

    test.each<[string, Partial<Switching>]>([
      ['another chain', { chainId: 1n }],
      ['another nonce', { nonce: 4n }],
      ['other calls', { data: '0xe9ae5c5301' }],
      ['more gas', { gas: 100_001n }],
      ['a higher fee', { maxFeePerGas: 3n }],
    ])('isn’t signed with %s than was approved', async (_, other) => {
      const wallet = await made()
      const approved = await hashesOf([of(wallet.eip155)])
      await expect(sign(wallet, [of(wallet.eip155, other)], approved)).rejects.toMatchObject({
        reason: 'not_what_was_shown',
      })
    })

    test.each<[string, Partial<Switching>, string]>([
      ['another contract’s code', { delegate: '0x00000000000000000000000000000000000f0ae3' }, 'another_code'],
      ['no code, with something carried out beside it', { delegate: `0x${'0'.repeat(40)}` }, 'another_code'],
      ['every chain', { chainId: 0n }, 'another_code'],
      ['another account', { account: delegateAddress }, 'another_account'],
    ])('isn’t signed for %s, whatever was approved', async (_, other, reason) => {
      const wallet = await made()
      await expect(sign(wallet, [of(wallet.eip155, other)])).rejects.toMatchObject({ reason })
    })

    test('isn’t signed as bytes, which an application could have made: neither part, nor both', async () => {
      const wallet = await made()
      const parts = partsOf(of(wallet.eip155))
      for (const payloads of [parts, parts.slice(0, 1), parts.slice(1)])
        await expect(sign(wallet, payloads)).rejects.toMatchObject({ reason: 'another_code' })
    })

    test('isn’t signed by the approval of one part alone, or of both the other way round', async () => {
      const wallet = await made()
      const [authorization = '', transaction = ''] = await hashesOf([of(wallet.eip155)])
      for (const approved of [[authorization], [transaction], [transaction, authorization]])
        await expect(sign(wallet, [of(wallet.eip155)], approved)).rejects.toMatchObject({
          reason: 'not_what_was_shown',
        })
    })
  })

  describe('[F13] an operation that others pay for', () => {
    const of = (eip155: string, more: Partial<SponsoredOperation> = {}): SponsoredOperation => ({
      ...{ chainId: 31_337n, account: eip155, nonce: 3n, verificationGasLimit: 120_000n, callGasLimit: 90_000n },
      ...{ callData: '0xe9ae5c53', authorization: { delegate: delegateAddress, nonce: 5n }, ...more },
    })
    const hashesOf = (payloads: readonly Payload[]) => Promise.all(payloads.flatMap(partsOf).map(hashOf))
    type Made = Awaited<ReturnType<typeof made>>
    const sign = async ({ run, openable, eip155 }: Made, payloads: readonly Payload[], approved?: readonly string[]) =>
      run({
        ...{ task: 'sign', family: 'eip155', address: eip155, ...openable },
        ...{ payloads, approved: approved ?? (await hashesOf(payloads)) },
      })
    const signerOf = (bytes: Uint8Array, signature: Uint8Array = new Uint8Array()) =>
      recoverAddress({ hash: keccak256(bytes), signature: bytesToHex(signature) })

    test('is signed by its fields: the switch to the delegate, where there is one, then the operation', async () => {
      const wallet = await made()
      const operation = of(wallet.eip155)
      const [first, second] = (await sign(wallet, [operation])).signatures
      const [switching = new Uint8Array()] = partsOf(operation)
      expect(await signerOf(switching, first)).toBe(wallet.eip155)
      expect(await signerOf(signedBytesOf(operation), second)).toBe(wallet.eip155)
      const { signatures } = await sign(wallet, [{ ...operation, authorization: null }])
      expect(signatures).toEqual([second])
    })

    test.each<[string, Partial<SponsoredOperation>]>([
      ['another chain', { chainId: 1n }],
      ['another nonce', { nonce: 4n }],
      ['other calls', { callData: '0xe9ae5c5301' }],
      ['more gas to call with', { callGasLimit: 90_001n }],
      ['more gas to verify with', { verificationGasLimit: 120_001n }],
      ['another nonce of the switch', { authorization: { delegate: delegateAddress, nonce: 6n } }],
      ['no switch', { authorization: null }],
    ])('isn’t signed with %s than was approved', async (_, other) => {
      const wallet = await made()
      const approved = await hashesOf([of(wallet.eip155)])
      await expect(sign(wallet, [of(wallet.eip155, other)], approved)).rejects.toMatchObject({
        reason: 'not_what_was_shown',
      })
    })

    test.each<[string, Partial<SponsoredOperation>, string]>([
      ['another contract’s code', { authorization: { delegate: entryPoint, nonce: 5n } }, 'another_code'],
      ['every chain', { chainId: 0n }, 'another_code'],
      ['another account', { account: delegateAddress }, 'another_account'],
    ])('isn’t signed for %s, whatever was approved', async (_, other, reason) => {
      const wallet = await made()
      await expect(sign(wallet, [of(wallet.eip155, other)])).rejects.toMatchObject({ reason })
    })

    test('isn’t signed as bytes, which an application could have made', async () => {
      const wallet = await made()
      for (const part of partsOf(of(wallet.eip155)))
        await expect(sign(wallet, [part])).rejects.toMatchObject({ reason: 'another_code' })
    })
  })

  test('a door is added by one that opens, and opens the same wallet', async () => {
    const { run, openable, addresses } = await made()
    const to = { door: newId(), kind: 'recovery' } as const
    const key = await keyOf({ ...to, a: b, b: a })
    const { wrap, addresses: same } = await run({ task: 'addDoor', ...openable, to: { ...to, key } })
    expect(same).toEqual(addresses)
    const again = { ...openable, door: { ...to, key, wrap: decodeBytes(wrap) } }
    expect((await run({ task: 'addDoor', ...again, to: { ...to, key } })).addresses).toEqual(addresses)
  })

  test('with another contribution nothing opens', async () => {
    const { run, openable, eip155, door } = await made()
    const key = await keyOf({ ...door, a: b, b })
    const task = { task: 'sign', family: 'eip155', address: eip155, payloads: [], approved: [] } as const
    const signing = run({ ...task, ...openable, door: { ...openable.door, key } })
    await expect(signing).rejects.toMatchObject({ reason: 'wrong_key' })
    await expect(signing).rejects.toBeInstanceOf(VaultError)
  })

  test('[F15] no key and no secret leaves it', async () => {
    const { run, openable, solana, posted, key, door } = await made()
    await run({
      task: 'sign',
      family: 'solana',
      address: solana,
      ...openable,
      payloads: [payload],
      approved: [await hashOf(payload)],
    })
    const dataKey = await unwrapDataKey({ key, wrap: openable.door.wrap, wallet, ...door })
    const secret = await openVault({ wallet, dataKey, vault: openable.vault })
    const said = posted.map(({ back }) =>
      JSON.stringify(back, (_key, value) => (value instanceof Uint8Array ? [...value].join() : value)),
    )
    expect(said).toHaveLength(2)
    for (const bytes of [dataKey, secret, a]) {
      for (const form of [encodeBytes(bytes), [...bytes].join(), Buffer.from(bytes).toString('hex')]) {
        expect(said.join()).not.toContain(form)
      }
    }
  })
})

test('[F15] what opens a vault, and its secret, are overwritten once a worker has answered', async () => {
  const drawn: Uint8Array[] = []
  const buffers: ArrayBuffer[] = []
  const random = crypto.getRandomValues.bind(crypto)
  const decrypt = crypto.subtle.decrypt.bind(crypto.subtle)
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
    const filled = random(array)
    if (filled instanceof Uint8Array) drawn.push(filled)
    return filled
  })
  vi.spyOn(crypto.subtle, 'decrypt').mockImplementation(async (...given) => {
    const opened = await decrypt(...given)
    buffers.push(opened)
    return opened
  })
  const { start } = inlineWorkers()
  const run = createRunTask(start)
  const door = { door: newId(), kind: 'device' } as const
  const key = await keyOf({ ...door, a, b })
  drawn.length = 0
  const { vault, doors, addresses } = await run({ task: 'create', wallet, doors: [{ ...door, key }] })
  const solana = addresses.find(({ family }) => family === 'solana')?.address ?? expect.fail()
  // The secret and the vault's key; what is drawn after them blinds the curves' arithmetic.
  expect(drawn.slice(0, 2).map((bytes) => [bytes.length, bytes.every((byte) => byte === 0)])).toEqual([
    [16, true],
    [32, true],
  ])
  const openable = {
    wallet,
    vault: decodeBytes(vault),
    door: { ...door, key, wrap: decodeBytes(doors[0]?.wrap ?? '') },
  }
  const approved = [await hashOf(payload)]
  await run({ task: 'sign', family: 'solana', address: solana, payloads: [payload], approved, ...openable })
  await run({ task: 'addDoor', to: { ...door, key }, ...openable })
  const refused = {
    task: 'sign',
    family: 'solana',
    address: solana,
    payloads: [payload],
    approved: [],
  } as const
  await expect(run({ ...refused, ...openable })).rejects.toMatchObject({ reason: 'not_what_was_shown' })
  // The vault's key and the secret, three times.
  expect(buffers.map(({ byteLength }) => byteLength)).toEqual([32, 16, 32, 16, 32, 16])
  expect(buffers.every((buffer) => new Uint8Array(buffer).every((byte) => byte === 0))).toBe(true)
})

test('a worker that says something else, or breaks, is an error', async () => {
  const saying = (event: Event) => () => {
    const target = new EventTarget()
    return {
      addEventListener: target.addEventListener.bind(target),
      terminate: () => {},
      postMessage: () => void target.dispatchEvent(event),
    }
  }
  for (const event of [
    new MessageEvent('message', { data: 'done' }),
    new MessageEvent('message', { data: { status: 'done', result: { vault: 1 } } }),
    new Event('error'),
  ]) {
    const creating = createRunTask(saying(event))({ task: 'create', wallet, doors: [] })
    await expect(creating).rejects.toMatchObject({ code: 'vault', reason: 'worker' })
  }
})
