import fc from 'fast-check'
import {
  bytesToHex,
  getAddress,
  hexToBytes,
  keccak256,
  parseTransaction,
  recoverAddress,
  recoverTransactionAddress,
  serializeTransaction,
  toHex,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { hashAuthorization, recoverAuthorizationAddress } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { isOfSwitching, partsOf, type Switching, signSwitching, transactionBytes } from './switching.js'

const account = privateKeyToAccount(generatePrivateKey())
const delegate = '0x63c0c19a282a1B52b07dD5a65b58948A07DAE32B'
const sign = async (bytes: Uint8Array) => hexToBytes(await account.sign({ hash: keccak256(bytes) }))

const hex = fc.uint8Array({ maxLength: 400 }).map((bytes) => bytesToHex(bytes))
const quantity = fc.bigInt({ min: 0n, max: 2n ** 63n })
const switchings: fc.Arbitrary<Switching> = fc
  .record({
    chainId: fc.bigInt({ min: 1n, max: 2n ** 40n }),
    nonce: fc.bigInt({ min: 0n, max: 2n ** 40n }),
    ...{ maxPriorityFeePerGas: quantity, maxFeePerGas: quantity, gas: quantity },
    ...{ account: fc.constant(account.address), delegate: fc.constant(delegate), data: hex },
  })
  // No tip is above the whole.
  .map((of) => ({ ...of, maxFeePerGas: of.maxFeePerGas + of.maxPriorityFeePerGas }))

/** The same in viem's words. */
const serialized = (of: Switching, [first, second]: readonly Uint8Array[]) => {
  const split = (bytes: Uint8Array) => {
    const [r, s] = [bytes.slice(0, 32), bytes.slice(32, 64)].map((part) => bytesToHex(part))
    return { r: r ?? '0x', s: s ?? '0x', yParity: (bytes[64] ?? 27) - 27 }
  }
  const { chainId, nonce, maxPriorityFeePerGas, maxFeePerGas, gas, data } = of
  return serializeTransaction(
    {
      ...{ type: 'eip7702', chainId: Number(chainId), nonce: Number(nonce), maxPriorityFeePerGas, maxFeePerGas, gas },
      ...{ to: account.address, value: 0n, data: toHex(hexToBytes(`0x${data.slice(2)}`)) },
      authorizationList: [
        { address: delegate, chainId: Number(chainId), nonce: Number(nonce) + 1, ...split(first ?? new Uint8Array(65)) },
      ],
    },
    second && split(second),
  )
}

test('it is written as viem writes it, for any numbers and any signature, with zeros in front of r and s too', async () => {
  const part = fc.tuple(fc.nat(31), fc.uint8Array({ minLength: 32, maxLength: 32 })).map(([zeros, bytes]) => {
    bytes.fill(0, 0, zeros)
    bytes[31] = (bytes[31] ?? 0) | 1
    return [...bytes]
  })
  const signature = fc
    .tuple(part, part, fc.constantFrom(27, 28))
    .map(([r, s, v]) => Uint8Array.from([...r, ...s, v]))
  await fc.assert(
    fc.asyncProperty(switchings, signature, signature, async (of, first, second) => {
      expect(bytesToHex(transactionBytes(of, [first]))).toBe(serialized(of, [first]))
      expect(bytesToHex(transactionBytes(of, [first, second]))).toBe(serialized(of, [first, second]))
    }),
    { numRuns: 150 },
  )
})

test('[F13] both signatures are the account’s own: of the authorization for this chain and the next nonce, and of the transaction with it', async () => {
  await fc.assert(
    fc.asyncProperty(switchings, async (of) => {
      const signatures = await signSwitching(of, sign)
      const serializedTransaction = bytesToHex(transactionBytes(of, signatures))
      const { authorizationList = [], to, chainId, nonce } = parseTransaction(serializedTransaction)
      const [authorization] = authorizationList
      if (!authorization) throw new Error('There is none.')
      expect([to && getAddress(to), chainId, nonce]).toEqual([account.address, Number(of.chainId), Number(of.nonce)])
      expect(authorization).toMatchObject({ chainId: Number(of.chainId), nonce: Number(of.nonce) + 1 })
      expect(await recoverAuthorizationAddress({ authorization })).toBe(account.address)
      const typed: `0x04${string}` = `0x04${serializedTransaction.slice(4)}`
      expect(await recoverTransactionAddress({ serializedTransaction: typed })).toBe(account.address)
    }),
    { numRuns: 40 },
  )
})

describe('[F13] what it is approved by', () => {
  const of: Switching = {
    ...{ chainId: 31_337n, nonce: 7n, maxPriorityFeePerGas: 1n, maxFeePerGas: 2n, gas: 100_000n },
    ...{ account: account.address, delegate, data: '0xe9ae5c53' },
  }
  const textOf = (each: Switching) => partsOf(each).map((bytes) => bytesToHex(bytes))

  test('is the authorization as EIP-7702 hashes it, and the transaction without its signature', async () => {
    const [authorization, transaction] = partsOf(of)
    const hash = hashAuthorization({ address: delegate, chainId: 31_337, nonce: 8 })
    expect(keccak256(authorization ?? '0x')).toBe(hash)
    expect(await recoverAddress({ hash, signature: bytesToHex((await signSwitching(of, sign))[0]) })).toBe(account.address)
    expect([authorization?.[0], transaction?.[0]]).toEqual([5, 4])
    expect(partsOf(Uint8Array.of(1, 2))).toEqual([Uint8Array.of(1, 2)])
  })

  test.each<[string, Partial<Switching>, number]>([
    ['chain', { chainId: 1n }, 2],
    ['nonce', { nonce: 8n }, 2],
    ['delegate', { delegate: account.address }, 2],
    ['call', { data: '0xe9ae5c54' }, 1],
    ['account', { account: delegate }, 1],
    ['gas', { gas: 100_001n }, 1],
    ['fee', { maxFeePerGas: 3n }, 1],
    ['tip', { maxPriorityFeePerGas: 2n }, 1],
  ])('is another with another %s', (_, other, changed) => {
    const [was, is] = [textOf(of), textOf({ ...of, ...other })]
    expect(is.filter((each) => !was.includes(each))).toHaveLength(changed)
  })

  test('one that would hold on every chain is never signed', async () => {
    const asked: Uint8Array[] = []
    const signing = signSwitching({ ...of, chainId: 0n }, async (bytes) => {
      asked.push(bytes)
      return sign(bytes)
    })
    await expect(signing).rejects.toThrow('names its chain')
    expect(asked).toEqual([])
  })

  test('neither of its parts passes for plain bytes', () => {
    expect(partsOf(of).map(isOfSwitching)).toEqual([true, true])
    expect([Uint8Array.of(2), Uint8Array.of(0x19, 1), Uint8Array.of(0xf8), new Uint8Array()].map(isOfSwitching)).toEqual([
      false,
      false,
      false,
      false,
    ])
  })

  test('what is no data isn’t signed as some', () => {
    for (const data of ['', 'e9ae', '0xe9a', '0xzz']) expect(() => partsOf({ ...of, data })).toThrow(TypeError)
  })
})
