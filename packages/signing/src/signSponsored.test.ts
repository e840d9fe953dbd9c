import fc from 'fast-check'
import {
  type Address,
  bytesToHex,
  concat,
  hashTypedData,
  hexToBytes,
  keccak256,
  numberToHex,
  recoverAddress,
  slice,
  zeroHash,
} from 'viem'
import { getUserOperationHash } from 'viem/account-abstraction'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { hashAuthorization } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { delegateAddress, delegateDomain, entryPoint } from './delegate.js'
import { operationHashOf, type SponsoredOperation, signedBytesOf, signSponsored } from './signSponsored.js'
import { isOfSwitching, partsOf } from './switching.js'

const account = privateKeyToAccount(generatePrivateKey())
const sign = async (bytes: Uint8Array) => hexToBytes(await account.sign({ hash: keccak256(bytes) }))
const gas = fc.bigInt({ min: 0n, max: 2n ** 40n })
const operations: fc.Arbitrary<SponsoredOperation> = fc.record({
  chainId: fc.bigInt({ min: 1n, max: 2n ** 40n }),
  account: fc.constant(account.address),
  nonce: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
  ...{ verificationGasLimit: gas, callGasLimit: gas },
  callData: fc.uint8Array({ maxLength: 400 }).map((bytes) => bytesToHex(bytes)),
  authorization: fc.option(fc.record({ delegate: fc.constant(delegateAddress), nonce: gas })),
  fees: fc.option(
    fc.record({
      ...{ preVerificationGas: gas, maxFeePerGas: gas, maxPriorityFeePerGas: gas },
      paymasterAndData: fc.uint8Array({ minLength: 52, maxLength: 300 }).map((bytes) => bytesToHex(bytes)),
    }),
    { nil: undefined },
  ),
})

/** The same in viem's words. */
const typedDataOf = ({ chainId, nonce, callData, verificationGasLimit, callGasLimit, fees }: SponsoredOperation) =>
  ({
    domain: { ...delegateDomain, chainId: Number(chainId), verifyingContract: account.address },
    primaryType: 'PackedUserOperation',
    types: {
      PackedUserOperation: [
        ...[
          { name: 'sender', type: 'address' },
          { name: 'nonce', type: 'uint256' },
          { name: 'initCode', type: 'bytes' },
          { name: 'callData', type: 'bytes' },
          { name: 'accountGasLimits', type: 'bytes32' },
          { name: 'preVerificationGas', type: 'uint256' },
          { name: 'gasFees', type: 'bytes32' },
          { name: 'paymasterAndData', type: 'bytes' },
          { name: 'entryPoint', type: 'address' },
        ],
      ],
    },
    message: {
      ...({
        sender: account.address,
        nonce,
        initCode: '0x',
        callData: hexOf(callData),
      } as const),
      preVerificationGas: fees?.preVerificationGas ?? 0n,
      accountGasLimits: concat([verificationGasLimit, callGasLimit].map((each) => numberToHex(each, { size: 16 }))),
      gasFees: fees
        ? concat([fees.maxPriorityFeePerGas, fees.maxFeePerGas].map((each) => numberToHex(each, { size: 16 })))
        : zeroHash,
      paymasterAndData: hexOf(fees?.paymasterAndData ?? '0x'),
      entryPoint,
    },
  }) as const

const hexOf = (text: string): Address => `0x${text.slice(2)}`

test('what is signed is the typed data that the delegate’s code checks, and its name is the EntryPoint’s, for any operation', async () => {
  await fc.assert(
    fc.asyncProperty(operations, async (operation) => {
      const hash = hashTypedData(typedDataOf(operation))
      expect(keccak256(signedBytesOf(operation))).toBe(hash)
      const { chainId, nonce, callData, verificationGasLimit, callGasLimit, authorization, fees } = operation
      const paid = hexOf(fees?.paymasterAndData ?? '0x')
      const name = getUserOperationHash({
        ...{ chainId: Number(chainId), entryPointAddress: entryPoint, entryPointVersion: '0.7' },
        userOperation: {
          ...{ sender: account.address, nonce, callData: hexOf(callData), verificationGasLimit, callGasLimit },
          ...{ preVerificationGas: 0n, maxFeePerGas: 0n, maxPriorityFeePerGas: 0n, signature: '0x', ...fees },
          ...(fees && {
            paymaster: slice(paid, 0, 20),
            paymasterVerificationGasLimit: BigInt(slice(paid, 20, 36)),
            paymasterPostOpGasLimit: BigInt(slice(paid, 36, 52)),
            paymasterData: paid.length > 106 ? slice(paid, 52) : '0x',
          }),
        },
      })
      expect(operationHashOf(operation)).toBe(name)
      const signatures = await signSponsored(operation, sign)
      expect(signatures).toHaveLength(partsOf(operation).length)
      const [last = new Uint8Array()] = signatures.slice(-1)
      expect(await recoverAddress({ hash, signature: bytesToHex(last) })).toBe(account.address)
      if (!authorization) return
      const switching = hashAuthorization({
        ...{ address: delegateAddress, chainId: Number(chainId), nonce: Number(authorization.nonce) },
      })
      const [first = new Uint8Array()] = signatures
      expect(await recoverAddress({ hash: switching, signature: bytesToHex(first) })).toBe(account.address)
    }),
    { numRuns: 40 },
  )
})

describe('[F13] what an operation is approved by', () => {
  const of: SponsoredOperation = {
    ...{ chainId: 31_337n, account: account.address, nonce: 7n, verificationGasLimit: 1n, callGasLimit: 2n },
    ...{ callData: '0xe9ae5c53', authorization: { delegate: delegateAddress, nonce: 3n } },
  }
  const fees = {
    ...{ preVerificationGas: 1n, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n },
    paymasterAndData: `0x${'01'.repeat(52)}`,
  }
  const textOf = (each: SponsoredOperation) => partsOf(each).map((bytes) => bytesToHex(bytes))

  test.each<[string, Partial<SponsoredOperation>, number]>([
    ['chain', { chainId: 1n }, 2],
    ['account', { account: delegateAddress }, 1],
    ['nonce', { nonce: 8n }, 1],
    ['gas to verify with', { verificationGasLimit: 2n }, 1],
    ['gas to call with', { callGasLimit: 3n }, 1],
    ['call', { callData: '0xe9ae5c54' }, 1],
    ['delegate', { authorization: { delegate: account.address, nonce: 3n } }, 1],
    ['paymaster', { fees: { ...fees, paymasterAndData: `0x${'02'.repeat(52)}` } }, 1],
    ['fee', { fees: { ...fees, maxFeePerGas: 2n } }, 1],
    ['nonce of the switch', { authorization: { delegate: delegateAddress, nonce: 4n } }, 1],
  ])('is another with another %s', (_, other, changed) => {
    const [was, is] = [textOf(of), textOf({ ...of, ...other })]
    expect(is.filter((each) => !was.includes(each))).toHaveLength(changed)
  })

  test('is one part without a switch, and no part passes for plain bytes', () => {
    expect(partsOf({ ...of, authorization: null })).toHaveLength(1)
    expect(partsOf(of).map(isOfSwitching)).toEqual([true, true])
  })

  test('one that would hold on every chain is never signed', async () => {
    const asked: Uint8Array[] = []
    const signing = signSponsored({ ...of, chainId: 0n }, async (bytes) => {
      asked.push(bytes)
      return sign(bytes)
    })
    await expect(signing).rejects.toThrow('names its chain')
    expect(asked).toEqual([])
  })
})
