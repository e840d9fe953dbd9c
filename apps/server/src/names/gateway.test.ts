import { coinTypeOf, type Hex } from '@foyer/core/chain'
import { InvalidInputError } from '@foyer/service/errors/refusals'
import {
  deployLocalEns,
  deployOffchainResolver,
  localEnsAbi,
  offchainResolverAbi,
  type StartedChain,
  sendUnlocked,
  startChain,
} from '@foyer/stack'
import * as fc from 'fast-check'
import {
  type Address,
  type Client,
  createClient,
  createTestClient,
  decodeAbiParameters,
  decodeFunctionResult,
  encodeFunctionData,
  http,
  parseAbi,
  parseAbiParameters,
  toFunctionSelector,
  toHex,
} from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { getEnsAddress, getEnsText, readContract } from 'viem/actions'
import { namehash, packetToBytes } from 'viem/ens'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningServer, startServer } from '../start.js'
import { createGateway, readQuestion } from './gateway.js'
import { createZone } from './labels.js'
import { NameNotFoundError } from './refusals.js'
import type { RegisteredName } from './registry.js'
import { operator, write } from './test/write.js'

const gatewayKey = generatePrivateKey()
const gatewayAddress = privateKeyToAccount(gatewayKey).address
const recordsAbi = parseAbi([
  'function addr(bytes32 node) view returns (address)',
  'function text(bytes32 node, string key) view returns (string)',
  'function contenthash(bytes32 node) view returns (bytes)',
])
const zone = createZone({ name: 'foyer.id', aliases: [] })

let anvil: StartedChain
let server: RunningServer
let client: Client
let universalResolver: Address
const alice = privateKeyToAccount(generatePrivateKey())

beforeAll(async () => {
  anvil = await startChain({ id: 31337 })
  client = createClient({ transport: http(anvil.url) })
  universalResolver = await deployLocalEns({ url: anvil.url })
  server = await startServer({
    port: 0,
    logLevel: 'silent',
    upstreamTimeoutMs: 60_000,
    chains: [
      {
        id: 'eip155:31337',
        name: anvil.name,
        nativeCurrency: anvil.nativeCurrency,
        iconUrl: '',
        upstreams: [anvil.url],
        tokens: [],
      },
    ],
    names: {
      zone: zone.name,
      aliases: [],
      reserved: [],
      requireProject: false,
      windowSeconds: 300,
      perDay: 100,
      gatewayKey,
      ttlSeconds: 60,
    },
  })
  await register({
    name: 'alice.foyer.id',
    account: alice,
    attributes: { avatar: 'https://pictures.example/a.png', bio: 'Hello.' },
  })
})
afterAll(() => Promise.all([server?.stop(), anvil?.stop()]))

async function register({
  name,
  account,
  attributes = {},
}: {
  name: string
  account: PrivateKeyAccount
  attributes?: Record<string, string>
}) {
  const message = JSON.stringify({ name, attributes, timestamp: Math.floor(Date.now() / 1000) })
  const signature = await account.signMessage({ message })
  const body = { coin_type: coinTypeOf(31337), address: account.address, message, signature }
  const answer = await fetch(`${server.url}/v1/profile/account`, { method: 'POST', body: JSON.stringify(body) })
  expect(answer.status).toBe(200)
}

/** Stands a resolver in ENS that asks the server, by a path or by a body. */
async function standResolver({ gateways, signers = [gatewayAddress] }: { gateways: string[]; signers?: Address[] }) {
  const resolver = await deployOffchainResolver({ url: anvil.url, gateways, signers })
  const args = [namehash(zone.name), resolver]
  await write({ client, address: universalResolver, abi: localEnsAbi, functionName: 'setResolver', args })
  return resolver
}

const byPath = () => `${server.url}/v1/ccip/{sender}/{data}.json`
const byBody = () => `${server.url}/v1/ccip`
const resolve = (name: string, coinType?: bigint) =>
  getEnsAddress(client, { name, coinType, universalResolverAddress: universalResolver, strict: true })
const text = (name: string, key: string) =>
  getEnsText(client, { name, key, universalResolverAddress: universalResolver, strict: true })

describe('a client of ENS that knows nothing of this server', () => {
  test.each([
    ['path', byPath],
    ['body', byBody],
    ['second gateway, the first being away,', () => 'http://127.0.0.1:9/{sender}/{data}'],
  ])('resolves its names by a %s', async (_, first) => {
    await standResolver({ gateways: [first(), byPath()] })
    expect(await resolve('alice.foyer.id')).toBe(alice.address)
    expect(await text('alice.foyer.id', 'description')).toBe('Hello.')
    expect(await text('alice.foyer.id', 'avatar')).toBe('https://pictures.example/a.png')
    expect(await text('alice.foyer.id', 'url')).toBeNull()
    expect(await resolve('nobody.foyer.id')).toBeNull()
    expect(await text('nobody.foyer.id', 'description')).toBeNull()
  })

  test("receives a key's address for every EVM chain, and for no other", async () => {
    await standResolver({ gateways: [byPath()] })
    const inSmallLetters = alice.address.toLowerCase()
    for (const coinType of [60n, 2147483648n, BigInt(coinTypeOf(1)), BigInt(coinTypeOf(31337))]) {
      expect(await resolve('alice.foyer.id', coinType)).toBe(inSmallLetters)
    }
    for (const coinType of [0n, 501n, 2n ** 40n]) expect(await resolve('alice.foyer.id', coinType)).toBeNull()
  })

  test('asks the resolver itself, which says that it stands for all names below', async () => {
    const address = await standResolver({ gateways: [byPath()] })
    const call = encodeFunctionData({ abi: recordsAbi, functionName: 'addr', args: [namehash('alice.foyer.id')] })
    const args = [toHex(packetToBytes('alice.foyer.id')), call] as const
    const data = await readContract(client, { address, abi: offchainResolverAbi, functionName: 'resolve', args })
    expect(decodeFunctionResult({ abi: recordsAbi, functionName: 'addr', data })).toBe(alice.address)
    for (const id of ['0x01ffc9a7', '0x9061b923'] as const) {
      const supports = { address, abi: offchainResolverAbi, functionName: 'supportsInterface', args: [id] } as const
      expect(await readContract(client, supports)).toBe(true)
    }
  })
})

describe('an answer counts only', () => {
  const refusedBecause = (error: string) => expect(resolve('alice.foyer.id')).rejects.toThrow(toFunctionSelector(error))
  const question = (name: string) => {
    const call = encodeFunctionData({ abi: recordsAbi, functionName: 'addr', args: [namehash(name)] })
    const args = [toHex(packetToBytes(name)), call] as const
    return encodeFunctionData({ abi: offchainResolverAbi, functionName: 'resolve', args })
  }
  const answerFor = async (resolver: Address) => {
    const answer = await fetch(`${server.url}/v1/ccip/${resolver}/${question('alice.foyer.id')}.json`)
    const { data }: { data: Hex } = await answer.json()
    return data
  }
  const proofAbi = parseAbi([
    'function resolveWithProof(bytes response, bytes extraData) view returns (bytes)',
    'error AnswerExpired(uint64 expires)',
    'error UnknownSigner(address signer)',
  ])
  /** Hands a resolver an answer, at a time of the chain in seconds. */
  const prove = ({
    address,
    data,
    asked = question('alice.foyer.id'),
    time,
  }: {
    address: Address
    data: Hex
    asked?: Hex
    time?: bigint
  }) =>
    readContract(client, {
      ...{ address, abi: proofAbi, functionName: 'resolveWithProof', args: [data, asked] },
      ...(time !== undefined && { blockOverrides: { time } }),
    })
  const addressIn = (data: Hex) => decodeFunctionResult({ abi: recordsAbi, functionName: 'addr', data })

  test('when one who may has signed it', async () => {
    const address = await standResolver({ gateways: [byPath()], signers: [operator] })
    await refusedBecause('UnknownSigner(address)')
    const allow = (allowed: boolean) => {
      const args = [gatewayAddress, allowed]
      return write({ client, address, abi: offchainResolverAbi, functionName: 'setSigner', args })
    }
    await allow(true)
    expect(await resolve('alice.foyer.id')).toBe(alice.address)
    await allow(false)
    await refusedBecause('UnknownSigner(address)')
  })

  test('until it expires', async () => {
    const address = await standResolver({ gateways: [byPath()] })
    const seconds = () => BigInt(Math.floor(Date.now() / 1000))
    const before = seconds()
    const data = await answerFor(address)
    const [, expires] = decodeAbiParameters(parseAbiParameters('bytes result, uint64 expires, bytes signature'), data)
    expect(expires).toBeGreaterThanOrEqual(before + 60n)
    expect(expires).toBeLessThanOrEqual(seconds() + 60n)
    expect(addressIn(await prove({ address, data, time: expires }))).toBe(alice.address)
    await expect(prove({ address, data, time: expires + 1n })).rejects.toThrow('AnswerExpired')
    // For resolvers too. What the server signs meanwhile holds a minute from then.
    const test = createTestClient({ mode: 'anvil', transport: http(anvil.url) })
    const snapshot = await test.snapshot()
    await test.increaseTime({ seconds: 3_600 })
    await test.mine({ blocks: 1 })
    await refusedBecause('AnswerExpired(uint64)')
    await test.revert({ id: snapshot })
    expect(await resolve('alice.foyer.id')).toBe(alice.address)
  })

  test('for the question and the resolver that it was signed for', async () => {
    const [one, other] = [await standResolver({ gateways: [byPath()] }), await standResolver({ gateways: [byPath()] })]
    const data = await answerFor(one)
    expect(addressIn(await prove({ address: one, data }))).toBe(alice.address)
    await expect(prove({ address: other, data })).rejects.toThrow('UnknownSigner')
    await expect(prove({ address: one, data, asked: question('nobody.foyer.id') })).rejects.toThrow('UnknownSigner')
  })

  test("from gateways and signers that the resolver's owner chose", async () => {
    const address = await standResolver({ gateways: [byPath()] })
    const contract = { address, abi: offchainResolverAbi } as const
    const from = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' // a stranger
    for (const data of [
      encodeFunctionData({ ...contract, functionName: 'setSigner', args: [gatewayAddress, false] }),
      encodeFunctionData({ ...contract, functionName: 'setGateways', args: [[]] }),
    ]) {
      const transaction = { from, to: address, data, gas: 1_000_000n } as const
      expect(await sendUnlocked({ client, transaction })).toMatchObject({ status: 'reverted' })
    }
    await write({ client, ...contract, functionName: 'setGateways', args: [[byBody()]] })
    expect(await readContract(client, { ...contract, functionName: 'gateways' })).toEqual([byBody()])
    expect(await resolve('alice.foyer.id')).toBe(alice.address)
  })
})

describe('the gateway', () => {
  const get = async (path: string) => {
    const answer = await fetch(`${server.url}/v1/ccip/${path}`)
    return { status: answer.status, body: await answer.json() }
  }
  const asked = (name: string, call: Hex) => {
    const args = [toHex(packetToBytes(name)), call] as const
    return encodeFunctionData({ abi: offchainResolverAbi, functionName: 'resolve', args })
  }
  const addr = (name: string) => encodeFunctionData({ abi: recordsAbi, functionName: 'addr', args: [namehash(name)] })
  const contenthash = encodeFunctionData({
    abi: recordsAbi,
    functionName: 'contenthash',
    args: [namehash('alice.foyer.id')],
  })

  test.each([
    ['no address', 'alice', asked('alice.foyer.id', addr('alice.foyer.id')), 400, 'sender'],
    ['no bytes', operator, 'alice', 400, 'data'],
    ['no call', operator, '0x12345678', 400, 'data'],
    ['a call of something else', operator, addr('alice.foyer.id'), 400, 'data'],
    ['a record that it has not', operator, asked('alice.foyer.id', '0x12345678'), 400, 'data'],
    ["another name's hash", operator, asked('alice.foyer.id', addr('bob.foyer.id')), 400, 'data'],
    ["another zone's name", operator, asked('alice.eth', addr('alice.eth')), 404, 'name'],
    ['too much', operator, `0x${'ab'.repeat(5_000)}`, 400, 'data'],
  ])('refuses %s', async (_, sender, data, status, name) => {
    expect(await get(`${sender}/${data}.json`)).toMatchObject({ status, body: { reasons: [{ name }] } })
  })

  test('is asked by a body too, and refuses one that is none', async () => {
    const post = async (body: unknown) => {
      const answer = await fetch(byBody(), { method: 'POST', body: JSON.stringify(body) })
      return answer.status
    }
    expect(await post({ sender: operator, data: asked('alice.foyer.id', contenthash) })).toBe(200)
    expect(await post({ sender: operator })).toBe(400)
    expect(await post(null)).toBe(400)
  })

  test('gives a contract’s address only for the network where it was proven', async () => {
    const contract: RegisteredName = {
      zone: 'foyer.id',
      label: 'vault',
      skeleton: 'vault',
      address: '0x00000000000000000000000000000000000c0de0',
      coinType: coinTypeOf(8453),
      account: 'contract',
      avatar: null,
      bio: null,
      registeredAt: new Date(0),
      updatedAt: new Date(0),
    }
    const coinAbi = parseAbi(['function addr(bytes32 node, uint256 coinType) view returns (bytes)'])
    const addressFor = async (name: RegisteredName, coinType: bigint) => {
      const gateway = createGateway({
        zone,
        registry: { find: async () => name },
        key: gatewayKey,
        ttlSeconds: 60,
        now: () => 0,
      })
      const call = encodeFunctionData({
        abi: coinAbi,
        functionName: 'addr',
        args: [namehash('vault.foyer.id'), coinType],
      })
      const answer = await gateway.answer({ sender: operator, data: asked('vault.foyer.id', call) })
      const [result] = decodeAbiParameters(parseAbiParameters('bytes result, uint64 expires, bytes signature'), answer)
      return decodeFunctionResult({ abi: coinAbi, functionName: 'addr', data: result })
    }
    expect(await addressFor(contract, BigInt(coinTypeOf(8453)))).toBe(contract.address)
    for (const coinType of [60n, 2147483648n, BigInt(coinTypeOf(1))]) {
      expect(await addressFor(contract, coinType)).toBe('0x')
    }
    const onMainnet = { ...contract, coinType: coinTypeOf(1) }
    expect(await addressFor(onMainnet, 60n)).toBe(contract.address)
  })

  test('reads whatever comes: a question, or a refusal', () => {
    const good = asked('alice.foyer.id', addr('alice.foyer.id'))
    const broken = fc.tuple(fc.nat(good.length - 3), fc.constantFrom('0', 'f', '7')).map(([at, digit]): Hex => {
      return `0x${good.slice(2, 2 + at)}${digit}${good.slice(3 + at)}`
    })
    const anything = fc.uint8Array({ maxLength: 300 }).map((bytes) => toHex(bytes))
    fc.assert(
      fc.property(fc.oneof(broken, anything), (data) => {
        try {
          expect(readQuestion({ data, zone }).label).toEqual(expect.any(String))
        } catch (error) {
          expect(error instanceof InvalidInputError || error instanceof NameNotFoundError).toBe(true)
        }
      }),
      { numRuns: 1000 },
    )
  })
})

test('a name of more bytes than a name may have is refused before any of its parts is hashed', () => {
  const questionOf = (parts: number) => {
    const name = [...Array.from({ length: parts }, () => 'a'), 'foyer', 'id'].join('.')
    const bytes = Uint8Array.from([
      ...name.split('.').flatMap((part) => [part.length, ...new TextEncoder().encode(part)]),
      0,
    ])
    const call = encodeFunctionData({ abi: recordsAbi, functionName: 'addr', args: [namehash('other.example')] })
    const resolve = parseAbi(['function resolve(bytes name, bytes data) view returns (bytes)'])
    return encodeFunctionData({ abi: resolve, functionName: 'resolve', args: [toHex(bytes), call] })
  }
  const description = (parts: number) => {
    try {
      return readQuestion({ data: questionOf(parts), zone: { ...zone, labelOf: () => 'a' } })
    } catch (error) {
      return error instanceof InvalidInputError ? error.reasons[0]?.description : error
    }
  }
  expect([description(122), description(123), description(1_950)]).toEqual([
    'The name and its hash are not of one name.',
    ...Array(2).fill('The name is longer than a name may be.'),
  ])
})
