import { createHash, createPrivateKey, generateKeyPairSync, sign as signByNode } from 'node:crypto'
import { bitcoinVerifier } from '@foyer/bitcoin/verify'
import {
  parseSiwxMessage,
  type SignedText,
  type SiwxMessage,
  type SiwxVerifier,
  writeSiwxMessage,
} from '@foyer/core/siwx'
import { cosmosVerifier } from '@foyer/cosmos/verify'
import { evmVerifier } from '@foyer/evm/verify'
import { nearVerifier } from '@foyer/near/verify'
import { polkadotVerifier } from '@foyer/polkadot/verify'
import { solanaVerifier } from '@foyer/solana/verify'
import { devAccounts } from '@foyer/stack'
import { ParsedMessage } from '@spruceid/siwe-parser'
import fc from 'fast-check'
import { privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { describe, expect, test } from 'vitest'
import { createSiwxVerifier, memoryNonces, type SiwxServerOptions } from './index.js'

// FOYER_FULL=1: many more.
const numRuns = process.env.FOYER_FULL ? 30_000 : 300

const account = privateKeyToAccount(devAccounts[0].privateKey)
const solanaAddress = 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk'
const answerNo = async () => `0x${'1'.padStart(64, '0')}${'0'.repeat(64)}`
const start = Date.parse('2026-01-02T03:04:05Z')

function openServer(options: Partial<SiwxServerOptions> = {}) {
  const clock = { now: start }
  const now = () => clock.now
  const server = createSiwxVerifier({
    domain: 'app.example',
    chains: ['eip155:1', 'eip155:10', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
    verifiers: [evmVerifier({ ask: () => expect.fail('a chain was asked') }), solanaVerifier(), bitcoinVerifier()],
    nonces: memoryNonces({ now }),
    now,
    ...options,
  })
  const messageOf = async (changes: Partial<SiwxMessage> = {}): Promise<SiwxMessage> => ({
    domain: 'app.example',
    accountAddress: account.address,
    chainId: 'eip155:1',
    uri: 'https://app.example/',
    version: '1',
    nonce: await server.nonce(),
    issuedAt: new Date(now()).toISOString(),
    ...changes,
  })
  const sign = async (changes: Partial<SiwxMessage> = {}) => {
    const message = writeSiwxMessage(await messageOf(changes))
    return { message, signature: await account.signMessage({ message }) }
  }
  return { server, clock, messageOf, sign }
}

const letters58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
function base58Of(bytes: Uint8Array): string {
  let [value, text] = [BigInt(`0x${Buffer.from(bytes).toString('hex')}`), '']
  for (; value > 0n; value /= 58n) text = letters58.charAt(Number(value % 58n)) + text
  return text.padStart(text.length + (bytes.findIndex((byte) => byte !== 0) || 0), '1')
}

/** A number of 32 bits, as NEAR writes it. */
const word = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/** Of the key whose bytes are 1 to 32, by cosmjs. */
const cosmosAddress = 'cosmos1tp7fhly84qm6q4hhzmp0nh5frtdugmysu2r4sf'
const cosmosKey = createPrivateKey({
  key: Buffer.concat([
    Buffer.from('302e0201010420', 'hex'),
    Buffer.from(Array.from({ length: 32 }, (_, index) => index + 1)),
    Buffer.from('a00706052b8104000a', 'hex'),
  ]),
  format: 'der',
  type: 'sec1',
})
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** Signs a text as a wallet does, with a low s. */
function signAdr36(text: string): string {
  const data = Buffer.from(text).toString('base64')
  const doc = `{"account_number":"0","chain_id":"","fee":{"amount":[],"gas":"0"},"memo":"","msgs":[{"type":"sign/MsgSignData","value":{"data":"${data}","signer":"${cosmosAddress}"}}],"sequence":"0"}`
  const bytes = signByNode('sha256', Buffer.from(doc), { key: cosmosKey, dsaEncoding: 'ieee-p1363' })
  const s = BigInt(`0x${bytes.subarray(32).toString('hex')}`)
  const low = s > order / 2n ? order - s : s
  return Buffer.concat([bytes.subarray(0, 32), Buffer.from(low.toString(16).padStart(64, '0'), 'hex')]).toString(
    'base64',
  )
}

describe('a backend', () => {
  test('[S3.23] [F6] is told who signed in, once for a nonce', async () => {
    const { server, sign } = openServer()
    const signed = await sign()
    expect(await server.verify(signed)).toMatchObject({
      accountId: `eip155:1:${account.address}`,
      networkId: 'eip155:1',
      address: account.address,
      message: { uri: 'https://app.example/' },
    })
    await expect(server.verify(signed)).rejects.toMatchObject({ code: 'siwx_nonce' })
  })

  test('takes what another library writes', async () => {
    const { server, messageOf } = openServer()
    const { nonce } = await messageOf()
    const message = createSiweMessage({
      address: account.address,
      chainId: 1,
      domain: 'app.example',
      nonce,
      uri: 'https://app.example/login',
      version: '1',
      issuedAt: new Date(start),
      statement: 'Hello.',
    })
    expect(await server.verify({ message, signature: await account.signMessage({ message }) })).toBeTruthy()
  })

  test('[X2] signs one in of many that use a nonce at once', async () => {
    const { server, sign } = openServer()
    const signed = await sign()
    const ends = await Promise.allSettled(Array.from({ length: 100 }, () => server.verify(signed)))
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
    expect(new Set(refused.map(({ code, fault }) => `${code} ${fault}`))).toEqual(new Set(['siwx_nonce different']))
  })

  test.each([
    ['eip155:10', account.address],
    ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', solanaAddress],
  ] as const)('asks the verifier of the account’s own family, with all that was sent: %s', async (chainId, address) => {
    const asked: [string, SignedText][] = []
    const verifier = (family: 'eip155' | 'solana' | 'bip122'): SiwxVerifier => ({
      family,
      async verify(signed) {
        asked.push([family, signed])
        return true
      },
    })
    const { server, messageOf } = openServer({
      verifiers: [verifier('bip122'), verifier('eip155'), verifier('solana')],
    })
    const message = writeSiwxMessage(await messageOf({ chainId, accountAddress: address }))
    const { signal } = new AbortController()
    const sent = { message, signature: 'signed', publicKey: 'key', signal }
    expect(await server.verify(sent)).toMatchObject({
      accountId: `${chainId}:${address}`,
      networkId: chainId,
      address,
      message: { chainId, accountAddress: address },
    })
    expect(asked).toEqual([[chainId.split(':')[0], { ...sent, networkId: chainId, address }]])
  })

  test.each([
    ['one family', [evmVerifier({ ask: answerNo }), evmVerifier({ ask: answerNo })], undefined],
    ['several families', [evmVerifier({ ask: answerNo }), solanaVerifier()], 'siwx_chain_id'],
    ['none', [], 'siwx_chain_id'],
  ] as const)('reads a text that names no family where it has verifiers of %s', async (_, verifiers, code) => {
    const { server, messageOf } = openServer({ verifiers })
    const message = writeSiwxMessage(await messageOf())
      .replace('your Ethereum account', 'your **blockchain** account')
      .replace('\n\n\n', '\n\n')
    const verified = server.verify({ message, signature: await account.signMessage({ message }) })
    if (code) await expect(verified).rejects.toMatchObject({ code })
    else expect((await verified).accountId).toBe(`eip155:1:${account.address}`)
  })

  test.each<readonly [string, Partial<SiwxMessage>]>([
    ['siwx_domain', { domain: 'evil.example', uri: 'https://evil.example/' }],
    ['siwx_uri', { uri: 'https://evil.example/' }],
    ['siwx_chain_id', { chainId: 'eip155:137' }],
    ['siwx_nonce', { nonce: 'abcdefghijklmnopqrstuvwx' }],
    ['siwx_issued_at', { issuedAt: '2026-01-02T03:03:04Z' }],
    ['siwx_expiration_time', { expirationTime: '2026-01-02T03:04:05Z' }],
    ['siwx_not_before', { notBefore: '2026-01-02T03:04:06Z' }],
  ])('[F6] [X1] refuses with %s what the right key signed with %j', async (code, change) => {
    const { server, sign } = openServer()
    await expect(server.verify(await sign(change))).rejects.toMatchObject({ code })
  })

  test.each([
    ['evil-app.example', 'https://evil-app.example/'],
    ['evilapp.example', 'https://evilapp.example/'],
    ['login.app.example', 'https://login.app.example/'],
    ['app.example.evil.example', 'https://app.example.evil.example/'],
    ['app.example:8443', 'https://app.example:8443/'],
    ['app.exampl', 'https://app.exampl/'],
    ['example', 'https://example/'],
    ['APP.example', 'https://app.example/'],
  ])('[F6] [X5] refuses what the right key signed for %s', async (domain, uri) => {
    for (const own of ['app.example', ['other.example', 'app.example']]) {
      const { server, sign } = openServer({ domain: own })
      await expect(server.verify(await sign({ domain, uri }))).rejects.toMatchObject({ code: 'siwx_domain' })
    }
  })

  test.each(['https://evil-app.example/', 'https://app.example.evil.example/', 'https://app.example@evil.example/'])(
    '[F6] [X5] refuses %s as a page of its own domain',
    async (uri) => {
      const { server, sign } = openServer()
      await expect(server.verify(await sign({ uri }))).rejects.toMatchObject({ code: 'siwx_uri' })
    },
  )

  test('[F6] [X1] refuses another statement or page where it has its own', async () => {
    const { server, sign } = openServer({ statement: 'Hello', uri: 'https://app.example/' })
    expect(await server.verify(await sign({ statement: 'Hello' }))).toBeTruthy()
    await expect(server.verify(await sign({ statement: 'Bye' }))).rejects.toMatchObject({ code: 'siwx_statement' })
    const other = sign({ statement: 'Hello', uri: 'https://app.example/other' })
    await expect(server.verify(await other)).rejects.toMatchObject({ code: 'siwx_uri' })
  })

  test('refuses another’s signature, and its nonce stays good for the right one', async () => {
    const { server, sign } = openServer({ verifiers: [evmVerifier({ ask: answerNo })] })
    const signed = await sign()
    const wrong = await privateKeyToAccount(devAccounts[1].privateKey).signMessage({ message: signed.message })
    await expect(server.verify({ ...signed, signature: wrong })).rejects.toMatchObject({ code: 'siwx_signature' })
    expect(await server.verify(signed)).toBeTruthy()
  })

  test('[S3.23] names the account of NEAR that signed in, by NEP-413 as Node signs it', async () => {
    const chainId = 'near:mainnet'
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const point = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
    const keyOf = (bytes: Uint8Array) => `ed25519:${base58Of(bytes)}`
    const isMissing = (params: unknown) => JSON.stringify(params).includes('view_account')
    let keys = [keyOf(point)]
    const ask = async ({ params }: { readonly params: unknown }) => {
      const known = keys.some((each) => JSON.stringify(params).includes(each))
      if (known && !isMissing(params)) return { result: { nonce: 1, permission: 'FullAccess', block_hash: '1' } }
      return { error: { code: -32000, message: 'Server error', data: 'it does not exist while viewing' } }
    }
    const { server, messageOf } = openServer({ chains: [chainId], verifiers: [nearVerifier({ ask })] })
    const signedFor = async (recipient: string) => {
      const message = writeSiwxMessage(await messageOf({ chainId, accountAddress: 'alice.near' }))
      const text = (each: string) => Buffer.concat([word(Buffer.byteLength(each)), Buffer.from(each)])
      const nonce = Buffer.alloc(32, 7)
      const bytes = Buffer.concat([word(2_147_484_061), text(message), nonce, text(recipient), Buffer.of(0)])
      const signature = signByNode(null, createHash('sha256').update(bytes).digest(), privateKey).toString('base64')
      const written = { publicKey: keyOf(point), signature, nonce: nonce.toString('base64'), recipient }
      return { message, signature: JSON.stringify(written) }
    }
    const accountId = `${chainId}:alice.near`
    expect(await server.verify(await signedFor('app.example'))).toMatchObject({ accountId, address: 'alice.near' })
    await expect(server.verify(await signedFor('evil.example'))).rejects.toMatchObject({ code: 'siwx_signature' })
    keys = []
    await expect(server.verify(await signedFor('app.example'))).rejects.toMatchObject({ code: 'siwx_signature' })
  })

  test('[S3.23] is told which account of Cosmos signed in, by ADR-36 as Node signs it', async () => {
    const chainId = 'cosmos:cosmoshub-4'
    const { server, messageOf } = openServer({ chains: [chainId], verifiers: [cosmosVerifier()] })
    const message = writeSiwxMessage(await messageOf({ chainId, accountAddress: cosmosAddress }))
    const signature = signAdr36(message)
    await expect(server.verify({ message, signature: signAdr36(`${message}.`) })).rejects.toMatchObject({
      code: 'siwx_signature',
    })
    const accountId = `${chainId}:${cosmosAddress}`
    expect(await server.verify({ message, signature })).toMatchObject({ accountId, address: cosmosAddress })
    await expect(server.verify({ message, signature })).rejects.toMatchObject({ code: 'siwx_nonce' })
    const elsewhere = writeSiwxMessage(await messageOf({ chainId: 'cosmos:osmosis-1', accountAddress: cosmosAddress }))
    await expect(server.verify({ message: elsewhere, signature })).rejects.toMatchObject({ code: 'siwx_chain_id' })
  })

  test('[S3.23] names the account of Polkadot that signed in, with a key of ed25519 as Node signs it', async () => {
    const chainId = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'
    const { server, messageOf } = openServer({ chains: [chainId], verifiers: [polkadotVerifier()] })
    const bytes = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, 6)])
    const key = createPrivateKey({ key: bytes, format: 'der', type: 'pkcs8' })
    // Of this key, by polkadot.js: as Polkadot's, and as Kusama's.
    const own = '148dpj6uJEGD8N3crnoyFyrXVQwunabZXDkgZu1Lx7NmQFEG'
    const sibling = 'FhxLiBi4p1fSUrYfra21nPNnPEVtwrbu6rwoGHwspZjxk3M'
    const signedFor = async (accountAddress: string, more = '') => {
      const message = writeSiwxMessage(await messageOf({ chainId, accountAddress }))
      const wrapped = Buffer.from(`<Bytes>${message}${more}</Bytes>`)
      return { message, signature: `0x${signByNode(null, wrapped, key).toString('hex')}` }
    }
    const accountId = `${chainId}:${own}`
    expect(await server.verify(await signedFor(own))).toMatchObject({ accountId, address: own })
    await expect(server.verify(await signedFor(own, '.'))).rejects.toMatchObject({ code: 'siwx_signature' })
    await expect(server.verify(await signedFor(sibling))).rejects.toMatchObject({ code: 'siwx_signature' })
  })

  test('refuses a family that it has no verifier for', async () => {
    const { server, sign } = openServer({ verifiers: [solanaVerifier(), bitcoinVerifier()] })
    await expect(server.verify(await sign())).rejects.toMatchObject({ code: 'siwx_chain_id' })
  })

  test('[X5] can have several domains, written as a developer would, and none that is no host', async () => {
    const { server, sign } = openServer({ domain: ['https://App.example', 'localhost:3000'] })
    expect(await server.verify(await sign())).toBeTruthy()
    expect(await server.verify(await sign({ domain: 'localhost:3000', uri: 'http://localhost:3000/' }))).toBeTruthy()
    for (const domain of ['', 'app.example/login', 'user@app.example', 'app.example.'])
      expect(() => openServer({ domain })).toThrow(expect.objectContaining({ code: 'invalid_siwx_domain' }))
  })
})

describe('[F6] nonces in memory', () => {
  test('are good for 5 minutes', async () => {
    const { server, clock, sign } = openServer()
    const [one, other] = [await sign(), await sign()]
    clock.now += 299_999
    expect(await server.verify(one)).toBeTruthy()
    clock.now += 1
    await expect(server.verify(other)).rejects.toMatchObject({ code: 'siwx_nonce' })
  })

  test('are only so many: the oldest go', async () => {
    const nonces = memoryNonces({ most: 2, now: () => start })
    for (const nonce of ['a', 'b', 'c']) await nonces.add({ nonce, at: start })
    expect(await nonces.givenAt('a')).toBeUndefined()
    expect(await nonces.givenAt('b')).toBe(start)
    expect([await nonces.use('c'), await nonces.use('c'), await nonces.use('never')]).toEqual([true, false, false])
  })
})

describe('[S3.23] messages of EVM accounts, against another implementation of EIP-4361', () => {
  const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
  const time = fc
    .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString())
  const uri = fc.webUrl({ withFragments: true, withQueryParameters: true })
  const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
  const text = fc.string({ unit: fc.constantFrom(...letters, ..."-._~:/?#[]@!$&'()*+,;= "), minLength: 1 })
  const messages: fc.Arbitrary<SiwxMessage> = fc.record({
    domain: fc.domain(),
    accountAddress: fc.constant(account.address),
    chainId: fc.nat().map((id) => `eip155:${id}` as const),
    uri,
    version: fc.constant('1'),
    nonce: fc.string({ unit: fc.constantFrom(...letters), minLength: 8, maxLength: 32 }),
    issuedAt: time,
    statement: maybe(text.filter((each) => !/^(URI|Version|Nonce|Resources):/.test(each))),
    expirationTime: maybe(time),
    notBefore: maybe(time),
    requestId: maybe(fc.string({ unit: fc.constantFrom(...letters, ...'-._~') })),
    resources: maybe(fc.array(uri, { minLength: 1, maxLength: 3 })),
  })

  test('what we write it reads, field by field', () => {
    fc.assert(
      fc.property(messages, (message) => {
        const read = new ParsedMessage(writeSiwxMessage(message))
        const { accountAddress, chainId, ...rest } = message
        expect(read).toMatchObject({
          ...withoutAbsent(rest),
          address: accountAddress,
          chainId: Number(chainId.split(':')[1]),
        })
      }),
      { numRuns: numRuns / 3 },
    )
  })

  test('what it refuses we refuse, and what we take it takes', () => {
    const mutations = fc.tuple(
      messages,
      fc.nat(),
      fc.nat(2),
      fc.constantFrom('', '\n', ' ', '\r', 'x', '-', '0', 'é', '\u0000'),
    )
    fc.assert(
      fc.property(mutations, ([message, place, removed, added]) => {
        const written = writeSiwxMessage(message)
        const at = place % (written.length + 1)
        const changed = written.slice(0, at) + added + written.slice(at + removed)
        if (takes(() => parseSiwxMessage(changed)) && isChecksummed(changed)) {
          expect(
            takes(() => new ParsedMessage(changed)),
            changed,
          ).toBe(true)
        }
      }),
      { numRuns },
    )
  })

  /** It wants an address with its checksum; ours leaves that to the verifier. */
  const isChecksummed = (changed: string) => changed.includes(`\n${account.address}\n`)

  const takes = (run: () => unknown): boolean => {
    try {
      run()
      return true
    } catch {
      return false
    }
  }
  const withoutAbsent = (fields: object) =>
    Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
})
