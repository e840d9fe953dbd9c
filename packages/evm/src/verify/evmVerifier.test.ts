import { bytesToHex, type Hex, hexToBytes } from '@foyer/core/chain'
import {
  deployAccountFactory,
  deployStrangeFactory,
  devAccounts,
  localAccountFactoryAbi,
  type StartedChain,
  type StrangeAnswer,
  signatureCheckBytecode,
  startChain,
  strangeFactoryAbi,
} from '@foyer/stack'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { createClient, encodeFunctionData, hashMessage, http, parseSignature, serializeCompactSignature } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { getBlockNumber, getCode, readContract, waitForTransactionReceipt, writeContract } from 'viem/actions'
import { serializeErc6492Signature } from 'viem/utils'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askByHttp } from './askByHttp.js'
import { byChain } from './byChain.js'
import { evmVerifier } from './index.js'
import { signatureCheckCode } from './signatureCheckCode.js'
import { signerKind } from './verifyEvmMessage.js'

const message = 'app.example wants you to sign in with your Ethereum account:\n…'
const accountAt = (index: number): PrivateKeyAccount => privateKeyToAccount(devAccounts[index]?.privateKey ?? '0x')
const owner = accountAt(0)
const networkId = 'eip155:31337'

const nobody = evmVerifier({
  ask: async () => `0x${(31337).toString(16).padStart(64, '0')}${'0'.repeat(64)}`,
})
const byKey = (signature: string, address: string = owner.address) =>
  nobody.verify({ networkId, address, message, signature })

test('[F13] half of a surrogate pair is no text: a signature of another letter doesn’t hold for it', async () => {
  const [other, half] = ['pay \ufffd', 'pay \ud800']
  const { address } = owner
  const signature = await owner.signMessage({ message: other })
  expect(await nobody.verify({ networkId, address, signature, message: other })).toBe(true)
  expect(await nobody.verify({ networkId, address, signature, message: half })).toBe(false)
})

describe('[X7] the signature of a key', () => {
  let signature: Hex
  let parts: { r: bigint; s: bigint; yParity: number }
  beforeAll(async () => {
    signature = await owner.signMessage({ message })
    const { r, s, yParity } = parseSignature(signature)
    parts = { r: BigInt(r), s: BigInt(s), yParity }
  })
  const word = (value: bigint) => value.toString(16).padStart(64, '0')
  const written = ({ s = parts.s, v }: { s?: bigint; v: number }): Hex =>
    `0x${word(parts.r)}${word(s)}${v.toString(16).padStart(2, '0')}`

  test('is taken with v of 0, 1, 27 or 28, and in 64 bytes', async () => {
    const { r, s, yParity } = parseSignature(signature)
    expect(await byKey(signature)).toBe(true)
    expect(await byKey(written({ v: parts.yParity }))).toBe(true)
    expect(await byKey(written({ v: 27 + parts.yParity }))).toBe(true)
    const compact = serializeCompactSignature({ r, yParityAndS: bytesToHex(withParity(hexToBytes(s), yParity)) })
    expect(await byKey(compact)).toBe(true)
    expect(await byKey(signature, owner.address.toLowerCase())).toBe(true)
  })

  test('is refused with another v, with the other parity and with a high s', async () => {
    for (const v of [2, 3, 26, 29, 37, 255, 1 - parts.yParity, 28 - parts.yParity])
      expect(await byKey(written({ v }))).toBe(false)
    const s = secp256k1.Point.CURVE().n - parts.s
    expect(await byKey(written({ s, v: 28 - parts.yParity }))).toBe(false)
  })

  test('is refused of another message, for another address, and in any other shape', async () => {
    const other = await owner.signMessage({ message: `${message} ` })
    expect(await byKey(other)).toBe(false)
    expect(await byKey(signature, accountAt(1).address)).toBe(false)
    for (const each of [
      '',
      '0x',
      '0xzz',
      `${signature}00`,
      signature.slice(2),
      `0x${'00'.repeat(65)}`,
      `0x${'ff'.repeat(65)}`,
    ])
      expect(await byKey(each)).toBe(false)
  })

  test('is refused for an address whose checksum is wrong, or of another family', async () => {
    const wrong = owner.address.replace(/[a-f]/, (letter) => letter.toUpperCase())
    expect(await byKey(signature, wrong)).toBe(false)
    expect(await nobody.verify({ networkId: 'solana:1', address: owner.address, message, signature })).toBe(false)
  })

  test('needs no chain', async () => {
    const alone = evmVerifier({ rpcUrlOf: () => undefined })
    expect(await alone.verify({ networkId, address: owner.address, message, signature })).toBe(true)
    const contracts = alone.verify({ networkId, address: accountAt(1).address, message, signature })
    await expect(contracts).rejects.toMatchObject({ code: 'no_rpc_url' })
  })
})

const withParity = (s: Uint8Array, yParity: number): Uint8Array =>
  s.map((byte, index) => (index === 0 ? byte | (yParity << 7) : byte))

test('the code that asks contracts is what the compiler makes of its source', () => {
  expect(signatureCheckCode).toBe(signatureCheckBytecode())
})

describe('contracts', () => {
  let anvil: StartedChain
  let other: StartedChain
  let factory: Hex
  let otherFactory: Hex
  beforeAll(async () => {
    ;[anvil, other] = await Promise.all([startChain({ id: 31337 }), startChain({ id: 31338 })])
    factory = await deployAccountFactory({ url: anvil.url })
    otherFactory = await deployAccountFactory({ url: other.url })
  })
  afterAll(async () => {
    await Promise.all([anvil?.stop(), other?.stop()])
  })

  const clientOf = ({ url }: StartedChain) => createClient({ transport: http(url) })
  const accountOf = (of: Hex) =>
    readContract(clientOf(anvil), {
      address: factory,
      abi: localAccountFactoryAbi,
      functionName: 'accountOf',
      args: [of],
    })
  const deployment = (of: Hex): Hex =>
    encodeFunctionData({ abi: localAccountFactoryAbi, functionName: 'deploy', args: [of] })
  const deploy = async (chain: StartedChain, address: Hex, of: Hex) => {
    const hash = await writeContract(clientOf(chain), {
      address,
      abi: localAccountFactoryAbi,
      functionName: 'deploy',
      args: [of],
      account: accountAt(9),
      chain: null,
    })
    // A busy node has it before it is in a block.
    await waitForTransactionReceipt(clientOf(chain), { hash, pollingInterval: 10 })
  }
  const verifier = () => evmVerifier({ rpcUrlOf: (id) => (id === networkId ? anvil.url : other.url) })
  const verify = (address: string, signature: string, on: `eip155:${string}` = networkId) =>
    verifier().verify({ networkId: on, address, message, signature })

  test('[X7] the chain finds the same signer of a key as the curve does, and none where there is none', async () => {
    const ask = askByHttp(() => anvil.url)
    const recovery = byChain({ networkId, ask })
    const kind = (signature: string, address: string = owner.address) =>
      signerKind({ networkId, address, message, signature, ask, recovery })
    const signature = await owner.signMessage({ message })
    expect(await kind(signature)).toBe('key')
    expect(await kind(signature, accountAt(1).address)).toBeUndefined()
    expect(await kind(`0x${'ff'.repeat(32)}${'11'.repeat(32)}1b`)).toBeUndefined()
    await deploy(anvil, factory, accountAt(7).address)
    const contract = await accountOf(accountAt(7).address)
    expect(await kind(await accountAt(7).signMessage({ message }), contract)).toBe('contract')
    const nonsense = byChain({ networkId, ask: async () => '0x1234' })
    await expect(
      signerKind({ networkId, address: owner.address, message, signature, ask, recovery: nonsense }),
    ).rejects.toMatchObject({ code: 'invalid_response' })
  })

  test('[F6] that are deployed sign by ERC-1271, for themselves alone', async () => {
    await deploy(anvil, factory, accountAt(1).address)
    const address = await accountOf(accountAt(1).address)
    const signature = await accountAt(1).signMessage({ message })
    expect(await verify(address, signature)).toBe(true)
    expect(await verify(address, await accountAt(2).signMessage({ message }))).toBe(false)
    expect(await verify(address, await accountAt(1).signMessage({ message: 'another' }))).toBe(false)
    expect(await verify(await accountOf(accountAt(2).address), signature)).toBe(false)
  })

  test('[X6] on one chain sign nothing for another', async () => {
    await deploy(anvil, factory, accountAt(3).address)
    const address = await accountOf(accountAt(3).address)
    const signature = await accountAt(3).signMessage({ message })
    expect(await verify(address, signature)).toBe(true)
    expect(await verify(address, signature, 'eip155:31338')).toBe(false)
    expect(otherFactory).toBe(factory)
    await deploy(other, otherFactory, accountAt(3).address)
    expect(await verify(address, signature, 'eip155:31338')).toBe(true)
    // A node of another chain than the one named vouches for nothing.
    await expect(verify(address, signature, 'eip155:1')).rejects.toMatchObject({ code: 'invalid_response' })
  })

  test('[F6] that aren’t deployed yet sign by ERC-6492, and nothing is deployed by it', async () => {
    const of = accountAt(4).address
    const address = await accountOf(of)
    const signature = await accountAt(4).signMessage({ message })
    const wrapped = serializeErc6492Signature({ address: factory, data: deployment(of), signature })
    const before = await getBlockNumber(clientOf(anvil))
    expect(await verify(address, signature)).toBe(false)
    expect(await verify(address, wrapped)).toBe(true)
    expect(await verify(await accountOf(accountAt(5).address), wrapped)).toBe(false)
    expect(await getCode(clientOf(anvil), { address })).toBeUndefined()
    expect(await getBlockNumber(clientOf(anvil))).toBe(before)
    await deploy(anvil, factory, of)
    expect(await verify(address, wrapped)).toBe(true)
  })

  test('[X6] a factory that reverts, burns its gas or changes state proves nothing, and changes nothing', async () => {
    const strange = await deployStrangeFactory({ url: anvil.url, answer: 'refuse' })
    const address = await accountOf(accountAt(6).address)
    const signature = await accountAt(6).signMessage({ message })
    for (const functionName of ['refuse', 'burn', 'change'] as const) {
      const data = encodeFunctionData({ abi: strangeFactoryAbi, functionName })
      const wrapped = serializeErc6492Signature({ address: strange, data, signature })
      expect(await verify(address, wrapped)).toBe(false)
    }
    const calls = await readContract(clientOf(anvil), {
      address: strange,
      abi: strangeFactoryAbi,
      functionName: 'calls',
    })
    expect(calls).toBe(0n)
  })

  test.each<readonly [StrangeAnswer, boolean]>([
    ['refuse', false],
    ['burn', false],
    ['nonsense', false],
    ['nothing', false],
    ['atLength', true],
    ['yes', true],
  ])('[X6] an account whose answer is “%s”: %s', async (answer, isValid) => {
    const address = await deployStrangeFactory({ url: anvil.url, answer })
    expect(await verify(address, '0x1234')).toBe(isValid)
  })

  test('[X6] what isn’t wrapped as ERC-6492 has it, or is too long, is asked of no chain', async () => {
    const silent = evmVerifier({ ask: () => expect.fail('a chain was asked') })
    const mark = '6492'.repeat(16)
    const far = 'f'.repeat(64)
    const broken = [
      `0x${mark}`,
      `0x${far}${far}${far}${mark}`,
      `0x${'0'.repeat(64)}${far}${far}${mark}`,
      `0x${'00'.repeat(8_193)}`,
    ]
    for (const signature of broken)
      expect(await silent.verify({ networkId, address: owner.address, message, signature })).toBe(false)
  })

  test('[X6] every question is one capped call', async () => {
    const asked: unknown[] = []
    const spying = evmVerifier({
      ask: async (request) => {
        asked.push(request)
        return `0x${(31337).toString(16).padStart(64, '0')}${'0'.repeat(64)}`
      },
    })
    const signature = serializeErc6492Signature({ address: factory, data: '0x1234', signature: '0x5678' })
    expect(await spying.verify({ networkId, address: owner.address, message, signature })).toBe(false)
    expect(asked).toMatchObject([{ method: 'eth_call', params: [{ gas: '0x7a1200' }, 'latest'] }])
  })

  test('a node that is away, or answers something else, judges nothing', async () => {
    const signature = `0x${'12'.repeat(65)}`
    const away = evmVerifier({ rpcUrl: 'http://127.0.0.1:9' })
    const asked = { networkId, address: owner.address, message, signature } as const
    await expect(away.verify(asked)).rejects.toMatchObject({ code: 'server_unreachable' })
    for (const answer of ['0x', 'no', `0x${'0'.repeat(64)}${'0'.repeat(63)}1`, null])
      await expect(evmVerifier({ ask: async () => answer }).verify(asked)).rejects.toMatchObject({
        code: 'invalid_response',
      })
    const reason = new Error('left')
    await expect(away.verify({ ...asked, signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })
})

test('hashes as personal_sign does', async () => {
  for (const text of ['', 'ä', 'x'.repeat(300)]) {
    const signature = await owner.sign({ hash: hashMessage(text) })
    expect(await nobody.verify({ networkId, address: owner.address, message: text, signature })).toBe(true)
  }
})

/** Public: trezor-firmware, `common/tests/fixtures/ethereum/signmessage.json`. */
test.each([
  [
    'MsgLenIs9',
    '495b5b021517cd01cb05f02dfb6a1f79a8d9e4f82e8fb01d44ebf7d1218333f1528b67043ffc25c5b64b1e5a182f5d7d5707fcb639092af708969f90038155a91c',
  ],
  [
    'This is an example of a signed message.',
    'af4eac50f21acc6daeb0ab036f616f5d19fccade46e47100642b3dfc798c9b740d5873887bdc2f02502c90777a082d10dca113bd1ec29d08108396401421c8cc1b',
  ],
] as const)('what a Trezor signed holds: %s', async (message, written) => {
  const address = '0x73d0385F4d8E00C5e6504C6030F47BF6212736A8'
  const v = Number.parseInt(written.slice(-2), 16)
  // Older devices of Ledger's count the last byte from 0.
  for (const signature of [`0x${written}`, `0x${written.slice(0, -2)}0${v - 27}`]) {
    expect(await nobody.verify({ networkId: 'eip155:1', address, message, signature })).toBe(true)
    await expect(nobody.verify({ networkId: 'eip155:1', address, message: `${message} `, signature })).rejects.toThrow()
  }
})
